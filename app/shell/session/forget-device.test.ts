import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { tellDone } from '#app/commands/tell-done.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { forgetDevice } from './forget-device.ts'

const before = { 'xsheet-session': 'tokens', lastSession: 'who', theme: 'dark', spaceLook_x: 'a picture' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value)
  sessionStorage.setItem('pendingInvite', 'a-token')
})

test('who signs out leaves nothing but what is the device’s own', async () => {
  await forgetDevice('signed-out')

  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ theme: 'dark' })
  expect(sessionStorage).toHaveLength(0)
})

test('who signs in after somebody else stays signed in, and keeps the invite that brought them', async () => {
  await forgetDevice('replaced')

  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ theme: 'dark', 'xsheet-session': 'tokens' })
  expect(sessionStorage.getItem('pendingInvite')).toBe('a-token')
})

test('what they did is no longer offered to be undone', async () => {
  tellDone({ text: '2 tasks deleted', act: 'deleting', action: { label: 'Undo', run: () => undefined } })

  await forgetDevice('signed-out')

  expect(toastStore.toasts).toEqual([])
})

test('files attached to drafts go with whoever signs out, another page’s database stays', async () => {
  for (const name of ['xsheet-drafts-ann', 'somebody-elses']) await makeDatabase(name)

  await forgetDevice('signed-out')

  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['somebody-elses'])
})

async function makeDatabase(name: string): Promise<void> {
  const request = indexedDB.open(name)
  await new Promise((resolve) => request.addEventListener('success', resolve))
  request.result.close()
}
