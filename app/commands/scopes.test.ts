import { expect, test } from 'vitest'
import { activeScopes, canMeet, scopes } from './scopes.ts'

test("a screen's scope comes before the global one", () => {
  expect(activeScopes([{ scope: 'grid', blocks: 'nothing' }])).toEqual(['grid', 'global', 'everywhere'])
})

test('a popup silences the screen under it, but not the global commands', () => {
  const layers = [
    { scope: 'grid', blocks: 'nothing' },
    { scope: 'popup', blocks: 'screens' },
  ] as const

  expect(activeScopes(layers)).toEqual(['popup', 'viewer', 'global', 'everywhere'])
})

test('a dialog silences everything except the scope `everywhere`', () => {
  const layers = [
    { scope: 'grid', blocks: 'nothing' },
    { scope: 'popup', blocks: 'screens' },
    { scope: 'dialog', blocks: 'everything' },
  ] as const

  expect(activeScopes(layers)).toEqual(['dialog', 'everywhere'])
})

test('a layer with an unknown scope still blocks', () => {
  expect(activeScopes([{ scope: 'something', blocks: 'everything' }])).toEqual(['everywhere'])
})

test('canMeet is symmetric', () => {
  for (const one of scopes) for (const other of scopes) expect(canMeet(one, other)).toBe(canMeet(other, one))
  expect(canMeet('grid', 'kanban')).toBe(false)
  expect(canMeet('grid', 'popup')).toBe(false)
  expect([canMeet('viewer', 'popup'), canMeet('viewer', 'review'), canMeet('viewer', 'grid')]).toEqual([
    true,
    true,
    false,
  ])
  expect(canMeet('grid', 'global')).toBe(true)
  expect(canMeet('dialog', 'everywhere')).toBe(true)
})
