import { toId, type CollectionId } from '#core/lib/ids.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { messages } from '#core/lib/messages.ts'
import { deleteCollection } from '#core/items/delete-collection.ts'
import { renameCollection } from '#core/items/rename-collection.ts'
import { setCollectionEpisode } from '#core/items/set-collection-episode.ts'
import { defineCommand, defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import type { SpaceModel } from '../model/space-model.ts'
import {
  closeDialog,
  moveCursor,
  openDialog,
  setCollapsed,
  spaceViewStore,
  startEditing,
  stopEditing,
  toggleCollapsed,
} from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem } from './targets.ts'

const group = 'Items and collections'

/** Commands that rename, delete and collapse collections. Ids come as arguments from a menu, else from the cursor. */
export function makeCollectionCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  return [
    define({
      id: 'collection.rename',
      title: 'Rename collection',
      keys: ['shift+f2'],
      needs: 'create',
      when: () => model.studio.can('create') && spaceViewStore.group === undefined,
      run: (_context, [given]) => {
        const collectionId = idOfCollection(model, given)
        if (collectionId !== undefined) startEditing({ kind: 'collection-name', collectionId })
      },
    }),
    define({
      id: 'collection.save-name',
      title: 'Save the name of the collection',
      isKeyOnly: true,
      run: async (_context, [id = '', text = '']) => await saveCollectionName(page, toId(id), text),
    }),
    makeGoCommand(page),
    makeEpisodeCommand(page),
    ...makeDeleteCommands(page),
    ...makeFoldCommands(page),
  ]
}

function makeGoCommand({ model, scope }: SpacePage): Command {
  return defineCommand({
    id: 'collection.go',
    title: 'Go to a collection…',
    group,
    scope,
    keywords: ['jump', 'sequence', 'find'],
    when: () => spaceViewStore.group === undefined && model.getLayout().sections.length > 0,
    args: [
      {
        id: 'collection',
        placeholder: 'Which collection?',
        options: () => model.space.getCollections().map(({ id, name }) => ({ value: id, label: name })),
        empty: 'There are no collections yet',
      },
    ],
    run: (_context, [given = '']) => {
      const id = toId<CollectionId>(given)
      if (spaceViewStore.collapsed.has(id)) toggleCollapsed(id)
      const { sections, order } = model.getLayout()
      const itemId = sections.find((section) => section.id === id)?.itemIds[0]
      const stageId = order.stageIds[0]
      if (itemId !== undefined && stageId !== undefined) moveCursor(toCellKey(itemId, stageId))
    },
  })
}

function makeEpisodeCommand(page: SpacePage): Command {
  const { client, model, scope } = page
  const { space, studio } = model
  return defineCommand({
    id: 'collection.set-episode',
    title: 'Set the episode of the collection…',
    group,
    scope,
    needs: 'create',
    keywords: ['tree', 'series'],
    when: () => studio.can('create') && idOfCollection(model, undefined) !== undefined,
    args: [
      {
        id: 'episode',
        placeholder: 'Which episode? Write the name of a new one',
        options: () => [
          { value: '', label: 'No episode' },
          ...[...new Set(space.getCollections().flatMap(({ episode }) => episode ?? []))].map((episode) => ({
            value: episode,
            label: episode,
          })),
        ],
        free: true,
      },
    ],
    run: async (_context, [episode = '']) => {
      const collectionId = idOfCollection(model, undefined)
      if (collectionId === undefined) return undefined
      const operation = setCollectionEpisode({ space, collectionId, episode }, client)
      return await perform(operation, { client, failedText: messages.unexpected })
    },
  })
}

function makeDeleteCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope })
  const { studio, space } = model
  return [
    define({
      id: 'collection.delete',
      title: 'Delete collection…',
      needs: 'delete',
      when: () => studio.can('delete'),
      run: (_context, [given]) => {
        const id = idOfCollection(model, given)
        const collection = id === undefined ? undefined : space.replica.find('collections', id)
        if (collection !== undefined && !collection.isDefault) {
          openDialog({ kind: 'delete-collection', id: collection.id, title: collection.name })
        }
      },
    }),
    define({
      id: 'collection.delete-confirmed',
      title: 'Delete this collection',
      isKeyOnly: true,
      run: async (_context, [id = '']) => {
        closeDialog()
        return await perform(deleteCollection({ studio, space, collectionId: toId(id) }, client), {
          client,
          failedText: messages.unexpected,
          doneText: 'Collection deleted',
        })
      },
    }),
  ]
}

function makeFoldCommands({ model, scope }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope })
  return [
    define({
      id: 'collection.collapse',
      title: 'Collapse the collection',
      keys: ['['],
      when: () => collectionOfCursor(model) !== undefined,
      run: () => {
        const id = sectionOfCursor(model)
        if (id !== undefined && !spaceViewStore.collapsed.has(id)) toggleCollapsed(id)
      },
    }),
    define({
      id: 'collection.expand',
      title: 'Expand the collection',
      keys: [']'],
      when: () => spaceViewStore.collapsed.size > 0,
      run: () => {
        const id = sectionOfCursor(model)
        // Expands the cursor's own collection, or all where that one is open already.
        if (id !== undefined && spaceViewStore.collapsed.has(id)) toggleCollapsed(id)
        else setCollapsed([])
      },
    }),
    define({
      id: 'collection.collapse-all',
      title: 'Collapse all collections',
      when: () => collectionOfCursor(model) !== undefined,
      run: () => setCollapsed(model.getLayout().sections.map(({ id }) => id)),
    }),
  ]
}

/** Returns the given collection, else the one whose menu is open, else that of the cursor's item. */
export function idOfCollection(model: SpaceModel, given: string | undefined): CollectionId | undefined {
  const { menuPlace } = spaceViewStore
  if (given !== undefined) return toId(given)
  return menuPlace?.kind === 'collection' ? menuPlace.id : collectionOfCursor(model)
}

/** Returns the section to collapse: that of the menu, else the cursor's collection or group. */
function sectionOfCursor(model: SpaceModel): CollectionId | undefined {
  if (spaceViewStore.group === undefined) return idOfCollection(model, undefined)
  const itemId = cursorItem()
  return model.getLayout().sections.find(({ itemIds }) => itemId !== undefined && itemIds.includes(itemId))?.id
}

/** Returns the collection of the cursor's item. */
export function collectionOfCursor({ space }: SpaceModel): CollectionId | undefined {
  const itemId = cursorItem()
  return itemId === undefined ? undefined : space.replica.find('items', itemId)?.collectionId
}

/** Renames a collection; ignores a blank or unchanged name. */
async function saveCollectionName(page: SpacePage, id: CollectionId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const { client, model } = page
  const { space } = model
  const name = text.trim()
  if (name === '' || name === space.replica.find('collections', id)?.name) return undefined
  const operation = renameCollection({ space, collectionId: id, name }, client)
  return await perform(operation, { client, failedText: messages['rename-failed'] })
}
