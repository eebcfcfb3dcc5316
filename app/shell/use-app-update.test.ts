import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startNewVersion } from './use-app-update.ts'

let control: () => void
const messageSkipWaiting = vi.fn<() => void>()
const workbox = {
  messageSkipWaiting,
  addEventListener: (_type: 'controlling', listener: () => void): void => {
    control = listener
  },
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  messageSkipWaiting.mockReset()
})

it('reloads once the new worker controls the page, and only once', () => {
  const reload = vi.fn<() => void>()
  startNewVersion(workbox, reload)

  expect(messageSkipWaiting).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  control()
  vi.advanceTimersByTime(60_000)

  expect(reload).toHaveBeenCalledOnce()
})

it('reloads after ten seconds even if the old worker does not finish', () => {
  const reload = vi.fn<() => void>()
  startNewVersion(workbox, reload)

  vi.advanceTimersByTime(10_000)

  expect(reload).toHaveBeenCalledOnce()
})
