import { beforeEach, expect, test, vi } from 'vitest'

/** The store as a page that has just been opened has it. */
async function open() {
  vi.resetModules()
  return await import('./sound-store.ts')
}

beforeEach(() => localStorage.clear())

test('is as loud as it was when the page is opened again', async () => {
  const { setVolume, toggleMuted } = await open()
  setVolume(0.4)
  toggleMuted()

  const { soundStore, toggleMuted: toggleAgain } = await open()

  expect(soundStore.get()).toEqual({ volume: 0.4, isMuted: true })
  toggleAgain()
  expect(soundStore.get()).toEqual({ volume: 0.4, isMuted: false })
})

test('a volume is held to what there is, is heard again, and silence is muted', async () => {
  const { setVolume, soundStore, toggleMuted } = await open()
  toggleMuted()

  setVolume(1.2)
  expect(soundStore.get()).toEqual({ volume: 1, isMuted: false })
  setVolume(-0.1)
  expect(soundStore.get()).toEqual({ volume: 0, isMuted: true })
  toggleMuted()
  expect(soundStore.get()).toEqual({ volume: 1, isMuted: false })
})

test('what the browser silences is heard the next time', async () => {
  const { hush, soundStore, setVolume } = await open()
  setVolume(0.6)

  hush()

  expect(soundStore.get()).toEqual({ volume: 0.6, isMuted: true })
  expect((await open()).soundStore.get()).toEqual({ volume: 0.6, isMuted: false })
})

test('full volume where what was kept cannot be read', async () => {
  for (const kept of ['loud', '3', '{"volume":7,"isMuted":false}', '{"volume":"1"}', '{}']) {
    localStorage.setItem('sound', kept)

    expect((await open()).soundStore.get()).toEqual({ volume: 1, isMuted: false })
  }
})
