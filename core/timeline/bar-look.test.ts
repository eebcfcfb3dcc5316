import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBarLook } from './bar-look.ts'
import { contrastOf } from '#core/lib/color.ts'
import { pillSurfaces } from '#core/tasks/status-pill.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const anyTheme = fc.constantFrom('dark' as const, 'light' as const)

test('the text of a bar is readable in every colour and both themes', () => {
  fc.assert(
    fc.property(anyColor, anyTheme, (color, theme) => {
      const look = makeBarLook(color, theme)
      expect(contrastOf(look.text, look.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(look.detail, look.fill)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('no colour makes a bar heavy: black is a light tint with a dark outline on light, white a dark one on dark', () => {
  const most = { dark: 1.75, light: 1.35 }
  fc.assert(
    fc.property(anyColor, anyTheme, (color, theme) => {
      const [, surface] = pillSurfaces[theme]
      expect(contrastOf(makeBarLook(color, theme).fill, surface)).toBeLessThanOrEqual(most[theme])
    }),
    {
      examples: [
        ['#000000', 'light'],
        ['#ffffff', 'dark'],
      ],
    },
  )
  const [client, toDo] = [makeBarLook('#000000', 'light'), makeBarLook('#9ca3af', 'light')]
  expect(contrastOf(client.border, client.fill)).toBeGreaterThan(2 * contrastOf(toDo.border, toDo.fill))
})
