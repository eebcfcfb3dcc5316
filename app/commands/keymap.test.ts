import { expect, test } from 'vitest'
import { actsWhileTyping, ariaKeys, formatKeys, isCharacterChord, parseKeys, physicalChord } from './keymap.ts'

test.each([
  ['mod+shift+k', ['mod+shift+k']],
  ['Shift+Mod+K', ['mod+shift+k']],
  ['g p', ['g', 'p']],
  ['G  ,', ['g', ',']],
  ['esc', ['escape']],
  ['+', ['plus']],
  ['mod++', ['mod+plus']],
  ['shift+.', ['shift+.']],
  ['mod+\\', ['mod+\\']],
  ['ArrowUp', ['up']],
])('reads %s', (written, steps) => {
  expect(parseKeys(written)).toEqual(steps)
})

test.each(['', 'mod+', 'hyper+k', 'kk', 'shift+shift+k', 'a b c'])('rejects %s', (written) => {
  expect(parseKeys(written)).toBeUndefined()
})

test("formats keys as printed on each platform's keyboard", () => {
  expect(formatKeys('mod+shift+k', 'mac')).toBe('⇧⌘K')
  expect(formatKeys('mod+shift+k', 'other')).toBe('Ctrl+⇧K')
  expect(formatKeys('g p', 'other')).toBe('G P')
  expect(formatKeys('mod+enter', 'mac')).toBe('⌘↵')
  expect(formatKeys('what is this', 'mac')).toBe('')
})

test('gives assistive technology the keys of a chord, and nothing for a sequence', () => {
  expect(ariaKeys('mod+shift+k', 'other')).toBe('Control+Shift+K')
  expect(ariaKeys('mod+up', 'mac')).toBe('Meta+ArrowUp')
  expect(ariaKeys('g p', 'other')).toBeUndefined()
})

test('tells character keys from the others', () => {
  expect(['a', 'shift+a', '3', '?', 'plus'].every(isCharacterChord)).toBe(true)
  expect(['mod+a', 'escape', 'space', 'up', 'alt+p', 'f2'].some(isCharacterChord)).toBe(false)
})

test('only command chords and Esc act while typing', () => {
  expect(['mod+k', 'escape', 'mod+enter'].every(actsWhileTyping)).toBe(true)
  expect(['k', 'alt+p', 'enter', 'shift+a', 'up'].some(actsWhileTyping)).toBe(false)
})

test('a shifted symbol and Shift plus the key it is printed on are the same key', () => {
  expect(physicalChord('?')).toBe(physicalChord('shift+/'))
  expect(physicalChord('mod+k')).toBe('mod+k')
})
