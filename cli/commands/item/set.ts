import { countOf } from '#core/lib/text.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { hasFieldValues } from '#core/schema/field-values.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { readAssignments } from '../field/read-assignments.ts'
import { changeItems, findItems, printItems, whichItems, type ItemChangeOptions } from './change-items.ts'
import { loadItemRecords } from './load-item-records.ts'
import { setItemFirstFrame } from './set-item-first-frame.ts'
import { printItem } from './print-item.ts'

type Options = ItemChangeOptions & {
  readonly field?: readonly string[]
  readonly firstFrame?: string
}

export const verb = defineVerb({
  arguments: '[item]',
  summary: 'set fields of an item, or of all that --where finds; an empty value clears a field',
  options: [
    flag('--field <key=value>', 'a field and its value; repeatable', { as: 'list' }),
    flag('--first-frame <number>', 'number of the first frame of its films, such as 993; empty for the project’s'),
    ...whichItems,
  ],
  run: async ({ field: given = [], dryRun = false, firstFrame, ...options }: Options, context) => {
    if (firstFrame !== undefined && given.length > 0)
      throw usageError('Set fields and the first frame in two commands.')
    if (firstFrame !== undefined) {
      if (options.item === undefined) throw usageError('Which item?', 'Name one, as in sq010/sh0040.')
      return await setItemFirstFrame(firstFrame, { ...options, dryRun, item: options.item }, context)
    }
    if (given.length === 0) throw usageError('Which field?', 'Pass --field key=value.')
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const values = readAssignments(studio, given, 'item')
    const found = await findItems(options, context)
    const many = countOf(found.length, 'item')
    const label = `Set ${Object.keys(values).join(', ')} of ${found.length === 1 ? found[0]?.name : many}`
    if (dryRun) return printItems(found, undefined, context)
    if (found.length > 1) await context.confirm(`This changes ${many}. Continue?`)
    const change = async (space: SpaceReplica, all: readonly ItemId[]) => {
      const ids = all.filter((id) => !hasFieldValues(space.replica.find('items', id)?.fields, values))
      if (ids.length === 0) return undefined
      const changes = ids.map((id) => ({ id, values }))
      return { ids, done: await changeFields({ of: 'item', within: space, changes, label }, client) }
    }
    const operations = await changeItems(found, { label, change }, context)
    const [only] = found
    if (options.item !== undefined && only !== undefined)
      return await printItem({ item: only, operation: operations.get(only.id) ?? null }, context)
    // The changed items may no longer match the condition.
    const { where: _, ...place } = options
    const now = operations.size === 0 ? found : await loadItemRecords(place, context)
    const wanted = new Set(found.map(({ id }) => id))
    printItems(
      now.filter(({ id }) => wanted.has(id)),
      operations,
      context,
    )
  },
})
