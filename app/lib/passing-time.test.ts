import { expect, test } from 'vitest'
import { makePassingTime } from './passing-time.ts'

function aClock() {
  const at = { day: 1_700_000_000_000, steady: 40 }
  const now = makePassingTime(
    () => at.day,
    () => at.steady,
  )
  const pass = (milliseconds: number): void => {
    at.day += milliseconds
    at.steady += milliseconds
  }
  return { at, now, pass }
}

test('elapsed time goes on when the clock is set back by an hour', () => {
  const { at, now, pass } = aClock()
  pass(1000)
  expect(now()).toBe(1000)

  at.day -= 3_600_000
  expect(now()).toBe(1000)
  pass(500)
  expect(now()).toBe(1500)
})

test('elapsed time includes a machine’s sleep', () => {
  const { at, now } = aClock()

  at.day += 7_200_000

  expect(now()).toBe(7_200_000)
})
