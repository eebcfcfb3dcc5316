import 'fake-indexeddb/auto'
import { Blob as NodeBlob } from 'node:buffer'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId, type MediaId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { emptyDraft } from './draft.ts'
import {
  addFiles,
  beginToWrite,
  changeDraft,
  clearDraft,
  focusComposer,
  getDraft,
  insertIntoDraft,
  openDraft,
  removeFile,
  resetComposer,
  setComposerField,
} from './composer-store.ts'
import { getDraftFiles } from './draft-file-store.ts'

const taskId = newId<TaskId>()

function signIn(userId: UserId): void {
  signedIn({
    user: { id: userId, email: 'mei@studio.example', displayName: 'Mei', avatarUrl: undefined, isSuperAdmin: false },
    studios: [],
    currentStudioId: undefined,
  })
}

function attach(name: string): MediaId {
  const id = newId<MediaId>()
  // Node's Blob, the same as a browser's except in type: jsdom's cannot be cloned into a database.
  const blob = new NodeBlob([`the bytes of ${name}`], { type: 'image/png' }) as unknown as Blob
  addFiles(taskId, [{ id, name, blob }])
  return id
}

async function untilKept(userId: UserId, ids: readonly MediaId[]): Promise<void> {
  await vi.waitFor(async () => expect([...(await getDraftFiles(userId).load(ids)).keys()]).toEqual(ids), 30_000)
}

/** Simulates a reload: the store's memory is cleared, what is stored on the device stays. */
async function reload(): Promise<readonly string[]> {
  resetComposer()
  openDraft(taskId)
  await vi.waitFor(() => expect(getDraft(taskId).keptFiles).toEqual([]), 30_000)
  return await Promise.all(getDraft(taskId).files.map(async ({ name, blob }) => `${name}: ${await blob.text()}`))
}

let userId: UserId

beforeEach(() => {
  resetSession()
  resetComposer()
  localStorage.clear()
  resetToasts()
  userId = newId<UserId>()
  signIn(userId)
})

test('attached files survive a reload, in order and with their bytes', async () => {
  const ids = [attach('b.png'), attach('a.png')]
  await untilKept(userId, ids)

  expect(await reload()).toEqual(['b.png: the bytes of b.png', 'a.png: the bytes of a.png'])
})

test('typing or attaching before the stored files are read does not drop them', async () => {
  const first = attach('first.png')
  await untilKept(userId, [first])
  resetComposer()
  openDraft(taskId)

  changeDraft(taskId, { text: 'Look' })
  attach('second.png')

  await vi.waitFor(
    () => expect(getDraft(taskId).files.map(({ name }) => name)).toEqual(['first.png', 'second.png']),
    30_000,
  )
})

test('removed or posted files leave nothing behind', async () => {
  const [removed, posted] = [attach('removed.png'), attach('posted.png')]
  await untilKept(userId, [removed, posted])

  removeFile(taskId, removed)
  await untilKept(userId, [posted])
  clearDraft(taskId)

  await vi.waitFor(async () => expect((await getDraftFiles(userId).load([removed, posted])).size).toBe(0), 30_000)
  expect(await reload()).toEqual([])
})

test('after posting a revision the draft is a comment again', () => {
  changeDraft(taskId, { mode: 'revision', text: 'Done', hours: 2 })

  clearDraft(taskId)

  expect(getDraft(taskId)).toEqual(emptyDraft)
})

test('another person on the same device does not see attached files', async () => {
  const id = attach('mine.png')
  await untilKept(userId, [id])

  signIn(newId<UserId>())

  expect(await reload()).toEqual([])
})

test('another person on the same device does not see drafts', () => {
  changeDraft(taskId, { text: 'Between us' })

  signIn(newId<UserId>())
  openDraft(taskId)

  expect(getDraft(taskId).text).toBe('')
})

