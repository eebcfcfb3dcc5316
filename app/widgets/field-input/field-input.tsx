import { useState } from 'react'
import { parseFieldText, toFieldText, writePerson, type FieldPeople } from '#core/fields/field-text.ts'
import { isSame } from '#core/lib/is-same.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import type { Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { completeText } from './complete-text.ts'
import { TextInPlace } from './text-in-place.tsx'

type FieldInputProps = {
  readonly label: string
  readonly field: FieldDefinition
  readonly value: FieldValue | undefined
  readonly people: FieldPeople
  readonly draft: string | undefined
  /** Parses a text; by default, as any such field does. */
  readonly read?: (text: string) => Result<FieldValue | null>
  /** Called with a text the field accepts; any other stays in the field, with the reason. */
  readonly onCommit: (text: string) => void
  readonly onCancel: () => void
}

/** Edits a field's value as text: names of options and people are suggested, and completed, as are days in words. */
export function FieldInput(props: FieldInputProps) {
  const { label, field, value, people, draft, onCommit, onCancel } = props
  const { read = (text) => parseFieldText(field, text, people) } = props
  // The definition when editing began: another window may change it meanwhile.
  const [begun] = useState(field)
  const choices = field.kind === 'choices' ? [] : listFieldChoices(field, people)
  const complete = (text: string): string => completeText(text, { field, people, choices })
  return (
    <TextInPlace
      label={label}
      isMultiline={field.kind === 'long_text'}
      align={field.kind === 'number' ? 'end' : 'start'}
      value={toFieldText(field, value, people)}
      draft={draft}
      choices={choices}
      check={(text) => {
        const result = read(complete(text))
        return result.ok ? undefined : [result.error.message, ...describeChange(begun, field)].join(' ')
      }}
      onCommit={(text) => onCommit(complete(text))}
      onCancel={onCancel}
    />
  )
}

/** Says what changed in a field's definition during editing. */
function describeChange(begun: FieldDefinition, { kind, options }: FieldDefinition): readonly string[] {
  if (begun.kind !== kind)
    return [`The field was changed from ${kindTitles[begun.kind]} to ${kindTitles[kind]} in the meantime.`]
  const isSameList = isSame(
    begun.options.map(({ name }) => name),
    options.map(({ name }) => name),
  )
  return isSameList ? [] : ['Its options were changed in the meantime.']
}

/** Lists the names a field can be set to; empty if it takes free text. */
export function listFieldChoices({ kind, options }: FieldDefinition, people: FieldPeople): readonly string[] {
  if (kind === 'checkbox') return ['yes', 'no']
  if (kind !== 'person') return options.map(({ name }) => name)
  return people.filter(({ archivedAt }) => archivedAt === undefined).map(({ userId }) => writePerson(userId, people))
}
