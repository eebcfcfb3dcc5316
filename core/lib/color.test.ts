import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, makeReadable, mixColors, parseHexColor, textColorOn, type HexColor } from './color.ts'
import { makeStatusPill, pillSurfaces } from '#core/tasks/status-pill.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value): HexColor => `#${value.toString(16).padStart(6, '0')}`)
const theme = fc.constantFrom('dark' as const, 'light' as const)
const manyRuns = { numRuns: 2000 }

test('black or white text is readable on every colour', () => {
  let worst = 21
  for (let red = 0; red < 256; red += 5)
    for (let green = 0; green < 256; green += 5)
      for (let blue = 0; blue < 256; blue += 5) {
        const background: HexColor = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        worst = Math.min(worst, contrastOf(textColorOn(background), background))
      }

  expect(worst).toBeGreaterThanOrEqual(4.5)
})

test('contrast is 21 between black and white, 1 with itself, and does not depend on the order', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  fc.assert(
    fc.property(color, color, (first, second) => {
      expect(contrastOf(first, first)).toBe(1)
      expect(contrastOf(first, second)).toBe(contrastOf(second, first))
    }),
  )
})

test('mixing in none or all of a colour returns one of the two', () => {
  fc.assert(
    fc.property(color, color, (base, other) => {
      expect(mixColors(base, other, 0)).toBe(base)
      expect(mixColors(base, other, 1)).toBe(other)
    }),
  )
})

test('leaves a readable colour alone and makes any other readable', () => {
  fc.assert(
    fc.property(color, theme, (candidate, name) => {
      const readable = makeReadable(candidate, pillSurfaces[name], 4.5)
      const wasReadable = pillSurfaces[name].every((surface) => contrastOf(candidate, surface) >= 4.5)
      expect(pillSurfaces[name].every((surface) => contrastOf(readable, surface) >= 4.5)).toBe(true)
      if (wasReadable) expect(readable).toBe(candidate)
    }),
    manyRuns,
  )
})

test('parses three- and six-digit hex colours and nothing else', () => {
  expect(parseHexColor('#ABC')).toBe('#aabbcc')
  expect(parseHexColor(' #3B82F6 ')).toBe('#3b82f6')
  for (const wrong of ['', 'red', '#12345', '3b82f6', '#3b82f6ff', 'url(#a)'])
    expect(parseHexColor(wrong)).toBeUndefined()
})

test('the text of every status pill is readable on every surface of its theme', () => {
  fc.assert(
    fc.property(fc.record({ color, isDone: fc.boolean(), isDefault: fc.boolean() }), theme, (status, name) => {
      const pill = makeStatusPill(status, name)
      const surfaces = pillSurfaces[name]
      const behind = {
        outline: surfaces,
        tint: surfaces.map((surface) => mixColors(surface, status.color, 0.2)),
        solid: [status.color],
      }[pill.kind]
      for (const background of behind) expect(contrastOf(pill.text, background)).toBeGreaterThanOrEqual(4.5)
      for (const surface of surfaces) expect(contrastOf(pill.border, surface)).toBeGreaterThanOrEqual(3)
    }),
    manyRuns,
  )
})

test('the default status is outlined, a done one tinted, all others solid', () => {
  const kindOf = (isDefault: boolean, isDone: boolean) =>
    makeStatusPill({ color: '#10b981', isDefault, isDone }, 'dark').kind

  expect(kindOf(true, false)).toBe('outline')
  expect(kindOf(false, true)).toBe('tint')
  expect(kindOf(false, false)).toBe('solid')
  expect(makeStatusPill({ color: '#10b981', isDefault: true, isDone: false }, 'dark').background).toBeUndefined()
})

test('the text and hairline of a tinted pill keep the status’s hue', () => {
  const pill = makeStatusPill({ color: '#10b981', isDefault: false, isDone: true }, 'dark')

  expect(pill.text).not.toBe('#ffffff')
  expect(pill).toMatchObject({ border: '#10b981', background: mixColors(pillSurfaces.dark[1], '#10b981', 0.2) })
})

test('an invalid status colour becomes the default grey', () => {
  expect(makeStatusPill({ color: 'no colour', isDone: false, isDefault: false }, 'light').background).toBe('#9ca3af')
})
