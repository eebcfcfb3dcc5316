import { changeItemFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findField } from '../field/find-field.ts'
import { setItemFirstFrame } from './set-item-first-frame.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'

type Options = ItemShowOptions & { readonly field?: readonly string[]; readonly firstFrame?: string }

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'set fields of an item; an empty value takes one away',
  options: [
    flag('--field <key=value>', 'a field and its value; may be repeated', { as: 'list' }),
    flag('--first-frame <number>', 'number of the first frame of its films, such as 993; empty for the project’s'),
  ],
  run: async ({ field: given = [], firstFrame, ...options }: Options, context) => {
    if (firstFrame !== undefined && given.length > 0)
      throw usageError('Set fields and the first frame one after the other.')
    if (firstFrame !== undefined) return await setItemFirstFrame(firstFrame, options, context)
    if (given.length === 0) throw usageError('Which field?', 'Pass --field key=value.')
    const { id, path, name, spaceId } = await findItemRecord(options, context)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { studioId } = studio
    const space = await client.openSpace({ studioId, spaceId })
    const values = Object.fromEntries(given.map((text) => readAssignment(studio, text)))
    const present = space.replica.find('items', id)?.fields
    const isThere = Object.entries(values).every(
      ([key, value]) => JSON.stringify(present?.[key] ?? null) === JSON.stringify(value),
    )
    if (isThere) return tellChange({ id, path, name, operation: null }, context)
    const done = await changeItemFields({ space, changes: [{ itemId: id, values }] }, client)
    const label = `Set ${Object.keys(values).join(', ')} of ${name}`
    tellChange({ id, path, name, operation: await settleWrite({ label, studioId, done }, context) }, context)
  },
})

function readAssignment(studio: StudioReplica, text: string): readonly [string, FieldValue | null] {
  const at = text.indexOf('=')
  if (at < 1) throw usageError(`"${text}" names no field and value.`, 'Write --field key=value.')
  const field = findField(studio, text.slice(0, at))
  const value = parseFieldText(field, text.slice(at + 1), studio.getMembers())
  if (!value.ok) throw usageError(value.error.message)
  return [field.key, value.value]
}
