import { expect, test } from 'vitest'
import { areWideInitials } from './wide-initials.ts'

test('recognises initials that are wider than their avatar', () => {
  const names = ['AD', 'MT', 'HL', 'OQ', 'WI', 'W', 'WM', 'MM', 'WA', '田中']

  expect(names.filter(areWideInitials)).toEqual(['WM', 'MM', 'WA', '田中'])
})
