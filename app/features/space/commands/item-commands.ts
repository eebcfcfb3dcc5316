import { toId, type ItemId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { deleteItems } from '#core/items/delete-items.ts'
import { setItemKind } from '#core/items/set-item-kind.ts'
import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import { setFirstFrame } from '#core/items/set-first-frame.ts'
import { setItemFlag } from '#core/items/set-item-flag.ts'
import { itemFlags, type ItemFlagSpec } from '#core/schema/item-flags.ts'
import { setItemThumbnail } from '#core/items/set-item-thumbnail.ts'
import { renameItem } from '#core/items/rename-item.ts'
import { defineCommand, defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { setThumbnail } from '#app/widgets/thumbnail/set-thumbnail.ts'
import { closeDialog, openDialog, startEditing, stopEditing } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem, hasTargets, targetItems } from './targets.ts'

const group = 'Items and collections'

/** Commands that create, rename and delete items. Ids come as arguments from a menu, else from the cursor. */
export function makeItemCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  const { studio } = model
  return [
    define({
      id: 'item.create',
      title: 'Create item',
      keys: ['c'],
      keywords: ['shot', 'illustration', 'new', 'add'],
      needs: 'create',
      when: () => studio.can('create'),
      run: (_context, [kindId]) => openDialog({ kind: 'create', kindId }),
    }),
    define({
      id: 'item.rename',
      title: 'Rename item',
      keys: ['f2'],
      needs: 'create',
      when: () => studio.can('create'),
      run: (_context, [id]) => {
        const itemId = id === undefined ? cursorItem() : toId<ItemId>(id)
        if (itemId !== undefined) startEditing({ kind: 'item-name', itemId })
      },
    }),
    define({
      id: 'item.save-name',
      title: 'Save the name',
      isKeyOnly: true,
      run: async (_context, [id = '', text = '']) => await saveItemName(page, toId(id), text),
    }),
    ...itemFlags.map((flag) =>
      define({
        ...flag.command,
        needs: 'create',
        when: () => studio.can('create') && hasTargets(),
        run: async () => await toggleFlag(page, flag),
      }),
    ),
    makeFirstFrameCommand(page),
    ...makeThumbnailCommands(page),
    makeKindCommand(page),
    ...makeDeleteCommands(page),
  ]
}

function makeFirstFrameCommand(page: SpacePage): Command {
  const { client, model, scope } = page
  const { space, studio } = model
  return defineCommand({
    id: 'item.first-frame',
    title: 'First frame of its films…',
    group,
    scope,
    keywords: ['1001', 'frame number', 'start frame'],
    needs: 'create',
    when: () => studio.can('create') && hasTargets(),
    args: [
      {
        id: 'number',
        placeholder: 'Number of the first frame, such as 1001',
        free: true,
        options: () => [{ value: '', label: 'As in the project' }],
      },
    ],
    run: async (_context, [typed = '']) => {
      const firstFrame = parseFirstFrame(typed)
      if (!firstFrame.ok) return firstFrame
      const itemIds = targetItems(model)
      if (itemIds.length === 0) return undefined
      return await perform(setFirstFrame({ space, itemIds, firstFrame: firstFrame.value }, client), {
        client,
        failedText: messages.unexpected,
        doneText:
          firstFrame.value === undefined ? 'Frames count as in the project' : `Frames count from ${typed.trim()}`,
      })
    },
  })
}

function makeThumbnailCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  return [
    define({
      id: 'item.set-thumbnail',
      title: 'Set the item’s thumbnail',
      keys: ['shift+p'],
      keywords: ['picture', 'image', 'cover'],
      needs: 'create',
      when: () => model.studio.can('create') && cursorItem() !== undefined,
      run: async () => await setThumbnailOfCursor(page),
    }),
    define({
      id: 'item.reset-thumbnail',
      title: 'Show the newest revision as thumbnail again',
      keywords: ['picture', 'image', 'reset', 'remove', 'poster'],
      needs: 'create',
      when: () => model.studio.can('create') && listWithThumbnail(page).length > 0,
      run: async () => await resetThumbnails(page),
    }),
  ]
}

