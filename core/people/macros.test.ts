import { expect, test } from 'vitest'
import { findMacro, parseMacros } from './macros.ts'

test('what is corrupt is left out, and the rest is kept', () => {
  const stored = [
    { name: 'Done today', sentence: 'mine today > done', keys: 'alt+1' },
    { name: 'Old', sentence: 'late > high', keys: 3 },
    { name: '', sentence: 'x' },
    { name: 'No sentence' },
    null,
    'x',
  ]

  expect(parseMacros(stored)).toEqual([
    { name: 'Done today', sentence: 'mine today > done', keys: 'alt+1' },
    { name: 'Old', sentence: 'late > high' },
  ])
  expect([parseMacros(undefined), parseMacros({}), parseMacros('x')]).toEqual([[], [], []])
})

test('a macro is found whatever the case and accents of its name', () => {
  const macros = [{ name: 'Déjà fait', sentence: 'all > done' }]

  expect(findMacro(macros, 'DEJA  FAIT')).toBe(macros[0])
  expect(findMacro(macros, 'deja')).toBeUndefined()
})
