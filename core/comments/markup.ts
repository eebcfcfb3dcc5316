import type { UserId } from '#core/lib/ids.ts'

/** A run of a line. Every part of the source, including marks, is in exactly one run. */
export type CommentInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly CommentInline[] }
  /** `text` is the source, including its @. */
  | { readonly kind: 'mention'; readonly text: string; readonly userId: UserId }
  /** `index` counts the comment's @heres from 0; `label` is the text in brackets. */
  | { readonly kind: 'here'; readonly text: string; readonly label: string | undefined; readonly index: number }

/** A line of a comment; a list entry if it began with `- `. */
export type CommentLine = { readonly kind: 'plain' | 'bullet'; readonly children: readonly CommentInline[] }

/** Somebody who can be mentioned. */
export type MentionablePerson = { readonly id: UserId; readonly name: string }

const bullet = '- '
const marks = { bold: '**', italic: '*' } as const
const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/**
 * Parses a comment's markup: `**bold**`, `*italic*`, lines starting with `- `, `@name` for a known name in any case,
 * `@here` and `@here[label]`. Anything else is text; no input fails, and `toCommentText` restores the source.
 */
export function parseComment(content: string, people: readonly MentionablePerson[]): readonly CommentLine[] {
  // Longest names first, so that @Ann Lee is not read as @Ann.
  const byLength = people
    .filter(({ name }) => name !== '')
    .sort((first, second) => second.name.length - first.name.length)
  const context: ParseContext = { people: byLength, hereCount: 0 }
  return content.split('\n').map((line) => {
    const isBullet = line.startsWith(bullet)
    const source = isBullet ? line.slice(bullet.length) : line
    return { kind: isBullet ? 'bullet' : 'plain', children: parseInline(source, context, []) }
  })
}

/** Returns the exact source of a parsed comment. */
export function toCommentText(lines: readonly CommentLine[]): string {
  return lines
    .map((line) => (line.kind === 'bullet' ? bullet : '') + line.children.map(toInlineText).join(''))
    .join('\n')
}

/** Returns the words shown instead of an @here's label; undefined to keep the label. */
type HereWords = (mark: { readonly label: string | undefined; readonly index: number }) => string | undefined

/** Returns a comment as plain text, without marks, for notifications and the terminal. */
export function toPlainText(lines: readonly CommentLine[], wordsOf: HereWords = ({ label }) => label): string {
  const plain = (inline: CommentInline): string => {
    if ('children' in inline) return inline.children.map(plain).join('')
    const words = inline.kind === 'here' ? (wordsOf(inline) ?? inline.label) : undefined
    return words === undefined ? inline.text : `@here ${words}`
  }
  return lines.map((line) => (line.kind === 'bullet' ? '• ' : '') + line.children.map(plain).join('')).join('\n')
}

/** Returns everybody a comment mentions, once each, in the order of the text. */
export function mentionedUserIds(lines: readonly CommentLine[]): readonly UserId[] {
  const idsOf = (inline: CommentInline): readonly UserId[] => {
    if (inline.kind === 'mention') return [inline.userId]
    return 'children' in inline ? inline.children.flatMap(idsOf) : []
  }
  return [...new Set(lines.flatMap((line) => line.children.flatMap(idsOf)))]
}

type Emphasis = keyof typeof marks
type ParseContext = { readonly people: readonly MentionablePerson[]; hereCount: number }

function parseInline(source: string, context: ParseContext, inside: readonly Emphasis[]): readonly CommentInline[] {
  const runs: CommentInline[] = []
  const unclosed = new Set<Emphasis>()
  let textStart = 0
  let position = 0
  while (position < source.length) {
    const run = parseRunAt(source, position, { context, inside, unclosed })
    if (run === undefined) {
      position += 1
      continue
    }
    if (position > textStart) runs.push({ kind: 'text', text: source.slice(textStart, position) })
    runs.push(run)
    position += toInlineText(run).length
    textStart = position
  }
  if (textStart < source.length) runs.push({ kind: 'text', text: source.slice(textStart) })
  return runs
}

type RunContext = {
  readonly context: ParseContext
  readonly inside: readonly Emphasis[]
  /** Marks known to have no closing mark on this line; not searched for again, so that long lines stay cheap. */
  readonly unclosed: Set<Emphasis>
}

function parseRunAt(
  source: string,
  start: number,
  { context, inside, unclosed }: RunContext,
): CommentInline | undefined {
  if (source[start] === '@') return isWordCharacter(source[start - 1]) ? undefined : parseMarkAt(source, start, context)
  if (source[start] !== '*') return undefined
  const kind: Emphasis = source.startsWith(marks.bold, start) ? 'bold' : 'italic'
  if (inside.includes(kind) || unclosed.has(kind)) return undefined
  const from = start + marks[kind].length
  if (/^\s|^$/.test(source.slice(from, from + 1))) return undefined
  const end = findClosing(source, from, kind)
  if (end === undefined) {
    unclosed.add(kind)
    return undefined
  }
  return { kind, children: parseInline(source.slice(from, end), context, [...inside, kind]) }
}

/** Finds the closing mark, which must directly follow a word, as the opening one must precede one. */
function findClosing(source: string, from: number, kind: Emphasis): number | undefined {
  for (let end = source.indexOf('*', from + 1); end !== -1; end = source.indexOf('*', end + 1)) {
    const length = /^\*+/.exec(source.slice(end, end + 3))?.[0].length ?? 0
    const isMark = kind === 'bold' ? length >= 2 : length !== 2
    if (isMark && !/\s/.test(source[end - 1] ?? ' ')) return kind === 'bold' && length === 3 ? end + 1 : end
    end += length - 1
  }
  return undefined
}

function parseMarkAt(source: string, start: number, context: ParseContext): CommentInline | undefined {
  const rest = source.slice(start + 1)
  const person = context.people.find(
    ({ name }) =>
      rest.slice(0, name.length).toLowerCase() === name.toLowerCase() && !isWordCharacter(rest[name.length]),
  )
  if (person) return { kind: 'mention', text: `@${rest.slice(0, person.name.length)}`, userId: person.id }
  const here = /^here(?:\[([^\]]*)\]|(?![\p{L}\p{N}_]))/u.exec(rest)
  if (!here) return undefined
  context.hereCount += 1
  return { kind: 'here', text: `@${here[0]}`, label: here[1], index: context.hereCount - 1 }
}

function toInlineText(inline: CommentInline): string {
  if (!('children' in inline)) return inline.text
  return marks[inline.kind] + inline.children.map(toInlineText).join('') + marks[inline.kind]
}
