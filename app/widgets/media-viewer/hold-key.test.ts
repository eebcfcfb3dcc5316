import { expect, test } from 'vitest'
import { makeHeldKey } from './hold-key.ts'

/** Counts the actions while the keyboard repeats every 30 ms for the given time. */
function countActs(isWanted: () => boolean, { clock, forMs }: { clock: { ms: number }; forMs: number }): number {
  let acts = 0
  for (const end = clock.ms + forMs; clock.ms < end; clock.ms += 30) acts += isWanted() ? 1 : 0
  return acts
}

test('each press acts once, however fast they follow', () => {
  const clock = { ms: 0 }
  const isWanted = makeHeldKey(() => clock.ms)

  const acted = [0, 1, 2].map(() => {
    const isActing = isWanted()
    window.dispatchEvent(new Event('keyup'))
    return isActing
  })

  expect(acted).toEqual([true, true, true])
})

test("a press acts once even if the key's release is heard late", () => {
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
