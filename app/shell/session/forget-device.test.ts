import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { announceDone } from '#app/commands/announce-done.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { forgetDevice } from './forget-device.ts'

const before = { 'xsheet-session': 'tokens', lastSession: 'who', theme: 'dark', spaceLook_x: 'a picture' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value)
  sessionStorage.setItem('pendingInvite', 'a-token')
})

test("signing out leaves only the device's own settings", async () => {
  await forgetDevice('signed-out')

  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ theme: 'dark' })
  expect(sessionStorage).toHaveLength(0)
})

test('someone signing in after another person stays signed in, and keeps the invite that brought them', async () => {
  await forgetDevice('replaced')

  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ theme: 'dark', 'xsheet-session': 'tokens' })
  expect(sessionStorage.getItem('pendingInvite')).toBe('a-token')
})

test("the previous person's changes can no longer be undone from a toast", async () => {
  announceDone({ text: '2 tasks deleted', act: 'deleting', action: { label: 'Undo', run: () => undefined } })

  await forgetDevice('signed-out')

  expect(toastStore.toasts).toEqual([])
})

test("signing out deletes files attached to drafts, but not other pages' databases", async () => {
  for (const name of ['xsheet-drafts-ann', 'somebody-elses']) await makeDatabase(name)

  await forgetDevice('signed-out')

  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['somebody-elses'])
})

async function makeDatabase(name: string): Promise<void> {
  const request = indexedDB.open(name)
  await new Promise((resolve) => request.addEventListener('success', resolve))
  request.result.close()
}
