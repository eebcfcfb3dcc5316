import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdKey } from './hold-key.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a tap acts once', () => {
  const act = vi.fn<() => void>()

  holdKey(act)
  window.dispatchEvent(new Event('keyup'))
  vi.advanceTimersByTime(5000)

  expect(act).toHaveBeenCalledTimes(1)
})

test.each(['keyup', 'blur'])('a held key acts four times a second until %s', (end) => {
  const act = vi.fn<() => void>()

  holdKey(act)
  vi.advanceTimersByTime(1000)
  window.dispatchEvent(new Event(end))
  vi.advanceTimersByTime(5000)

  expect(act).toHaveBeenCalledTimes(1 + 4)
})
