import { toId, type ItemId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { deleteItems } from '#core/operations/delete-items.ts'
import { renameItem } from '#core/operations/rename-item.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { closeDialog, openDialog, startEditing, stopEditing } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { cursorItem } from './targets.ts'

const group = 'Items and collections'

/** Creating, renaming and deleting items. Ids come as arguments from a menu, else from the cursor. */
export function makeItemCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const { studio } = model
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
    ...makeDeleteCommands(page),
  ]
}

function makeDeleteCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const { studio } = model
  return [
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
          doneText: 'Item deleted',
        })
      },
    }),
  ]
}

/** A blank or unchanged name is ignored. */
async function saveItemName({ client, model }: SpacePage, itemId: ItemId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const title = text.trim()
  if (title === '' || title === model.space.replica.find('items', itemId)?.title) return undefined
  const operation = renameItem({ space: model.space, itemId, title }, client)
  return await perform(operation, { client, failedText: messages['rename-failed'] })
}
