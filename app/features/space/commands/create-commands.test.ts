import { afterEach, expect, test, vi } from 'vitest'
import { createFields, deleteFields } from '#core/fields/change-fields.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { registry } from '#app/commands/registry.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { partTexts } from '../create/new-fields.ts'
import { findKeptFieldTexts, findKeptRows } from '../create/kept-rows.ts'
import { resetSpaceView, setFilterText } from '../space-view-store.ts'
import { openTestSpace } from '../test/a-space.ts'
import { makeCreateCommands } from './create-commands.ts'

let takeAway = (): void => undefined

afterEach(() => {
  takeAway()
  resetSpaceView()
  resetToasts()
  undoStack.clear()
  localStorage.clear()
})

async function openForm() {
  const page = await openTestSpace()
  const id = newId<FieldId>()
  const { client, studio, model } = page
  const field = { id, name: 'Frames', kind: 'number', defaultValue: 24 } as const
  const made = await createFields({ studio, fields: [field] }, client)
  if (!made.ok) throw made.error
  await made.value.answered
  takeAway = registry.register(makeCreateCommands({ ...page, scope: 'grid' }))
  const collectionId = model.space.getCollections()[0]?.id ?? ''
  const create = async (title: string, text?: string): Promise<void> => {
    const texts = text === undefined ? {} : { [id]: text }
    const args = [collectionId, JSON.stringify([{ name: title }]), '', JSON.stringify(texts)]
    await runCommand('item.create-rows', { args })
  }
  const find = (title: string): unknown =>
    [...model.space.replica.getRows('items').values()].find((item) => item.title === title)?.fields
  return { page, id, create, find }
}

test('new items have the values typed, else the defaults, at once; none where the default was cleared', async () => {
  const { create, find } = await openForm()

  await create('typed', '48')
  await create('left')
  await create('empty', '')

  expect([find('typed'), find('left'), find('empty')]).toEqual([{ frames: 48 }, { frames: 24 }, undefined])
})

test('a toast says that the filter hides the new item, and shows it again', async () => {
  const { page, create } = await openForm()

  await create('seen')
  expect(toastStore.toasts).toEqual([])
  setFilterText('nothing like it')
  await create('unseen')

  expect(toastStore.toasts.map(({ text, action }) => [text, action?.label])).toEqual([
    ['The filter hides the new item.', 'Clear the filter'],
  ])
  expect(page.model.getLayout().itemCount).toBe(0)
})

test.each([
  ['the creation is undone', async () => void (await undoStack.undo())],
  ['the filter is cleared', async () => setFilterText('')],
])('the toast about hidden new items goes once %s', async (_what, act) => {
  const { create } = await openForm()
  setFilterText('nothing like it')
  await create('unseen')
  expect(toastStore.toasts).toHaveLength(1)

  await act()

  await vi.waitFor(() => expect(toastStore.toasts.filter(({ text }) => text.includes('hides'))).toEqual([]), 30_000)
})

test('the create form keeps its input when a field or the server refuses it', async () => {
  const { page, id, create, find } = await openForm()

  await create('wrong', 'many')
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Frames: “many” is not a number.'])
  expect(find('wrong')).toBeUndefined()

  // Somebody has made it a date, which this device does not know yet.
  page.server.setLive(false)
  const [field] = page.server.list('field_definitions')
  if (field === undefined) throw new Error('The field was made')
  page.server.seed(
    'field_definitions',
    [{ ...field, kind: 'date', defaultValue: undefined }],
    `studio:${page.studio.studioId}`,
  )
  await create('refused', '96')

  await vi.waitFor(() => expect(findKeptRows(page.model.row.id)?.rows[0]?.name).toBe('refused'), 30_000)
  expect(findKeptFieldTexts(page.model.row.id)).toEqual({ [id]: '96' })
})

test('input for a field that has become another kind is converted, as for existing items', async () => {
  const { page, create } = await openForm()
  page.server.setLive(false)
  const [field] = page.server.list('field_definitions')
  if (field === undefined) throw new Error('The field was made')
  const changed = { ...field, kind: 'text' as const, defaultValue: undefined }
  page.server.seed('field_definitions', [changed], `studio:${page.studio.studioId}`)

  await create('converted', '96')

  await vi.waitFor(
    () =>
      expect(page.server.list('items').find(({ title }) => title === 'converted')?.fields).toEqual({ frames: '96' }),
    30_000,
  )
})

test('input for a field that is gone is separated from the rest', async () => {
  const { page, id } = await openForm()
  const other = newId<FieldId>()
  const field = { id: other, name: 'Camera', kind: 'text' } as const
  await createFields({ studio: page.studio, fields: [field] }, page.client)
  const texts = { [id]: '48', [other]: 'A7' }
  expect(partTexts(page.model, texts)).toEqual({ kept: texts, homeless: [] })

  await deleteFields({ studio: page.studio, ids: [other] }, page.client)

  expect(partTexts(page.model, texts)).toEqual({ kept: { [id]: '48' }, homeless: ['A7'] })
})
