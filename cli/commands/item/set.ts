import { countOf } from '#core/lib/text.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { groupBy } from '#core/lib/collections.ts'
import { hasFieldValues } from '#core/schema/field-values.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { readAssignments } from '../field/read-assignments.ts'
import { setItemFirstFrame } from './set-item-first-frame.ts'
import { fieldColumns } from '#cli/select/field-cells.ts'
import {
  findItemRecord,
  itemFields,
  loadItemRecords,
  type ItemFilterOptions,
  type ItemRecord,
} from './load-item-records.ts'
import { shownOfChange, tellItem } from './tell-item.ts'

type Options = ItemFilterOptions & {
  readonly item?: string
  readonly field?: readonly string[]
  readonly dryRun?: boolean
  readonly firstFrame?: string
}

export const verb = defineVerb({
  arguments: '[item]',
  summary: 'set fields of an item, or of all that --where finds; an empty value takes one away',
  options: [
    flag('--field <key=value>', 'a field and its value; repeatable', { as: 'list' }),
    flag('--first-frame <number>', 'number of the first frame of its films, such as 993; empty for the project’s'),
    flag('--collection <name>', 'with --where: names or globs, separated by commas'),
    flag('--where <expression>', 'the items: frames > 100; all must match; repeatable', { as: 'list' }),
    flag('-n, --dry-run', 'show what would change and change nothing'),
  ],
  run: async ({ field: given = [], dryRun = false, firstFrame, ...options }: Options, context) => {
    if (firstFrame !== undefined && given.length > 0)
      throw usageError('Set fields and the first frame one after the other.')
    if (firstFrame !== undefined) {
      if (options.item === undefined) throw usageError('Which item?', 'Name one, as in sq010/sh0040.')
      return await setItemFirstFrame(firstFrame, { ...options, dryRun, item: options.item }, context)
    }
    if (given.length === 0) throw usageError('Which field?', 'Pass --field key=value.')
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const values = readAssignments(studio, given, 'item')
    const found = await findRecords(options, context)
    const bySpace = groupBy(found, ({ spaceId }) => spaceId)
    const label = `Set ${Object.keys(values).join(', ')} of ${found.length === 1 ? found[0]?.name : countOf(found.length, 'item')}`
    if (found.length > 1 && !dryRun) await context.confirm(`This changes ${countOf(found.length, 'item')}. Continue?`)
    const operations = new Map<string, string>()
    for (const [spaceId, records] of bySpace) {
      const { studioId } = studio
      const space = await client.openSpace({ studioId, spaceId })
      const others = records.filter(({ id }) => !hasFieldValues(space.replica.find('items', id)?.fields, values))
      const changes = others.map(({ id }) => ({ id, values }))
      if (dryRun || changes.length === 0) continue
      const done = await changeFields({ of: 'item', within: space, changes, label }, client)
      const operation = await settleWrite({ label, studioId, done }, context)
      for (const { id } of others) operations.set(id, operation)
    }
    const [only] = found
    if (options.item !== undefined && only !== undefined && !dryRun)
      return await tellItem({ item: only, operation: operations.get(only.id) ?? null }, context)
    // What was asked for may hold no more.
    const { where: _, ...place } = options
    const now = operations.size === 0 ? found : await loadItemRecords(place, context)
    const wanted = new Set(found.map(({ id }) => id))
    const rows = now
      .filter(({ id }) => wanted.has(id))
      .map((record) => Object.assign({ operation: operations.get(record.id) ?? null }, record))
    context.print({ rows, fields: [...itemFields, ...fieldColumns(rows), 'operation'], columns: shownOfChange })
    if (!dryRun) {
      const ids = [...new Set(operations.values())]
      return context.say(
        ids.length === 0 ? 'No change needed.' : `Undo with: ${ids.map((id) => `studio-cli undo ${id}`).join(' and ')}`,
      )
    }
    if (dryRun) context.say('Nothing was changed.')
  },
})

async function findRecords({ item, ...options }: Options, context: Context): Promise<readonly ItemRecord[]> {
  if (item !== undefined) return [await findItemRecord({ ...options, item }, context)]
  if (options.where === undefined) throw usageError('Which item?', 'Name one, or say which by --where.')
  const records = await loadItemRecords(options, context)
  if (records.length === 0) throw nothingMatched('There is no such item.')
  return records
}
