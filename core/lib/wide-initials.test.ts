import { expect, test } from 'vitest'
import { areWideInitials } from './wide-initials.ts'

test('initials that are wider than their circle are told apart', () => {
  const names = ['AD', 'MT', 'HL', 'OQ', 'WI', 'W', 'WM', 'MM', 'WA', '田中']

  expect(names.filter(areWideInitials)).toEqual(['WM', 'MM', 'WA', '田中'])
})
