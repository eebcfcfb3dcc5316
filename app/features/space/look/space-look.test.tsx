import { render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { newId, type UserId } from '#core/lib/ids.ts'
import { resetUi, toggleTheme } from '#app/stores/ui-store.ts'
import { signedIn, signedOut } from '#app/stores/session-store.ts'
import { SpaceLoading } from '../space-loading.tsx'
import { me } from '../test/a-space.ts'
import { findLook, saveLook, type SpaceLook } from '#app/widgets/space-look/space-look.ts'
import { useSaveLook } from './use-save-look.ts'

const look = { width: 1200, height: 800, url: 'data:image/webp;base64,AAAA' }
const here = { userId: me, path: location.pathname }
const user = { id: me, email: '', displayName: 'Ana', avatarUrl: undefined, isSuperAdmin: false }
const enter = (): void => signedIn({ user, studios: [], currentStudioId: undefined })

afterEach(() => {
  signedOut()
  localStorage.clear()
  resetUi()
})

test('a loading space shows how it was last seen by the signed-in person', () => {
  enter()
  saveLook(here, look)

  const { container } = render(<SpaceLoading />)

  expect(container.querySelector('img')?.getAttribute('src')).toBe(look.url)
  // A picture of rows is hidden from screen readers.
  expect(screen.queryByRole('img')).toBeNull()
})

test('without a stored look, or signed out, a loading space is an outline', () => {
  saveLook(here, look)

  const { container } = render(<SpaceLoading />)

  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByText('Loading…')).toBeDefined()
})

test('a look of another window size or theme is not used', () => {
  saveLook(here, look)
  expect(findLook(here)).toEqual(look)

  toggleTheme()

  expect(findLook(here)).toBeUndefined()
})

test('the looks of six spaces are kept, each for the person who saw it', () => {
  for (let number = 1; number <= 7; number += 1) saveLook({ userId: me, path: `/space/${number}` }, look)

  expect(findLook({ userId: me, path: '/space/1' })).toBeUndefined()
  expect(findLook({ userId: me, path: '/space/2' })).toEqual(look)
  expect(findLook({ userId: newId<UserId>(), path: '/space/7' })).toBeUndefined()
})

test.each([
  ['stays', () => undefined, look],
  ['has signed out while it was taken', signedOut, undefined],
])('whether a look is kept when the person %s', async (_, leave, kept) => {
  vi.useFakeTimers()
  enter()
  const picture = Promise.withResolvers<SpaceLook>()
  renderHook(() => useSaveLook({ takePicture: () => picture.promise }))
  await vi.advanceTimersByTimeAsync(1000)

  leave()
  picture.resolve(look)
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()

  expect(findLook(here)).toEqual(kept)
})

test('a stored text that is no picture is no look', () => {
  for (const text of ['', '\n\n', `${window.innerWidth}`, 'x\n1\n1\njavascript:0']) {
    localStorage.setItem(`spaceLook_${me}_${location.pathname}`, text)
    expect(findLook(here)).toBeUndefined()
  }
})
