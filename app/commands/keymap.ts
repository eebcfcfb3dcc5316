/** The two ways a keyboard is labelled; `mod` is ⌘ on the one and Ctrl on the other. */
export type Platform = 'mac' | 'other'

const modifiers = ['mod', 'ctrl', 'meta', 'alt', 'shift'] as const
type Modifier = (typeof modifiers)[number]

const named = new Set(
  [
    'escape enter space tab backspace delete insert home end pageup pagedown up down left right plus',
    'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12',
  ].flatMap((names) => names.split(' ')),
)

const aliases: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  '+': 'plus',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
}

/** On an American keyboard, the key a shifted symbol is printed on. */
const shifted: Readonly<Record<string, string>> = {
  '?': '/',
  '>': '.',
  '<': ',',
  '{': '[',
  '}': ']',
  plus: '=',
  _: '-',
  ':': ';',
  '"': "'",
  '|': '\\',
  '~': '`',
}

/**
 * The steps of a shortcut as it is written in a command: 'mod+shift+k' is one, 'g p' are two, pressed one after the
 * other. Each comes out in one spelling. Undefined for what cannot be a shortcut.
 */
export function parseKeys(keys: string): readonly string[] | undefined {
  const steps = keys.trim().split(/\s+/).map(parseChord)
  return steps.every((step) => step !== undefined) && steps.length <= 2 ? steps : undefined
}

function parseChord(text: string): string | undefined {
  const parts = text.toLowerCase().split('+')
  // 'mod++' ends in the plus key itself.
  if (text === '+' || text.endsWith('++')) parts.splice(-2, 2, '+')
  const written = parts.pop() ?? ''
  const key = aliases[written] ?? written
  if (!(named.has(key) || (Array.from(key).length === 1 && key.trim() !== ''))) return undefined
  const held = parts.map((part) => modifiers.find((modifier) => modifier === part))
  return held.every((modifier) => modifier !== undefined) && new Set(held).size === held.length
    ? writeChord(held, key)
    : undefined
}

/** One spelling for one chord: modifiers in a fixed order, then the key. */
export function writeChord(held: readonly Modifier[], key: string): string {
  return [...modifiers.filter((modifier) => held.includes(modifier)), key].join('+')
}

/** Like the chord, with a shifted symbol spelt as Shift and the key it is printed on: '?' and 'shift+/' become equal. */
export function physicalChord(chord: string): string {
  const { held, key } = splitChord(chord)
  const base = shifted[key]
  return base === undefined ? chord : writeChord([...held, 'shift'], base)
}

/** Tells whether a chord is what WCAG 2.1.4 calls a character key: a letter, digit or symbol, with nothing held but Shift. */
export function isCharacterChord(chord: string): boolean {
  const { held, key } = splitChord(chord)
  return (key === 'plus' || !named.has(key)) && held.every((modifier) => modifier === 'shift')
}

/** What a text field does by itself with the command modifier, with Shift or without: choose, copy, take back, go by words. */
const editingKeys = new Set('a c v x y z left right up down home end backspace delete'.split(' '))

/** Tells whether a chord can be meant while a text field has focus: it holds the command modifier and is not the field's own, or is Esc. */
export function actsWhileTyping(chord: string): boolean {
  if (chord === 'escape') return true
  const { held, key } = splitChord(chord)
  return held.includes('mod') && (held.includes('alt') || !editingKeys.has(key))
}

const symbols: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: '↵',
  space: 'Space',
  tab: 'Tab',
  backspace: '⌫',
  delete: 'Del',
  insert: 'Ins',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  plus: '+',
}

const macModifiers: readonly (readonly [Modifier, string])[] = [
  ['ctrl', '⌃'],
  ['alt', '⌥'],
  ['shift', '⇧'],
  ['meta', '⌘'],
  ['mod', '⌘'],
]
const otherModifiers: readonly (readonly [Modifier, string])[] = [
  ['mod', 'Ctrl+'],
  ['ctrl', 'Ctrl+'],
  ['meta', 'Win+'],
  ['alt', 'Alt+'],
  ['shift', '⇧'],
]

/** A shortcut as a person reads it on a key cap: '⇧⌘K', 'Ctrl+⇧K', 'G P'. */
export function formatKeys(keys: string, platform: Platform): string {
  const written = platform === 'mac' ? macModifiers : otherModifiers
  return (parseKeys(keys) ?? [])
    .map((step) => {
      const { held, key } = splitChord(step)
      const prefix = written.flatMap(([modifier, text]) => (held.includes(modifier) ? [text] : [])).join('')
      return prefix + (symbols[key] ?? key.toUpperCase())
    })
    .join(' ')
}

/** The same for assistive technology, as `aria-keyshortcuts` wants it: 'Control+Shift+K'. A sequence has no such form. */
export function ariaKeys(keys: string, platform: Platform): string | undefined {
  const steps = parseKeys(keys)
  const [step] = steps ?? []
  if (step === undefined || steps?.length !== 1) return undefined
  const { held, key } = splitChord(step)
  const mod = platform === 'mac' ? 'Meta' : 'Control'
  const names: Readonly<Record<Modifier, string>> = { mod, ctrl: 'Control', meta: 'Meta', alt: 'Alt', shift: 'Shift' }
  const arrow = ['up', 'down', 'left', 'right'].includes(key) ? `Arrow${capitalize(key)}` : key
  return [
    ...held.map((modifier) => names[modifier]),
    arrow.length === 1 ? arrow.toUpperCase() : capitalize(arrow),
  ].join('+')
}

/** The platform of a browser's own description of itself. */
export function platformOf(userAgent: string): Platform {
  return /mac|iphone|ipad/i.test(userAgent) ? 'mac' : 'other'
}

function splitChord(chord: string): { held: readonly Modifier[]; key: string } {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  return { held: modifiers.filter((modifier) => parts.slice(0, -1).includes(modifier)), key }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
