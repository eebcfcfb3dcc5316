import { moveItems } from '#core/items/move-items.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CollectionId, ItemId, SpaceId } from '#core/lib/ids.ts'
import { countOf } from '#core/lib/text.ts'
import { usageError } from '#cli/cli-error.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { splitPath } from '../collection/open-collection.ts'
import { changeItems, findItems, printItems, whichItems, type ItemChangeOptions } from './change-items.ts'
import { loadItemRecords } from './load-item-records.ts'
import { printItem } from './print-item.ts'

type Options = ItemChangeOptions & { readonly item: string; readonly target?: string }

export const verb = defineVerb({
  arguments: '<item> [target]',
  summary: 'move an item to the end of another collection of its space; with --where, all that it finds',
  options: whichItems,
  examples: ['item move ep01/sq010/sh0010 sq020', "item move --where 'frames > 200' sq020 --yes"],
  run: async ({ dryRun = false, ...given }: Options, context) => {
    const { wanted, ...options } = readNames(given)
    const found = await findItems(options, context)
    const { space: spaceName, name } = splitPath(wanted)
    for (const item of found)
      if (spaceName !== undefined && !item.path.startsWith(`${spaceName.toLowerCase()}/`))
        throw usageError(`${item.name} is in another space.`, 'An item is moved within its space.')
    const client = await context.openClient()
    const { studioId } = await loadStudio(client, context)
    // Find it in every space before moving anything in one of them.
    const targets = new Map<SpaceId, CollectionId>()
    for (const spaceId of new Set(found.map((item) => item.spaceId))) {
      const collections = (await client.openSpace({ studioId, spaceId })).getCollections()
      targets.set(spaceId, pickOne(collections, name, { one: 'collection', many: 'collections' }).id)
    }
    if (dryRun) return printItems(found, undefined, context)
    const [only] = found
    const label = found.length === 1 ? `Move item ${only?.name}` : `Move ${countOf(found.length, 'item')}`
    if (found.length > 1) await context.confirm(`This moves ${countOf(found.length, 'item')} to ${name}. Continue?`)
    const change = async (space: SpaceReplica, all: readonly ItemId[]) => {
      const collectionId = targets.get(space.spaceId)
      if (collectionId === undefined) return undefined
      const there = space.getItems(collectionId)
      const ids = all.filter((id) => !there.some((item) => item.id === id))
      if (ids.length === 0) return undefined
      const place = { collectionId, index: there.length }
      return { ids, done: await moveItems({ space, itemIds: ids, ...place }, client) }
    }
    const operations = await changeItems(found, { label, change }, context)
    if (options.item !== undefined && only !== undefined)
      return await printItem({ item: only, operation: operations.get(only.id) ?? null, field: 'collection' }, context)
    const { where: _where, collection: _collection, ...place } = options
    const ids = new Set(found.map(({ id }) => id))
    printItems(
      (await loadItemRecords(place, context)).filter(({ id }) => ids.has(id)),
      operations,
      context,
    )
  },
})

/** With `--where` the only argument is the collection. */
function readNames({ item, target, ...options }: Options): ItemChangeOptions & { readonly wanted: string } {
  if (options.where === undefined && target !== undefined) return { ...options, item, wanted: target }
  if (options.where !== undefined && target === undefined) return { ...options, wanted: item }
  throw usageError(
    options.where === undefined ? 'Move it where?' : 'Name an item or pass --where, not both.',
    'Name the collection last.',
  )
}
