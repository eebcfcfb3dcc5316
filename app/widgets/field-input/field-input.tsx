import { parseFieldText, toFieldText, writePerson, type FieldPeople } from '#core/fields/field-text.ts'
import type { Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { TextInPlace } from './text-in-place.tsx'

type FieldInputProps = {
  readonly label: string
  readonly field: FieldDefinition
  readonly value: FieldValue | undefined
  readonly people: FieldPeople
  readonly draft: string | undefined
  /** What a text means; as for any such field unless given. */
  readonly read?: (text: string) => Result<FieldValue | null>
  /** With a text that the field takes; any other one stays where it is typed, with the reason. */
  readonly onCommit: (text: string) => void
  readonly onCancel: () => void
}

/** The value of a field being typed; names of options and people are offered while one types. */
export function FieldInput(props: FieldInputProps) {
  const { label, field, value, people, draft, onCommit, onCancel } = props
  const { read = (text) => parseFieldText(field, text, people) } = props
  return (
    <TextInPlace
      label={label}
      isMultiline={field.kind === 'long_text'}
      align={field.kind === 'number' ? 'end' : 'start'}
      value={toFieldText(field, value, people)}
      draft={draft}
      choices={field.kind === 'choices' ? undefined : listFieldChoices(field, people)}
      check={(text) => {
        const result = read(text)
        return result.ok ? undefined : result.error.message
      }}
      onCommit={onCommit}
      onCancel={onCancel}
    />
  )
}

/** What a field can be given by name; none where anything can be typed. */
export function listFieldChoices({ kind, options }: FieldDefinition, people: FieldPeople): readonly string[] {
  if (kind === 'checkbox') return ['yes', 'no']
  if (kind !== 'person') return options.map(({ name }) => name)
  return people.filter(({ archivedAt }) => archivedAt === undefined).map(({ userId }) => writePerson(userId, people))
}
