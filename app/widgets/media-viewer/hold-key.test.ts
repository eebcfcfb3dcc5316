import { expect, test } from 'vitest'
import { makeHeldKey } from './hold-key.ts'

/** How often it acts when the keyboard repeats every 30 ms for so long. */
function countActs(isWanted: () => boolean, { clock, forMs }: { clock: { ms: number }; forMs: number }): number {
  let acts = 0
  for (const end = clock.ms + forMs; clock.ms < end; clock.ms += 30) acts += isWanted() ? 1 : 0
  return acts
}

test('presses act once each, however fast they follow one another', () => {
  const clock = { ms: 0 }
  const isWanted = makeHeldKey(() => clock.ms)

  const acted = [0, 1, 2].map(() => {
    const isActing = isWanted()
    window.dispatchEvent(new Event('keyup'))
    return isActing
  })

  expect(acted).toEqual([true, true, true])
})

test('a press acts once though the page hears late that the key was let go', () => {
  const clock = { ms: 0 }
  const isWanted = makeHeldKey(() => clock.ms)

  const isFirst = isWanted()
  clock.ms = 5000
  window.dispatchEvent(new Event('keyup'))

  expect([isFirst, isWanted()]).toEqual([true, true])
})

test('a held key acts four times a second', () => {
  const clock = { ms: 0 }

  expect(
    countActs(
      makeHeldKey(() => clock.ms),
      { clock, forMs: 2100 },
    ),
  ).toBe(1 + 7)
})

test.each(['keyup', 'blur'])('after %s the next press acts at once', (end) => {
  const clock = { ms: 0 }
  const isWanted = makeHeldKey(() => clock.ms)
  countActs(isWanted, { clock, forMs: 600 })

  window.dispatchEvent(new Event(end))

  expect(isWanted()).toBe(true)
})
