import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Undo, UndoStep } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err } from '#core/lib/result.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { reversible } from '#app/commands/define-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { toCommandUndo } from '#app/widgets/perform.ts'
import { forgetDevice } from './forget-device.ts'
import { keepUndo } from './keep-undo.ts'

const aRename = (title: string) => ({
  kind: 'update',
  table: 'items',
  changes: [{ key: 'a', fields: { title, dueDate: undefined } }],
})

const aChange = (title: string): Undo => ({
  label: `Rename ${title}`,
  steps: [{ studioId: newId<StudioId>(), scopes: [], mutation: aRename(title) }],
})

/** A client with only what undo needs. */
function aClient(userId = newId<UserId>()) {
  // Having nothing to undo is not a failure, and shows no toast.
  const nothing = err(new AppError('not-found', messages['not-found']))
  const carryOut = vi.fn<(step: UndoStep) => Promise<typeof nothing>>(async () => await Promise.resolve(nothing))
  return { carryOut, client: { userId, carryOut } as unknown as StudioClient }
}

let stop: () => void = () => undefined

beforeEach(() => {
  sessionStorage.clear()
  undoStack.clear()
  resetToasts()
})
afterEach(() => stop())

/** Simulates a reload of the page. */
function reload(client: StudioClient): void {
  stop()
  undoStack.clear()
  stop = keepUndo(client)
}

test('a change can be undone unchanged after a reload', async () => {
  const { client, carryOut } = aClient()
  stop = keepUndo(client)
  const change = aChange('sh010')
  undoStack.record(toCommandUndo(change, { client, failedText: '' }))

  reload(client)

  expect(await undoStack.undo()).toBe('Rename sh010')
  expect(carryOut.mock.calls).toEqual([[change.steps[0]]])
  reload(client)
  expect(undoStack.canUndo()).toBe(false)
})

test('an undo that is not a data change is lost on reload, with everything before it', async () => {
  const { client } = aClient()
  stop = keepUndo(client)
  undoStack.record(toCommandUndo(aChange('sh010'), { client, failedText: '' }))
  undoStack.record(reversible('Change a key', { apply: () => undefined, undo: () => undefined }))
  undoStack.record(toCommandUndo(aChange('sh020'), { client, failedText: '' }))

  reload(client)

  expect(await undoStack.undo()).toBe('Rename sh020')
  expect(await undoStack.undo()).toBeUndefined()
})

test('nobody can undo what someone else did earlier in this tab', async () => {
  const first = aClient()
  stop = keepUndo(first.client)
  undoStack.record(toCommandUndo(aChange('sh010'), { client: first.client, failedText: '' }))
  stop()
  await forgetDevice('replaced')

  reload(aClient().client)
  expect(undoStack.canUndo()).toBe(false)
  reload(first.client)
  expect(undoStack.canUndo()).toBe(false)
})

test('an unreadable undo is reported once and skipped, and the rest can be undone', async () => {
  const { client } = aClient()
  stop = keepUndo(client)
  const broken: Undo = {
    label: 'Tint sh010',
    steps: aChange('x').steps.map((step) => ({ ...step, mutation: { kind: 'tint-items' } })),
  }
  for (const change of [aChange('sh010'), broken, aChange('sh020')])
    undoStack.record(toCommandUndo(change, { client, failedText: '' }))

  reload(client)

  expect(toastStore.toasts.map(({ text }) => text)).toEqual([
    '“Undo: Tint sh010” was kept in a form that cannot be read, and was not sent.',
  ])
  expect(await undoStack.undo()).toBe('Rename sh020')
  expect(await undoStack.undo()).toBe('Rename sh010')
})
