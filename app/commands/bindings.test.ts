import { beforeEach, expect, test } from 'vitest'
import { keyStore, resetKeys, setKeyPreferences } from '#app/stores/key-store.ts'
import { bindingsOf, keysOf } from './bindings.ts'
import type { Command } from './define-command.ts'

const copy: Command = {
  id: 'link.copy',
  title: 'Copy',
  group: 'Test',
  scope: 'global',
  keys: ['mod+.', 'y', 'g c'],
  run: () => undefined,
}
const theme: Command = { ...copy, id: 'view.theme', scope: 'grid', keys: ['shift+t', 'space'] }

beforeEach(resetKeys)

test('turning single-key shortcuts off removes those keys and no others', () => {
  setKeyPreferences({ hasSingleKeys: false, remapped: {} })

  expect(keysOf(copy, keyStore)).toEqual(['mod+.'])
  expect(keysOf(theme, keyStore)).toEqual(['space'])
})

test("a person's own keys replace the command's, and an empty list means no key", () => {
  setKeyPreferences({ hasSingleKeys: true, remapped: { 'link.copy': ['mod+shift+c'] } })
  expect(keysOf(copy, keyStore)).toEqual(['mod+shift+c'])

  setKeyPreferences({ hasSingleKeys: true, remapped: { 'link.copy': [] } })
  expect(keysOf(copy, keyStore)).toEqual([])
})

test('bindings follow the order of the scopes, and a saved key that cannot be parsed is left out', () => {
  setKeyPreferences({ hasSingleKeys: true, remapped: { 'view.theme': ['not a key at all', 'shift+t'] } })

  const bindings = bindingsOf({ commands: [copy, theme], scopes: ['grid', 'global'], preferences: keyStore })

  expect(bindings.map(({ commandId, steps }) => `${commandId} ${steps.join(' ')}`)).toEqual([
    'view.theme shift+t',
    'link.copy mod+.',
    'link.copy y',
    'link.copy g c',
  ])
})
