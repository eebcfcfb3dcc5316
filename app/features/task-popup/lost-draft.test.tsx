import 'fake-indexeddb/auto'
import { Blob as NodeBlob } from 'node:buffer'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId, type MediaId, type OperationId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { addFiles, beginToWrite, changeDraft, resetComposer } from '#app/widgets/comments/composer-store.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => {
  const user = { id: newId<UserId>(), email: 'mei@studio.example', displayName: 'Mei', avatarUrl: undefined }
  signedIn({ user: { ...user, isSuperAdmin: false }, studios: [], currentStudioId: undefined })
  world = await aPopup()
})
afterEach(async () => {
  await world.close()
  resetSession()
  vi.restoreAllMocks()
})

function firstTask(): TaskId {
  const [taskId] = world.fixture.taskIds
  if (taskId === undefined) throw new Error('The fixture has a task')
  return taskId
}

function aFile(name: string) {
  // Node's blob, which works like a browser's but for its type: jsdom's cannot be cloned into a database.
  return { id: newId<MediaId>(), name, blob: new NodeBlob(['frames'], { type: 'image/png' }) as unknown as Blob }
}

async function deleteFromElsewhere(): Promise<void> {
  const { server, userId, itemIds } = world.fixture
  const keys = itemIds.slice(0, 1)
  await server.connect(userId(2)).write({ kind: 'delete', table: 'items', keys }, newId<OperationId>())
}

test('a draft about an item that someone deletes can still be read and copied', async () => {
  const user = userEvent.setup()
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  act(() => beginToWrite(firstTask(), 'comment'))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'The left hand slides')

  await act(deleteFromElsewhere)

  expect(await screen.findByText(/It may have been deleted/)).toBeDefined()
  const kept = screen.getByRole('textbox', { name: 'Your draft' })
  expect(kept).toHaveProperty('value', 'The left hand slides')
  await user.click(screen.getByRole('button', { name: 'Copy the draft' }))
  expect(await navigator.clipboard.readText()).toBe('The left hand slides')
})

test('a deleted item without a draft shows only as not found', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })

  await act(deleteFromElsewhere)

  expect(await screen.findByText(/It may have been deleted/)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the files of a lost draft are shown and can be saved, even without a text', async () => {
  const user = userEvent.setup()
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  click.mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => 'blob:x'
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  act(() => addFiles(firstTask(), [aFile('paintover.png'), aFile('notes.pdf')]))

  await act(deleteFromElsewhere)

  const list = await screen.findByRole('list', { name: 'Files that were not posted' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save notes.pdf' }))
  expect(saved).toEqual(['notes.pdf'])
})

test('a lost draft names its time and drawings', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  const drawing = { mediaId: newId<MediaId>(), frame: 3, shapes: [] }
  act(() => changeDraft(firstTask(), { hours: 2, minutes: 30, drawings: [drawing] }))

  await act(deleteFromElsewhere)

  const kept = await screen.findByRole('textbox', { name: 'Your draft' })
  expect(kept).toHaveProperty('value', 'Time spent: 2h 30m')
  expect(screen.getByText(/^1 drawing/)).toBeDefined()
})

test('a lost draft is found again after a reload, with its files', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  act(() => changeDraft(firstTask(), { text: 'The left hand slides' }))
  act(() => addFiles(firstTask(), [aFile('paintover.png')]))
  await act(deleteFromElsewhere)
  await screen.findByRole('button', { name: 'Save paintover.png' })

  cleanup()
  act(resetComposer)
  world.openAt('?item=shot-0')

  expect(await screen.findByRole('button', { name: 'Save paintover.png' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Your draft' })).toHaveProperty('value', 'The left hand slides')
})

test('a lost draft can be discarded, and undo brings it back', async () => {
  const user = userEvent.setup()
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  act(() => changeDraft(firstTask(), { text: 'The left hand slides' }))
  act(() => addFiles(firstTask(), [aFile('paintover.png')]))
  await act(deleteFromElsewhere)

  await user.click(await screen.findByRole('button', { name: 'Discard' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unposted draft' })).toBeNull())
  act(() => toastStore.toasts[0]?.action?.run())
  expect(await screen.findByRole('button', { name: 'Save paintover.png' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Your draft' })).toHaveProperty('value', 'The left hand slides')
})

test('a lost draft is not shown for another item', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  act(() => changeDraft(firstTask(), { text: 'The left hand slides' }))
  await act(deleteFromElsewhere)
  await screen.findByRole('textbox', { name: 'Your draft' })

  cleanup()
  world.openAt('?item=shot-of-another-name')

  expect(await screen.findByText(/It may have been deleted/)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})
