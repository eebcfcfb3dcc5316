import { toId, type CollectionId, type ItemId, type ItemKindId } from '#core/lib/ids.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err } from '#core/lib/result.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { createItems } from '#core/items/create-items.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { showToastWhile } from '#app/stores/toast-while.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { closeDialog } from '../space-view-store.ts'
import { parseRows } from '../create/create-rows.ts'
import { keepFieldTexts, keepRows, readFieldTexts } from '../create/kept-rows.ts'
import { readNewFields } from '../create/new-fields.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Items and collections'

/** Commands that the create form runs. Its texts travel as arguments, so that every write goes through a command. */
export function makeCreateCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope })
  const { studio, space } = model
  return [
    define({
      id: 'item.create-rows',
      title: 'Create these items',
      isKeyOnly: true,
      run: async (_context, [collectionId = '', rows = '[]', kindId, texts = '{}']) => {
        const read = readNewFields(model, texts)
        // The form stays open with its input.
        if (!read.ok) return read
        closeDialog()
        keepRows(space.spaceId, [])
        keepFieldTexts(space.spaceId, {})
        const { item, task } = read.value
        const fields = Object.keys(item).length === 0 ? {} : { fields: item }
        const taskFields = Object.keys(task).length === 0 ? {} : { taskFields: task }
        const items = parseRows(rows).map(({ name, description }) => ({ title: name, description, ...fields }))
        const place = collectionId === '' ? {} : { collectionId: toId<CollectionId>(collectionId) }
        const kind = kindId === undefined ? {} : { kindId: kindId === '' ? null : toId<ItemKindId>(kindId) }
        const done = await perform(createItems({ studio, space, items, ...taskFields, ...place, ...kind }, client), {
          client,
          failedText: messages['items-create-failed'],
          doneText: items.length === 1 ? undefined : `${items.length} items created`,
          onRefused: () => {
            keepRows(space.spaceId, parseRows(rows))
            keepFieldTexts(space.spaceId, readFieldTexts(texts))
          },
        })
        if (done.ok) announceHidden(model, collectionId, new Set(items.map(({ title }) => title)))
        return done
      },
    }),
    define({
      id: 'collection.create',
      title: 'Create collection',
      isKeyOnly: true,
      needs: 'create',
      when: () => studio.can('create'),
      args: [
        { id: 'id', placeholder: 'Id', options: () => [], free: true },
        { id: 'name', placeholder: 'Name', options: () => [], free: true },
      ],
      run: async (_context, [id = '', name = '']) => {
        const result = await perform(createCollection({ space, name, id: toId(id) }, client), {
          client,
          failedText: messages['collection-create-failed'],
        })
        if (result.ok) return result
        const { message } = result.error
        return err(new AppError(result.error.code, messages['collection-create-failed'](message)))
      },
    }),
  ]
}

/** Shows a toast as long as the filter hides new items: they would seem to be lost. */
function announceHidden(model: SpaceModel, collectionId: string, titles: ReadonlySet<string>): void {
  const { space } = model
  const listHidden = (): readonly ItemId[] => {
    const shown = new Set(model.getLayout().sections.flatMap(({ itemIds }) => itemIds))
    return space
      .getCollections()
      .filter(({ id, isDefault }) => id === collectionId || (collectionId === '' && isDefault))
      .flatMap(({ id }) => space.getItems(id))
      .flatMap(({ id, title }) => (titles.has(title) && !shown.has(id) ? id : []))
  }
  const made = listHidden()
  if (made.length === 0) return
  const text =
    made.length === 1 ? 'The filter hides the new item.' : `The filter hides ${made.length} of the new items.`
  showToastWhile(
    { text, action: { label: 'Clear the filter', run: () => void runCommand('filter.clear') } },
    { subscribe: model.subscribe, holds: () => listHidden().some((id) => made.includes(id)) },
  )
}
