import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBarLook } from './bar-look.ts'
import { contrastOf } from './color.ts'

test('the text of a bar can be read in every colour and both themes', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, fc.constantFrom('dark' as const, 'light' as const), (color, theme) => {
      const look = makeBarLook(color, theme)
      expect(contrastOf(look.text, look.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(look.detail, look.fill)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
