import { expect, test } from 'vitest'
import { makeTextFitter } from './fit-text.ts'

test('a name that fits stays whole, a longer one ends in an ellipsis and never exceeds the width', () => {
  const cut = makeTextFitter((text) => text.length * 6)

  expect(cut('sq010_sh0040', 100, 'f')).toBe('sq010_sh0040')
  expect(cut('sq010_sh0040', 48, 'f')).toBe('sq010_s…')
  expect(cut('sq010_sh0040', 3, 'f')).toBe('')
})

test('fitting a text measures it once per width', () => {
  let count = 0
  const cut = makeTextFitter((text) => {
    count += 1
    return text.length
  })

  cut('a long name', 8, 'f')
  const measured = count
  cut('a long name', 8, 'f')

  expect(count).toBe(measured)
})
