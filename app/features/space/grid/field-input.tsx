import { toFieldText } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { stopEditing } from '../space-view-store.ts'
import { TextInPlace } from './text-in-place.tsx'

type FieldInputProps = {
  readonly model: SpaceModel
  readonly item: ItemRow
  readonly field: FieldDefinition
  readonly draft: string | undefined
}

/** The value of a field being typed; names of options and people are offered while one types. */
export function FieldInput({ model, item, field, draft }: FieldInputProps) {
  const people = model.studio.getMembers()
  const { kind } = field
  const choices =
    kind === 'person' ? people.map(({ displayName }) => displayName) : field.options.map(({ name }) => name)
  return (
    <TextInPlace
      label={`${field.name} of ${item.title}`}
      align={kind === 'number' ? 'end' : 'start'}
      value={toFieldText(field, item.fields?.[field.key], people)}
      draft={draft}
      choices={kind === 'choices' ? undefined : choices}
      onCommit={(text) => void runCommand('field.save', { args: [item.id, field.id, text] })}
      onCancel={stopEditing}
    />
  )
}
