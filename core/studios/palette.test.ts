import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#core/lib/ids.ts'
import { hashText } from '#core/lib/numbers.ts'
import { contrastOf } from '#core/lib/color.ts'
import { defaultStatuses } from './default-statuses.ts'
import {
  avatarColorOf,
  avatarColors,
  barColorOf,
  barColors,
  initialsOf,
  projectColorOf,
  projectColors,
  projectIconOf,
  statusColors,
} from './palette.ts'

test('the palettes have the specified sizes and no duplicate colours', () => {
  expect([avatarColors, projectColors, statusColors, barColors].map((colors) => new Set<string>(colors).size)).toEqual([
    10, 24, 24, 10,
  ])
})

test('the status picker includes the colours of the default statuses', () => {
  for (const status of defaultStatuses) expect(statusColors).toContain(status.color)
})

test('white initials are readable on every avatar colour', () => {
  for (const color of avatarColors) expect(contrastOf(color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

test('a key always has the same colour, and many keys use every colour', () => {
  const keys = Array.from({ length: 1000 }, () => newId())

  for (const [colorOf, colors] of [
    [avatarColorOf, avatarColors],
    [projectColorOf, projectColors],
    [barColorOf, barColors],
  ] as const) {
    expect(new Set(keys.map(colorOf)).size).toBe(colors.length)
    expect(keys.map(colorOf)).toEqual(keys.map(colorOf))
  }
  expect(projectColorOf('Fox Den')).toBe(projectColorOf(' fox den '))
})

test('a text’s hash is a 32-bit integer', () => {
  const hashes = Array.from({ length: 1000 }, () => hashText(newId()))

  expect(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)).toBe(true)
  expect(hashText('')).toBe(0x811c9dc5)
  expect(hashText('a')).toBe(0xe40c292c)
})

test('a project’s icon comes from the words of its name', () => {
  expect(projectIconOf('Fox Den: the feature')).toBe('film')
  expect(projectIconOf('Night Bus, Season 2')).toBe('series')
  expect(projectIconOf('Museum illustrations')).toBe('illustration')
  expect(projectIconOf('Heart of Gold')).toBe('folder')
  expect(projectIconOf('')).toBe('folder')
})

test('initials are one or two capitals of any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const length = Array.from(initialsOf(name).normalize('NFC')).length
      expect(length).toBeGreaterThanOrEqual(1)
    }),
  )
  expect(initialsOf('Ada King Lovelace')).toBe('AL')
  expect(initialsOf('ada')).toBe('A')
  expect(initialsOf(' (…) ')).toBe('?')
})