describe('before the composer field is rendered', () => {
  const fields = (): readonly HTMLTextAreaElement[] => [...document.querySelectorAll('textarea')]
  const draw = (id = taskId): HTMLTextAreaElement => {
    const field = document.createElement('textarea')
    field.value = getDraft(id).text
    document.body.append(field)
    setComposerField(id, field)
    return field
  }

  beforeEach(() => clearDraft(taskId))
  afterEach(() => document.body.replaceChildren())

  test('typed keys are text already, and move to the field with the caret', async () => {
    beginToWrite(taskId, 'revision')
    await userEvent.keyboard('Lit it{ArrowLeft}{ArrowLeft}')

    expect(getDraft(taskId)).toMatchObject({ mode: 'revision', text: 'Lit it' })
    const field = draw()

    expect(fields()).toEqual([field])
    expect(document.activeElement).toBe(field)
    expect([field.value, field.selectionStart]).toEqual(['Lit it', 4])
  })

  test('typing continues after the existing text', async () => {
    changeDraft(taskId, { text: 'Softer ' })

    focusComposer(taskId)
    await userEvent.keyboard('rim')

    expect(getDraft(taskId).text).toBe('Softer rim')
  })

  test('a reference is inserted as it would be into the field', async () => {
    focusComposer(taskId)
    insertIntoDraft(taskId, '@here[sh010]')
    await userEvent.keyboard('too dark')

    expect(draw().value).toBe('@here[sh010] too dark')
  })

  test('the stand-in goes when the focus moves away, and the field that follows does not take the focus', () => {
    const button = document.createElement('button')
    document.body.append(button)
    focusComposer(taskId)

    button.focus()
    const field = draw()

    expect(fields()).toEqual([field])
    expect(document.activeElement).toBe(button)
  })

  test('Esc leaves the stand-in even if the element it was opened from is gone', () => {
    const card = document.createElement('button')
    document.body.append(card)
    card.focus()
    beginToWrite(taskId, 'comment')
    card.remove()

    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))

    expect(document.activeElement).toBe(document.body)
    expect(document.querySelector('textarea')).toBeNull()
  })

  test('unseen text is not added to the next comment without notice', async () => {
    focusComposer(taskId)
    await userEvent.keyboard('Meant for later')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    expect(getDraft(taskId)).toMatchObject({ text: 'Meant for later', isUnseen: true })
    resetComposer()

    focusComposer(taskId)
    await userEvent.keyboard('Softer rim')

    const told = 'What you typed here before is kept in your comment: “Meant for later”'
    expect(toastStore.toasts.map(({ text }) => text)).toEqual([told])
    expect(draw().value).toBe('Meant for later\nSofter rim')
    expect(toastStore.toasts).toHaveLength(1)
  })

  test('text typed when the window closed is announced once at the next opening, and seen text is not', async () => {
    focusComposer(taskId)
    await userEvent.keyboard('Meant for later')
    // A closing window sends no blur to its focused element.
    resetComposer()
    document.body.replaceChildren()

    focusComposer(taskId)
    await userEvent.keyboard('Softer rim')
    expect(toastStore.toasts).toHaveLength(1)
    expect(draw().value).toBe('Meant for later\nSofter rim')
    resetComposer()
    document.body.replaceChildren()

    openDraft(taskId)
    draw()
    expect(toastStore.toasts).toHaveLength(1)
  })

  test('the field announces text that was typed before it and not seen', async () => {
    focusComposer(taskId)
    await userEvent.keyboard('Meant for later')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()

    draw()

    expect(toastStore.toasts).toHaveLength(1)
    expect(getDraft(taskId)).toMatchObject({ text: 'Meant for later', isUnseen: false })
  })

  test('the field of another task takes over nothing', async () => {
    const other = newId<TaskId>()
    focusComposer(taskId)
    await userEvent.keyboard('Mine')

    const field = draw(other)

    expect(field.value).toBe('')
    expect(document.activeElement).not.toBe(field)
  })
})
