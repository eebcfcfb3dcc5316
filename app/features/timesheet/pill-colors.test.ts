import { expect, test } from 'vitest'
import { avatarColorOf, avatarColors, barColorOf, barColors } from '#core/studios/palette.ts'
import { pillColorOf } from './pill-colors.ts'

test('ten items of a timesheet get ten lasting colours, the first its own', () => {
  const keys = Array.from({ length: 10 }, (_, index) => `item ${index}`)

  const colors = keys.map((key) => pillColorOf(key, 'ana'))

  expect(new Set(colors).size).toBe(barColors.length)
  expect(colors[0]).toBe(barColorOf('item 0'))
  expect(keys.map((key) => pillColorOf(key, 'ana'))).toEqual(colors)
  expect(pillColorOf('one too many', 'ana')).toBe(barColorOf('one too many'))
  expect(pillColorOf('item 3', 'ben')).toBe(barColorOf('item 3'))
})

test('people get the colours of their avatars, each a different one', () => {
  const people = Array.from({ length: avatarColors.length }, (_, index) => `person ${index}`)

  const colors = people.map((id) => pillColorOf(id, undefined))

  expect(new Set(colors).size).toBe(avatarColors.length)
  expect(colors[0]).toBe(avatarColorOf('person 0'))
})
