import { kindTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { ArgumentPage } from '#app/commands/define-command.ts'
import { listFieldChoices } from '#app/widgets/field-input/field-input.tsx'

type Asked = {
  /** The fields that can be set. */
  readonly list: () => readonly FieldDefinition[]
  readonly getPeople: () => readonly MemberRow[]
  /** The text beside a field's name; by default, what its kind takes. */
  readonly describe?: (field: FieldDefinition) => string
}

/** Returns the pages of a command that asks for a field, by its id, and for a value to set on several rows. */
export function fieldPages({ list, getPeople, describe }: Asked): readonly ArgumentPage[] {
  return [
    {
      id: 'field',
      placeholder: 'Field',
      empty: 'There are no fields.',
      options: () =>
        list().map((field) => ({
          value: String(field.id),
          label: field.name,
          detail: describe?.(field) ?? kindTitles[field.kind],
        })),
    },
    {
      id: 'value',
      placeholder: 'Value',
      options: (_context, [fieldId = '']) => {
        const field = list().find(({ id }) => id === fieldId)
        const names = field === undefined ? [] : listFieldChoices(field, getPeople())
        return [...names.map((name) => ({ value: name, label: name })), { value: '', label: 'Nothing' }]
      },
      free: true,
    },
  ]
}
