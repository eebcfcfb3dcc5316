import { expect, test } from 'vitest'
import { newId, type StudioId } from '#core/lib/ids.ts'
import { findMacro, macrosOf, parseMacros } from './macros.ts'

test('corrupt macros are left out, and the rest are kept', () => {
  const stored = [
    { name: 'Done today', sentence: 'mine today > done', keys: 'alt+1' },
    { name: 'Old', sentence: 'late > high', keys: 3, studioId: 'x' },
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

test('a macro is available in its own studio, and one without a studio in all', () => {
  const [studioId, other] = [newId<StudioId>(), newId<StudioId>()]
  const stored = [
    { name: 'Everywhere', sentence: 'mine > done' },
    { name: 'Here', sentence: 'sq010 > done', studioId },
  ]
  const macros = parseMacros(stored)

  expect(macros).toEqual(stored)
  expect(macrosOf(macros, studioId).map(({ name }) => name)).toEqual(['Everywhere', 'Here'])
  expect(macrosOf(macros, other).map(({ name }) => name)).toEqual(['Everywhere'])
})