function makeKindCommand(page: SpacePage): Command {
  const { model, scope } = page
  const { studio } = model
  return defineCommand({
    id: 'item.set-kind',
    title: 'Set the kind…',
    group,
    scope,
    keywords: ['character', 'prop', 'set', 'asset', 'type'],
    needs: 'create',
    when: () => studio.can('create') && hasTargets(),
    args: [
      {
        id: 'kind',
        placeholder: 'Kind',
        options: () => studio.getKinds().map(({ id, name, key }) => ({ value: id, label: name, keywords: [key] })),
      },
    ],
    run: async (_context, [id = '']) => {
      const { space } = model
      const kind = studio.replica.find('item_kinds', id)
      const itemIds = targetItems(model)
      const count = itemIds.length === 1 ? 'Item' : `${itemIds.length} items`
      return await perform(setItemKind({ space, itemIds, kind }, page.client), {
        client: page.client,
        failedText: messages.unexpected,
        doneText: `${count}: ${kind?.name ?? 'no kind'}`,
      })
    },
  })
}

function makeDeleteCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  const { studio } = model
  return [
    define({
      id: 'item.delete',
      title: 'Delete item…',
      keys: ['mod+delete', 'mod+backspace'],
      needs: 'delete',
      when: () => studio.can('delete'),
      run: (_context, [given]) => {
        const id = given === undefined ? cursorItem() : toId<ItemId>(given)
        const item = id === undefined ? undefined : model.space.replica.find('items', id)
        if (item !== undefined) openDialog({ kind: 'delete-item', id: item.id, title: item.title })
      },
    }),
    define({
      id: 'item.delete-confirmed',
      title: 'Delete this item',
      isKeyOnly: true,
      run: async (_context, [id = '']) => {
        closeDialog()
        const { space } = model
        return await perform(deleteItems({ studio, space, itemIds: [toId(id)] }, page.client), {
          client: page.client,
          failedText: messages.unexpected,
          doneText: 'Item deleted',
        })
      },
    }),
  ]
}

/** Turns a flag of the selected items on, or off where all have it. */
async function toggleFlag({ client, model }: SpacePage, { field, on, off }: ItemFlagSpec): Promise<CommandOutcome> {
  const { space } = model
  const chosen = targetItems(model).flatMap((id) => space.replica.find('items', id) ?? [])
  const isOn = chosen.some((item) => !item[field])
  const itemIds = chosen.filter((item) => item[field] !== isOn).map(({ id }) => id)
  if (itemIds.length === 0) return undefined
  const count = itemIds.length === 1 ? 'Item' : `${itemIds.length} items`
  return await perform(setItemFlag({ space, itemIds, flag: field, isOn }, client), {
    client,
    failedText: messages.unexpected,
    doneText: `${count} ${(isOn ? on : off).done}`,
  })
}

async function setThumbnailOfCursor({ client, model }: SpacePage): Promise<CommandOutcome> {
  const { space, studio } = model
  const itemId = cursorItem()
  const file = itemId === undefined ? undefined : await chooseFile('image/*')
  if (itemId === undefined || file === undefined) return undefined
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  return await setThumbnail({ client, studioId: studio.studioId, projectId, file }, async (mediaId) =>
    setItemThumbnail({ space, itemIds: [itemId], mediaId }, client),
  )
}

/** Lists the selected items that have a thumbnail of their own. */
function listWithThumbnail({ model }: SpacePage): readonly ItemId[] {
  return targetItems(model).filter((id) => model.space.replica.find('items', id)?.thumbnailMediaId !== undefined)
}

async function resetThumbnails(page: SpacePage): Promise<CommandOutcome> {
  const { client, model } = page
  const itemIds = listWithThumbnail(page)
  if (itemIds.length === 0) return undefined
  return await perform(setItemThumbnail({ space: model.space, itemIds, mediaId: undefined }, client), {
    client,
    failedText: messages.unexpected,
    doneText: itemIds.length === 1 ? 'Thumbnail reset' : `${itemIds.length} thumbnails reset`,
  })
}

/** Renames an item; ignores a blank or unchanged name. */
async function saveItemName({ client, model }: SpacePage, itemId: ItemId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const title = text.trim()
  if (title === '' || title === model.space.replica.find('items', itemId)?.title) return undefined
  const operation = renameItem({ space: model.space, itemId, title }, client)
  return await perform(operation, { client, failedText: messages['rename-failed'] })
}
