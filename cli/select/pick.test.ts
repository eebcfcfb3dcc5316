import { expect, test } from 'vitest'
import { pickOne } from './pick.ts'

const kind = { one: 'studio', many: 'studios' }
const first = { id: 'a', name: 'Long Range', slug: 'long-range' }
const second = { id: 'b', name: 'Long Range', slug: 'long-range-2' }

test('a slug distinguishes things with the same name', () => {
  expect(pickOne([first, second], 'long-range', kind)).toBe(first)
  expect(pickOne([first, second], 'long-range-2', kind)).toBe(second)
})

test('an ambiguous name is refused with what distinguishes its matches', () => {
  expect(() => pickOne([first, second], 'Long Range', kind)).toThrow(
    '"Long Range" is the name of 2 studios: Long Range (long-range), Long Range (long-range-2).',
  )
})

test('if slugs are the same too, ids distinguish them', () => {
  const alike = [first, { ...second, slug: 'long-range' }]

  expect(() => pickOne(alike, 'long*', kind)).toThrow('Long Range (a), Long Range (b).')
})

test('an exact name wins over longer names', () => {
  const wider = { id: 'c', name: 'Long Range Two', slug: 'long-range-two' }

  expect(pickOne([wider, first], 'Long Range', kind)).toBe(first)
})
