/** The two ways keyboards are labelled; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
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

/** The key each shifted symbol is printed on, on a US keyboard. */
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
 * Parses a shortcut as written in a command: 'mod+shift+k' is one step, 'g p' is two, pressed one after the other. Each
 * step is normalised to one spelling. Returns undefined for anything that cannot be a shortcut.
 */
export function parseKeys(keys: string): readonly string[] | undefined {
  const steps = keys.trim().split(/\s+/).map(parseChord)
  return steps.every((step) => step !== undefined) && steps.length <= 2 ? steps : undefined
}

function parseChord(text: string): string | undefined {
  const parts = text.toLowerCase().split('+')
  // 'mod++' ends in the plus key.
  if (text === '+' || text.endsWith('++')) parts.splice(-2, 2, '+')
  const written = parts.pop() ?? ''
  const key = aliases[written] ?? written
  if (!(named.has(key) || (Array.from(key).length === 1 && key.trim() !== ''))) return undefined
  const held = parts.map((part) => modifiers.find((modifier) => modifier === part))
  return held.every((modifier) => modifier !== undefined) && new Set(held).size === held.length
    ? writeChord(held, key)
    : undefined
}

/** Writes a chord in its one spelling: modifiers in a fixed order, then the key. */
export function writeChord(held: readonly Modifier[], key: string): string {
  return [...modifiers.filter((modifier) => held.includes(modifier)), key].join('+')
}

/** Spells a shifted symbol as Shift and the key it is printed on, so that '?' equals 'shift+/'. */
export function physicalChord(chord: string): string {
  const { held, key } = splitChord(chord)
  const base = shifted[key]
  return base === undefined ? chord : writeChord([...held, 'shift'], base)
}

/**
 * Tells whether a chord is a character key as WCAG 2.1.4 defines it: a letter, digit or symbol with no modifier but
 * Shift.
 */
export function isCharacterChord(chord: string): boolean {
  const { held, key } = splitChord(chord)
  return (key === 'plus' || !named.has(key)) && held.every((modifier) => modifier === 'shift')
}

/**
 * Keys a text field handles itself with the command modifier, with or without Shift: select, copy, undo, word moves.
 */
const editingKeys = new Set('a c v x y z left right up down home end backspace delete'.split(' '))

/**
 * Tells whether a chord acts while a text field has the focus: Esc, or one with the command modifier that the field
 * does not use itself.
 */
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

/** Formats a shortcut as printed on key caps: '⇧⌘K', 'Ctrl+⇧K', 'G P'. */
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

/** Formats a shortcut for `aria-keyshortcuts`: 'Control+Shift+K'. A sequence has no such form. */
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

/** Reads the platform from a browser's user agent. */
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
