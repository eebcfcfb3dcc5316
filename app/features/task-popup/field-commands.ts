import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { messages } from '#core/lib/messages.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { listFieldChoices } from '#app/widgets/field-input/field-input.tsx'
import { perform } from '#app/widgets/perform.ts'
import { findPopup, setPopup, type PopupModel } from './popup-store.ts'

const base = { group: 'Item', scope: 'popup', needs: 'create' } as const

/** Writing the studio's own fields of the item in view. */
export const fieldCommands: readonly Command[] = [
  defineCommand({
    ...base,
    id: 'popup.field',
    title: 'Set a field of the item…',
    keys: ['e'],
    keywords: ['field', 'value', 'column', 'custom'],
    when: () => canWrite(),
    args: [
      {
        id: 'field',
        placeholder: 'Field',
        options: () => {
          const model = findPopup()
          if (model === undefined) return []
          return listWritableFields(model).map((field) => {
            const text = toFieldText(field, model.row.fields?.[field.key], model.studio.getMembers())
            return { value: String(field.id), label: field.name, detail: text === '' ? kindTitles[field.kind] : text }
          })
        },
      },
      {
        id: 'value',
        placeholder: 'Value',
        options: (_context, [fieldId = '']) => {
          const [model, field] = [findPopup(), findField(fieldId)]
          if (model === undefined || field === undefined) return []
          const names = listFieldChoices(field, model.studio.getMembers())
          return [...names.map((name) => ({ value: name, label: name })), { value: '', label: 'Nothing' }]
        },
        free: true,
      },
    ],
    run: async (_context, [fieldId = '', text = '']) => await save(fieldId, text),
  }),
  defineCommand({
    ...base,
    id: 'popup.edit-field',
    title: 'Change this field',
    isKeyOnly: true,
    when: () => canWrite(),
    run: async (_context, [fieldId = '']) => {
      const [model, field] = [findPopup(), findField(fieldId)]
      if (model === undefined || field === undefined) return undefined
      if (field.kind === 'checkbox') return await save(fieldId, model.row.fields?.[field.key] === true ? '' : 'yes')
      return setPopup({ field: { itemId: model.row.id, id: field.id } })
    },
  }),
  defineCommand({
    ...base,
    id: 'popup.save-field',
    title: 'Save this field',
    isKeyOnly: true,
    run: async (_context, [fieldId = '', text = '']) => await save(fieldId, text),
  }),
]

/** The fields of the item in view that somebody writes; formulas are worked out. */
export function listWritableFields({ studio, space }: PopupModel): readonly FieldDefinition[] {
  const row = studio.replica.find('spaces', space.spaceId)
  return row === undefined ? [] : studio.getSpaceFields(row).filter(({ kind }) => kind !== 'formula')
}

function canWrite(): boolean {
  const model = findPopup()
  return model !== undefined && model.studio.can('create') && listWritableFields(model).length > 0
}

function findField(id: string): FieldDefinition | undefined {
  const model = findPopup()
  return model && listWritableFields(model).find((field) => field.id === id)
}

/** What the field does not take stays to be mended where it is written. */
async function save(fieldId: string, text: string): Promise<CommandOutcome> {
  const [model, field] = [findPopup(), findField(fieldId)]
  if (model === undefined || field === undefined) return undefined
  const { client, studio, space, row } = model
  const read = parseFieldText(field, text, studio.getMembers())
  if (!read.ok) {
    setPopup({ field: { itemId: row.id, id: field.id, draft: text } })
    return read
  }
  setPopup({ field: undefined })
  const changes = [{ id: row.id, values: { [field.key]: read.value } }]
  return await perform(changeFields({ of: 'item', within: space, changes }, client), {
    client,
    failedText: (reason) => reason,
    goneText: messages['not-found'],
  })
}
