import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err } from '#core/lib/result.ts'
import type { FieldDefinition, FieldOwner } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FieldRowId } from '#core/fields/mutators.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import {
  defineCommand,
  type ArgumentPage,
  type Command,
  type CommandId,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { listFieldChoices } from '#app/widgets/field-input/field-input.tsx'
import { perform } from '#app/widgets/perform.ts'
import { editFieldFact } from './field-facts-store.ts'

/** A row whose fields are shown and edited. */
export type FieldRow = {
  readonly of: FieldOwner
  readonly id: FieldRowId
  readonly title: string
  readonly values: FieldValues | undefined
  /** The editable fields, without formulas. */
  readonly fields: readonly FieldDefinition[]
  readonly studio: StudioReplica
  /** The container of the row. */
  readonly within: Parameters<typeof changeFields>[0]['within']
  readonly client: StudioClient
}

/** The commands that ask for a field and its value, edit a field in place, and save the edit. */
export type FieldCommandIds = { readonly ask: CommandId; readonly edit: CommandId; readonly save: CommandId }

type Given = {
  readonly base: Pick<Command, 'group' | 'scope'>
  readonly ids: FieldCommandIds
  readonly title: string
  readonly keys?: readonly string[]
  readonly find: () => FieldRow | undefined
}

/** Returns the commands that edit the studio's own fields of a row in view. */
export function fieldRowCommands({ base, ids, title, keys, find }: Given): readonly Command[] {
  const shared = { ...base, needs: 'create' } as const
  const canWrite = (): boolean => {
    const row = find()
    return row !== undefined && row.studio.can('create') && row.fields.length > 0
  }
  return [
    defineCommand({
      ...shared,
      id: ids.ask,
      title,
      ...(keys !== undefined && { keys }),
      keywords: ['field', 'value', 'column', 'custom'],
      when: canWrite,
      args: askFor(find),
      run: async (_context, [fieldId = '', text = '']) => await save(find(), fieldId, text),
    }),
    defineCommand({
      ...shared,
      id: ids.edit,
      title: 'Change this field',
      isKeyOnly: true,
      when: canWrite,
      run: async (_context, [fieldId = '']) => {
        const row = find()
        const field = row?.fields.find((each) => each.id === fieldId)
        if (row === undefined || field === undefined) return undefined
        if (!row.studio.canWrite(field)) return refuseRole(field)
        if (field.kind === 'checkbox') return await save(row, fieldId, row.values?.[field.key] === true ? '' : 'yes')
        return editFieldFact({ rowId: row.id, id: field.id })
      },
    }),
    defineCommand({
      ...shared,
      id: ids.save,
      title: 'Save this field',
      isKeyOnly: true,
      run: async (_context, [fieldId = '', text = '']) => await save(find(), fieldId, text),
    }),
  ]
}

function askFor(find: () => FieldRow | undefined): readonly ArgumentPage[] {
  return [
    {
      id: 'field',
      placeholder: 'Field',
      options: () => {
        const row = find()
        return (row?.fields ?? []).map((field) => {
          const text = toFieldText(field, row?.values?.[field.key], row?.studio.getMembers() ?? [])
          return { value: String(field.id), label: field.name, detail: text === '' ? kindTitles[field.kind] : text }
        })
      },
    },
    {
      id: 'value',
      placeholder: 'Value',
      options: (_context, [fieldId = '']) => {
        const row = find()
        const field = row?.fields.find((each) => each.id === fieldId)
        if (row === undefined || field === undefined) return []
        const names = listFieldChoices(field, row.studio.getMembers())
        return [...names.map((name) => ({ value: name, label: name })), { value: '', label: 'Nothing' }]
      },
      free: true,
    },
  ]
}

/** Saves the edited text; if the field refuses it, the text stays in the editor to be corrected. */
async function save(row: FieldRow | undefined, fieldId: string, text: string): Promise<CommandOutcome> {
  const field = row?.fields.find((each) => each.id === fieldId)
  if (row === undefined || field === undefined) {
    editFieldFact(undefined)
    return refuseGone(text)
  }
  if (!row.studio.canWrite(field)) return refuseRole(field)
  const { of, id, within, client } = row
  const read = parseFieldText(field, text, row.studio.getMembers())
  if (!read.ok) {
    editFieldFact({ rowId: id, id: field.id, draft: text })
    return read
  }
  editFieldFact(undefined)
  const changes = [{ id, values: { [field.key]: read.value } }]
  return await perform(changeFields({ of, within, changes }, client), {
    client,
    failedText: (reason) => reason,
    goneText: messages['not-found'],
  })
}

/** Says which role the field requires, as the database would. */
export function refuseRole(field: FieldDefinition): CommandOutcome {
  return err(
    new AppError('permission-denied', `${field.name} may only be changed by the role ${field.writeFloor} and above`),
  )
}

/** Says that the field or its row was deleted, quoting the text that was not saved. */
export function refuseGone(text: string): CommandOutcome {
  return err(new AppError('not-found', `The field was deleted. “${text}” was not saved.`))
}
