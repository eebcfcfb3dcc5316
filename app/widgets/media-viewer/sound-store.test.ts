import { beforeEach, expect, test, vi } from 'vitest'

/** Loads the store as a newly opened page would. */
async function open() {
  vi.resetModules()
  return await import('./sound-store.ts')
}

beforeEach(() => localStorage.clear())

test('the volume is remembered when the page is opened again', async () => {
  const { setVolume, toggleMuted } = await open()
  setVolume(0.4)
  toggleMuted()

  const { soundStore, toggleMuted: toggleAgain } = await open()

  expect(soundStore.get()).toEqual({ volume: 0.4, isMuted: true })
  toggleAgain()
  expect(soundStore.get()).toEqual({ volume: 0.4, isMuted: false })
})

test('a volume is clamped, unmutes, and zero mutes', async () => {
  const { setVolume, soundStore, toggleMuted } = await open()
  toggleMuted()

  setVolume(1.2)
  expect(soundStore.get()).toEqual({ volume: 1, isMuted: false })
  setVolume(-0.1)
  expect(soundStore.get()).toEqual({ volume: 0, isMuted: true })
  toggleMuted()
  expect(soundStore.get()).toEqual({ volume: 1, isMuted: false })
})

test('sound muted by the browser is heard again on the next visit', async () => {
  const { muteForVisit, soundStore, setVolume } = await open()
  setVolume(0.6)

  muteForVisit()

  expect(soundStore.get()).toEqual({ volume: 0.6, isMuted: true })
  expect((await open()).soundStore.get()).toEqual({ volume: 0.6, isMuted: false })
})

test('an unreadable stored volume means full volume', async () => {
  for (const kept of ['loud', '3', '{"volume":7,"isMuted":false}', '{"volume":"1"}', '{}']) {
    localStorage.setItem('sound', kept)

    expect((await open()).soundStore.get()).toEqual({ volume: 1, isMuted: false })
  }
})
