import { expect, onTestFinished, test, vi } from 'vitest'
import { makeRateLimit } from './rate-limit.ts'

function aLimit() {
  const clock = { now: 1_000 }
  const limit = makeRateLimit({ failures: 2, windowMs: 60_000, now: () => clock.now })
  return { clock, limit }
}

test('a caller may fail a limited number of times, then waits for the end of the window', () => {
  const { clock, limit } = aLimit()

  limit.countFailure('a')
  expect(limit.findWait('a')).toBe(0)
  clock.now += 10_000
  limit.countFailure('a')

  expect(limit.findWait('a')).toBe(50_000)
  clock.now += 50_000
  expect(limit.findWait('a')).toBe(0)
})

test('one caller does not use up another’s attempts', () => {
  const { limit } = aLimit()

  limit.countFailure('a')
  limit.countFailure('a')

  expect(limit.findWait('b')).toBe(0)
})

test('a new window starts at zero', () => {
  const { clock, limit } = aLimit()
  limit.countFailure('a')
  limit.countFailure('a')
  clock.now += 60_000

  limit.countFailure('a')

  expect(limit.findWait('a')).toBe(0)
})

test('a clock set back by an hour locks nobody out for an hour', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limit = makeRateLimit({ failures: 1, windowMs: 60_000 })
  limit.countFailure('a')

  vi.setSystemTime(Date.now() - 3_600_000)

  expect(limit.findWait('a')).toBeLessThanOrEqual(60_000)
  vi.advanceTimersByTime(60_000)
  expect(limit.findWait('a')).toBe(0)
})
