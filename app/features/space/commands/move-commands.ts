import type { CollectionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { moveItems } from '#core/items/move-items.ts'
import { setPlaces } from '#core/change/place-mutators.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { findGaps, gapOf, nextGap, placeCollection, toItemDrop } from '../model/drop-place.ts'
import { isFiltering, sortCollections } from '#core/items/grid-layout.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setDrop, setSort, spaceViewStore, startMoving, stopMoving, type Moving } from '../space-view-store.ts'
import { idOfCollection } from './collection-commands.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem, targetItems } from './targets.ts'

const define = defineWith({ group: 'Items and collections', scope: 'grid' })

/**
 * Commands that reorder items and collections by keyboard: pick up, move the mark, drop. A pointer's drop runs the same
 * command.
 */
export function makeMoveCommands(page: SpacePage): readonly Command[] {
  const { model } = page
  // Grouped rows lie where their values put them.
  const canMove = (): boolean =>
    model.studio.can('create') && spaceViewStore.moving === undefined && spaceViewStore.group === undefined
  return [
    define({
      id: 'item.move',
      title: 'Move items',
      keys: ['m'],
      keywords: ['order', 'arrange', 'drag'],
      needs: 'create',
      when: () => canMove() && cursorItem() !== undefined,
      run: () => pickUp(model, { kind: 'items', ids: targetItems(model) }),
    }),
    define({
      id: 'collection.move',
      title: 'Move the collection',
      keys: ['shift+m'],
      keywords: ['order', 'arrange', 'drag'],
      needs: 'create',
      when: canMove,
      run: (_context, [given]) => {
        const id = idOfCollection(model, given)
        if (id !== undefined) pickUp(model, { kind: 'collection', id })
      },
    }),
    define({
      id: 'grid.drop',
      title: 'Drop here',
      isKeyOnly: true,
      when: () => spaceViewStore.moving !== undefined,
      run: async () => await drop(page),
    }),
    define({
      id: 'collection.sort',
      title: 'Sort collections by name or manually',
      run: () => setSort(spaceViewStore.sort === 'name' ? 'rank' : 'name'),
    }),
  ]
}

/** Starts a move, with the mark at the current place. */
function pickUp(model: SpaceModel, moving: Moving): void {
  const { rows } = model.getLayout()
  const [first] = moving.kind === 'items' ? moving.ids : [moving.id]
  if (first !== undefined) startMoving(moving, { before: gapOf(rows, first) })
}

/** Moves the mark up or down to the next place where the moved rows can land. */
export function shiftDrop(model: SpaceModel, direction: 1 | -1): void {
  const { moving, drop: place } = spaceViewStore
  if (moving === undefined || place === undefined) return
  const { rows } = model.getLayout()
  setDrop({ before: nextGap(findGaps(rows, moving.kind), place.before, direction) })
}

async function drop(page: SpacePage): Promise<CommandOutcome> {
  const { moving, drop: place } = spaceViewStore
  stopMoving()
  if (moving === undefined || place === undefined) return undefined
  if (moving.kind === 'collection') return await dropCollection(page, moving.id, place.before)
  const { client, model } = page
  const target = toItemDrop(model.getLayout().rows, place.before, model.space.getItems)
  if (target === undefined) return undefined
  const operation = moveItems({ space: model.space, itemIds: moving.ids, ...target }, client)
  return await perform(operation, { client, failedText: messages['reorder-failed'] })
}

async function dropCollection(page: SpacePage, id: CollectionId, before: number): Promise<CommandOutcome> {
  const { client, model } = page
  const { space } = model
  const { rows } = model.getLayout()
  const row = rows[before]
  const shown = sortCollections(space.getCollections(), spaceViewStore.sort)
  // In a filtered grid, hidden collections may follow the last one shown.
  const last = rows.findLast((other) => other.kind === 'collection')
  const isLast = row === undefined && isFiltering(spaceViewStore.filter, spaceViewStore.text, model.getAsked())
  const beforeId = isLast
    ? shown[shown.findIndex((other) => other.id === last?.id) + 1]?.id
    : row?.kind === 'collection'
      ? row.id
      : undefined
  setSort('rank')
  const changes = placeCollection(shown, id, beforeId).map(({ id: key, orderRank }) => ({
    key,
    to: { rank: orderRank },
  }))
  const operation = client.mutate(setPlaces, { table: 'collections', changes, label: 'Move collection' }, space)
  return await perform(operation, { client, failedText: messages['reorder-failed'] })
}
