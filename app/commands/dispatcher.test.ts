import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dispatch, idle, SEQUENCE_MS, type Binding, type Decision, type DispatchState } from './dispatcher.ts'
import type { KeyInput } from './key-input.ts'
import { parseKeys } from './keymap.ts'

function aBinding(keys: string, overrides: Partial<Binding> = {}): Binding {
  const steps = parseKeys(keys) ?? []
  return {
    commandId: `test.${keys.replace(' ', '-')}`,
    steps,
    isRepeatable: false,
    worksWhileTyping: false,
    ...overrides,
  }
}

function anInput(chord: string, overrides: Partial<KeyInput> = {}): KeyInput {
  const quiet = { isRepeat: false, isComposing: false, isHandled: false, isTyping: false, isForControl: false }
  return { chords: [chord], timeMs: 0, ...quiet, ...overrides }
}

/** Presses keys one after another, 100 ms apart, and returns the ids of the commands that ran. */
function play(bindings: readonly Binding[], keys: readonly (string | KeyInput)[]): readonly string[] {
  let state: DispatchState = idle
  return keys.flatMap((key, index) => {
    const input = typeof key === 'string' ? anInput(key, { timeMs: index * 100 }) : key
    const decision = dispatch(state, input, bindings)
    state = decision.state
    return decision.run === undefined ? [] : [decision.run.commandId]
  })
}

const go = aBinding('g p')
const p = aBinding('p')

test('the second key of a sequence does not run its own command', () => {
  expect(play([p, go], ['g', 'p'])).toEqual(['test.g-p'])
  expect(play([p, go], ['p'])).toEqual(['test.p'])
})

test('a sequence of the same key twice needs two presses; holding the key does not count', () => {
  const twice = aBinding('g g')

  expect(play([twice], ['g', 'g'])).toEqual(['test.g-g'])
  expect(play([twice], ['g', anInput('g', { timeMs: 500, isRepeat: true })])).toEqual([])
})

test('a started sequence expires after a second', () => {
  const late = anInput('p', { timeMs: SEQUENCE_MS })
  const inTime = anInput('p', { timeMs: SEQUENCE_MS - 1 })

  expect(play([p, go], ['g', late])).toEqual(['test.p'])
  expect(play([p, go], ['g', inTime])).toEqual(['test.g-p'])
})

test('a wrong second key is swallowed, Esc cancels the sequence, and a command chord still acts', () => {
  const others = [go, aBinding('x'), aBinding('escape'), aBinding('mod+k')]

  expect(play(others, ['g', 'x'])).toEqual([])
  expect(play(others, ['g', 'x', 'x'])).toEqual(['test.x'])
  expect(play(others, ['g', 'escape'])).toEqual([])
  expect(play(others, ['g', 'mod+k'])).toEqual(['test.mod+k'])
})

test('a modifier alone does not end a sequence', () => {
  expect(play([go], ['g', anInput('', { chords: [], timeMs: 50 }), anInput('p', { timeMs: 90 })])).toEqual(['test.g-p'])
})

test('an inner scope takes a key that begins a sequence in an outer one', () => {
  expect(play([aBinding('g', { commandId: 'canvas.snap' }), go], ['g', 'p'])).toEqual(['canvas.snap'])
})

test('while typing, a text field keeps its own editing chords', () => {
  for (const chord of ['mod+a', 'mod+z', 'mod+shift+z', 'mod+delete', 'mod+left', 'mod+shift+end']) {
    const bindings = [aBinding(chord)]

    expect(dispatch(idle, anInput(chord, { isTyping: true }), bindings)).toMatchObject({ isTaken: false })
    expect(dispatch(idle, anInput(chord), bindings)).toMatchObject({ isTaken: true })
  }
})

test('while typing, only command chords, Esc and keys marked for it act', () => {
  const bindings = [p, go, aBinding('mod+k'), aBinding('escape'), aBinding('alt+p', { worksWhileTyping: true })]
  const typed = (chord: string): KeyInput => anInput(chord, { isTyping: true })

  const ran = play(bindings, ['p', 'g', 'mod+k', 'escape', 'alt+p'].map(typed))

  expect(ran).toEqual(['test.mod+k', 'test.escape', 'test.alt+p'])
})

test('a held key repeats movement only, and never reaches the browser', () => {
  const bindings = [aBinding('j', { isRepeatable: true }), aBinding('x')]
  const held = (chord: string): Decision => dispatch(idle, anInput(chord, { isRepeat: true }), bindings)

  expect(held('j').run?.commandId).toBe('test.j')
  expect(held('x')).toEqual({ state: idle, isTaken: true, run: undefined })
})

test.each<[string, Partial<KeyInput>]>([
  ['an input method composes', { isComposing: true }],
  ['somebody has used the key', { isHandled: true }],
  ['the focused control needs the key', { isForControl: true }],
])('does nothing while %s', (_, overrides) => {
  expect(dispatch(idle, anInput('p', overrides), [p])).toEqual({ state: idle, isTaken: false, run: undefined })
})

test('the likeliest name of a key is matched first', () => {
  const bindings = [aBinding('shift+/'), aBinding('?')]

  expect(dispatch(idle, anInput('?', { chords: ['?', 'shift+/'] }), bindings).run).toEqual({
    commandId: 'test.?',
    chord: '?',
  })
})

const chord = fc.constantFrom('g', 'p', 'x', 'j', 'escape', 'mod+k', 'up', '3')
const input = fc.record({
  chords: fc.array(chord, { maxLength: 2 }),
  timeMs: fc.nat(5000),
  isRepeat: fc.boolean(),
  isComposing: fc.boolean(),
  isHandled: fc.boolean(),
  isTyping: fc.boolean(),
  isForControl: fc.boolean(),
})
const binding = fc
  .tuple(chord, fc.option(chord, { nil: undefined }), fc.boolean(), fc.boolean())
  .map(([first, second, isRepeatable, worksWhileTyping]) => ({
    commandId: 'a.b',
    steps: second === undefined ? [first] : [first, second],
    isRepeatable,
    worksWhileTyping,
  }))
const states = fc
  .option(fc.record({ prefix: chord, sinceMs: fc.nat(5000) }), { nil: undefined })
  .map((pending) => ({ pending }))

test('for every key press, a command that runs was pressed, took the key and leaves nothing pending', () => {
  fc.assert(
    fc.property(states, input, fc.array(binding), (state, press, bindings) => {
      const decision = dispatch(state, press, bindings)

      if (decision.run !== undefined) {
        expect(decision.isTaken).toBe(true)
        expect(decision.state).toEqual(idle)
        expect(press.chords).toContain(decision.run.chord)
        expect(press.isComposing || press.isHandled).toBe(false)
      }
      if (!decision.isTaken) expect(decision.run).toBeUndefined()
    }),
  )
})

test('for every key press with no bindings and nothing pending, the browser keeps the key', () => {
  fc.assert(
    fc.property(input, (press) => {
      expect(dispatch(idle, press, [])).toEqual({ state: idle, isTaken: false, run: undefined })
    }),
  )
})
