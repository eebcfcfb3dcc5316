import { toId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { deleteCollection } from '#core/operations/delete-collection.ts'
import { deleteItems } from '#core/operations/delete-items.ts'
import { renameItem } from '#core/operations/rename-item.ts'
import { setRowFields } from '#core/operations/set-row-fields.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import type { SpaceModel } from '../model/space-model.ts'
import {
  closeDialog,
  openDialog,
  setCollapsed,
  spaceViewStore,
  startEditing,
  stopEditing,
  toggleCollapsed,
} from '../space-view-store.ts'
import { perform } from './perform.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem } from './targets.ts'

const group = 'Items and collections'

/** Creating, renaming, deleting, collapsing. Ids come as arguments from a menu, else from the cursor. */
export function makeItemCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const { studio } = model
  const canEdit = (): boolean => studio.can('create') && cursorItem() !== undefined
  return [
    defineCommand({
      id: 'item.create',
      title: 'Create item',
      group,
      scope,
      keys: ['c'],
      keywords: ['shot', 'illustration', 'new', 'add'],
      when: () => studio.can('create'),
      run: () => openDialog({ kind: 'create' }),
    }),
    defineCommand({
      id: 'item.rename',
      title: 'Rename item',
      group,
      scope,
      keys: ['f2'],
      when: () => studio.can('create'),
      run: (_context, [id]) => {
        const itemId = id === undefined ? cursorItem() : toId<ItemId>(id)
        if (itemId !== undefined) startEditing({ kind: 'item-name', itemId })
      },
    }),
    defineCommand({
      id: 'item.save-name',
      title: 'Save the name',
      group,
      scope,
      isKeyOnly: true,
      run: async (_context, [id = '', text = '']) => await saveItemName(page, toId(id), text),
    }),
    defineCommand({
      id: 'item.delete',
      title: 'Delete item…',
      group,
      scope,
      keys: ['mod+delete', 'mod+backspace'],
      when: () => studio.can('delete'),
      run: (_context, [given]) => {
        const id = given === undefined ? cursorItem() : toId<ItemId>(given)
        const item = id === undefined ? undefined : model.space.replica.find('items', id)
        if (item !== undefined) openDialog({ kind: 'delete-item', id: item.id, title: item.title })
      },
    }),
    defineCommand({
      id: 'item.delete-confirmed',
      title: 'Delete this item',
      group,
      scope,
      isKeyOnly: true,
      run: async (_context, [id = '']) => {
        closeDialog()
        const { space } = model
        return await perform(deleteItems({ studio, space, itemIds: [toId(id)] }, page.client), {
          client: page.client,
          failedText: messages.unexpected,
        })
      },
    }),
    ...makeCollectionCommands(page, canEdit),
  ]
}

function makeCollectionCommands(page: SpacePage, canEdit: () => boolean): readonly Command[] {
  const { client, model, scope } = page
  const { studio, space } = model
  const idOf = (given: string | undefined): CollectionId | undefined =>
    given === undefined ? collectionOfCursor(model) : toId(given)
  return [
    defineCommand({
      id: 'collection.rename',
      title: 'Rename collection',
      group,
      scope,
      keys: ['shift+f2'],
      when: () => studio.can('create'),
      run: (_context, [given]) => {
        const collectionId = idOf(given)
        if (collectionId !== undefined) startEditing({ kind: 'collection-name', collectionId })
      },
    }),
    defineCommand({
      id: 'collection.save-name',
      title: 'Save the name of the collection',
      group,
      scope,
      isKeyOnly: true,
      run: async (_context, [id = '', text = '']) => await saveCollectionName(page, toId(id), text),
    }),
    defineCommand({
      id: 'collection.delete',
      title: 'Delete collection…',
      group,
      scope,
      when: () => studio.can('delete'),
      run: (_context, [given]) => {
        const id = idOf(given)
        const collection = id === undefined ? undefined : space.replica.find('collections', id)
        if (collection !== undefined && !collection.isDefault) {
          openDialog({ kind: 'delete-collection', id: collection.id, title: collection.name })
        }
      },
    }),
    defineCommand({
      id: 'collection.delete-confirmed',
      title: 'Delete this collection',
      group,
      scope,
      isKeyOnly: true,
      run: async (_context, [id = '']) => {
        closeDialog()
        return await perform(deleteCollection({ studio, space, collectionId: toId(id) }, client), {
          client,
          failedText: messages.unexpected,
        })
      },
    }),
    defineCommand({
      id: 'collection.collapse',
      title: 'Collapse the collection',
      group,
      scope,
      keys: ['['],
      when: () => collectionOfCursor(model) !== undefined,
      run: () => {
        const id = collectionOfCursor(model)
        if (id !== undefined && !spaceViewStore.collapsed.has(id)) toggleCollapsed(id)
      },
    }),
    defineCommand({
      id: 'collection.expand',
      title: 'Expand the collection',
      group,
      scope,
      keys: [']'],
      when: () => spaceViewStore.collapsed.size > 0,
      run: () => {
        const id = collectionOfCursor(model)
        // The cursor's own first; with that one open already, all of them.
        if (id !== undefined && spaceViewStore.collapsed.has(id)) toggleCollapsed(id)
        else setCollapsed([])
      },
    }),
    defineCommand({
      id: 'collection.collapse-all',
      title: 'Collapse all collections',
      group,
      scope,
      when: canEdit,
      run: () => setCollapsed(space.getCollections().map(({ id }) => id)),
    }),
  ]
}

/** The collection of the cursor's item. */
export function collectionOfCursor({ space }: SpaceModel): CollectionId | undefined {
  const itemId = cursorItem()
  return itemId === undefined ? undefined : space.replica.find('items', itemId)?.collectionId
}

/** A blank or unchanged name is ignored. */
async function saveItemName({ client, model }: SpacePage, itemId: ItemId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const title = text.trim()
  if (title === '' || title === model.space.replica.find('items', itemId)?.title) return undefined
  const operation = renameItem({ space: model.space, itemId, title }, client)
  return await perform(operation, { client, failedText: messages['rename-failed'] })
}

async function saveCollectionName(page: SpacePage, id: CollectionId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const { client, model } = page
  const { replica, studioId } = model.space
  const name = text.trim()
  if (name === '' || name === replica.find('collections', id)?.name) return undefined
  const changes = [{ key: id, fields: { name } }]
  const operation = setRowFields(
    { studioId, replica, table: 'collections', label: 'Rename collection', changes },
    client,
  )
  return await perform(operation, { client, failedText: messages['rename-failed'] })
}
