import { expect, test } from 'vitest'
import { chordsOf, toKeyInput, type KeyInput } from './key-input.ts'

type Press = Partial<KeyboardEventInit> & { key: string; code?: string; isAltGraph?: boolean }

function press({ isAltGraph = false, ...init }: Press): KeyboardEvent {
  return new KeyboardEvent('keydown', { bubbles: true, modifierAltGraph: isAltGraph, ...init })
}

function names(init: Press, platform: 'mac' | 'other' = 'other'): readonly string[] {
  return chordsOf(press(init), platform)
}

test.each<[string, Press, readonly string[]]>([
  ['a letter', { key: 'k', code: 'KeyK' }, ['k']],
  ['a capital', { key: 'T', code: 'KeyT', shiftKey: true }, ['shift+t']],
  ['a command chord', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, ['mod+shift+k']],
  ['a question mark', { key: '?', code: 'Slash', shiftKey: true }, ['?', 'shift+/']],
  ['a full stop held with Shift', { key: '>', code: 'Period', shiftKey: true }, ['>', 'shift+.']],
  ['a digit, by its place', { key: '3', code: 'Digit3' }, ['3']],
  ['a digit of a French keyboard', { key: '"', code: 'Digit3' }, ['3', '"']],
  ['a letter of a Greek keyboard', { key: 'κ', code: 'KeyK' }, ['k']],
  ['plus', { key: '+', code: 'Equal', shiftKey: true }, ['plus', 'shift+=']],
  ['an arrow', { key: 'ArrowUp', code: 'ArrowUp', shiftKey: true }, ['shift+up']],
  ['space', { key: ' ', code: 'Space' }, ['space']],
  [
    'a brace written with AltGr',
    { key: '{', code: 'Digit7', ctrlKey: true, altKey: true, isAltGraph: true },
    ['7', '{'],
  ],
  ['a modifier alone', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, []],
  ['a dead key', { key: 'Dead', code: 'Quote' }, []],
])('names %s', (_, init, expected) => {
  expect(names(init)).toEqual(expected)
})

test('on a Mac, Command is mod, and Option does not hide the letter', () => {
  expect(names({ key: 'k', code: 'KeyK', metaKey: true }, 'mac')).toEqual(['mod+k'])
  expect(names({ key: 'π', code: 'KeyP', altKey: true }, 'mac')).toEqual(['alt+p'])
  expect(names({ key: 'k', code: 'KeyK', ctrlKey: true }, 'mac')).toEqual(['ctrl+k'])
})

function pressOn(html: string, init: Press) {
  document.body.innerHTML = html
  let input: KeyInput | undefined
  document.addEventListener('keydown', (event) => (input = toKeyInput(event, 'other')), { once: true })
  document.body.querySelector('.target')?.dispatchEvent(press(init))
  return input
}

test('recognises when someone is typing', () => {
  const fields = [
    '<input class="target">',
    '<textarea class="target"></textarea>',
    '<div contenteditable="true"><b class="target"></b></div>',
    '<div role="combobox" class="target"></div>',
  ]
  const others = ['<input type="checkbox" class="target">', '<div role="gridcell" class="target"></div>']

  const isTyping = (html: string): boolean | undefined => pressOn(html, { key: 'a', code: 'KeyA' })?.isTyping

  expect(fields.map(isTyping)).toEqual([true, true, true, true])
  expect(others.map(isTyping)).toEqual([false, false])
})

test('leaves the arrow keys to a focused slider, but not Space', () => {
  const slider = '<input type="range" class="target">'

  expect(pressOn(slider, { key: 'ArrowLeft', code: 'ArrowLeft' })?.isForControl).toBe(true)
  expect(pressOn(slider, { key: ' ', code: 'Space' })?.isForControl).toBe(false)
  expect(pressOn('<input type="checkbox" class="target">', { key: ' ', code: 'Space' })?.isForControl).toBe(true)
})

test('leaves Enter and Space to a focused button', () => {
  const button = '<button class="target"></button>'

  expect(pressOn(button, { key: ' ', code: 'Space' })?.isForControl).toBe(true)
  expect(pressOn(button, { key: 'Enter', code: 'Enter' })?.isForControl).toBe(true)
  expect(pressOn(button, { key: 'c', code: 'KeyC' })?.isForControl).toBe(false)
  expect(pressOn('<div role="gridcell" class="target"></div>', { key: ' ', code: 'Space' })?.isForControl).toBe(false)
})
