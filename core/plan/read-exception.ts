import { isStartOfName } from './ask-doubt.ts'
import { textOf, toUnknown, type Draft } from './draft.ts'
import { listExceptionReadings, type Part } from './exception-readings.ts'
import { readAction } from './read-action.ts'
import { isStartOfBounds, readBounds } from './read-bounds.ts'
import { isWithout } from './read-field.ts'
import { readTerm } from './read-term.ts'
import { groupOf, setOf, type Action } from './reading.ts'
import { suggest } from './suggest.ts'
import type { Token } from './tokens.ts'

const words = new Set(['except', 'without', 'but'])

/** Returns a word in lower case; empty for quoted text, which is a comment or a name. */
const wordOf = ({ kind, value }: Token): string => (kind === 'word' ? value.toLowerCase() : '')

/** Returns how many words begin an exception at a token: `except`, `but not`, `except for`; 0 if none begins. */
export function findException(draft: Draft, at: number): number {
  const { tokens, side } = draft
  if (isWithout(draft, at)) return 0
  const [word, next] = tokens.slice(at, at + 2).map(wordOf)
  const isLonger = (word === 'but' && next === 'not') || (word === 'except' && next === 'for')
  // After the arrow, `but` and `without` may belong to the change: `done but high`.
  if (word === undefined || !words.has(word) || (side === 'actions' && word !== 'except' && !isLonger)) return 0
  return isLonger ? 2 : 1
}

/**
 * Reads an exception: `except wfa comp of sq020` leaves out what matches all of that. Asks if the words are ambiguous.
 * Returns the index where the sentence continues.
 */
export function readException(draft: Draft, at: number, length: number): number {
  const { tokens, problems } = draft
  const before = problems.length
  const { parts, end } = readParts(draft, at + length)
  const [first, last] = [tokens[at], parts.at(-1)]
  if (first === undefined) return end
  if (last === undefined) {
    if (problems.length === before) problems.push(toUnknown(first))
    return end
  }
  const isMovable = (part: Part): boolean => mayBelongToSentence(draft, part)
  const ways = listExceptionReadings({
    tokens,
    parts,
    start: at,
    word: textOf(tokens.slice(at, at + length)),
    isMovable,
  })
  const [only, second] = ways
  if (second === undefined || problems.length > before) only?.exceptions.forEach((each) => leaveOut(draft, each))
  else {
    const taken = tokens.slice(at, last.at + last.length)
    const place = { word: textOf(taken), start: first.start, end: taken.at(-1)?.end ?? first.end }
    problems.push({ kind: 'choice', ...place, choices: ways.map(({ text }) => ({ label: text, text })) })
  }
  return end
}

/** Leaves out each thing in a list of one kind; with several kinds, only what matches all of them. */
function leaveOut(draft: Draft, { isTogether, parts }: { isTogether: boolean; parts: readonly Part[] }): void {
  const terms = parts.flatMap((part) => ('term' in part ? part.term : []))
  const mentions = parts.flatMap((part) => ('mention' in part ? part.mention : []))
  if (isTogether) draft.exceptions.push({ terms, mentions: mentions.map((each) => ({ ...each, isNot: false })) })
  else {
    draft.terms.push(...terms)
    draft.mentions.push(...mentions)
  }
}

const joiners: ReadonlyMap<string, Part['link']> = new Map([
  ['and', 'and'],
  ['&', 'and'],
  ['+', 'and'],
  ['or', 'or'],
  ['of', 'of'],
] as const)

/** Reads the conditions of one exception. */
function readParts(draft: Draft, from: number): { readonly parts: readonly Part[]; readonly end: number } {
  const { tokens, problems } = draft
  const own: Draft = { ...draft, side: 'subject', isNot: true, terms: [], mentions: [] }
  const parts: Part[] = []
  let [at, link]: [number, { readonly is: Part['link']; readonly token: Token } | undefined] = [from, undefined]
  while (at < tokens.length) {
    const token = tokens[at]
    if (token === undefined || token.kind === 'arrow') break
    const isName = isStartOfName(draft, at)
    const word = wordOf(token)
    if (!isName && (word === 'not' || words.has(word))) break
    const isBegun = parts.length > 0 && (link === undefined || link.is === 'and')
    if (isBegun && !isName && endsHere(draft, at)) break
    const joiner = isName ? undefined : joiners.get(word)
    if (joiner !== undefined) {
      if (link !== undefined || (parts.length === 0 && joiner !== 'of')) problems.push(toUnknown(token))
      ;[link, at] = [{ is: joiner, token }, at + 1]
      continue
    }
    const [read, length] = readPart(own, at)
    if (read !== undefined) {
      const before = parts.at(-1)
      const isList = before?.kinds.some((kind) => read.kinds.includes(kind)) === true
      if (link?.is === 'or' && !isList) problems.push(toUnknown(link.token))
      parts.push({ ...read, at, length, link: link?.is ?? findLink(tokens, at), isList })
      link = undefined
    }
    at += length
  }
  if (link?.is === 'or') problems.push(toUnknown(link.token))
  return { parts, end: at }
}

/** Finds how a word is joined to the previous one: `sq020's comp` is the compositing of sq020, a comma an “and”. */
function findLink(tokens: readonly Token[], at: number): Part['link'] {
  if (/['’]s$/.test(tokens[at - 1]?.value ?? '')) return 'of'
  return tokens[at]?.isApart === true ? 'and' : undefined
}

type Read = Pick<Part, 'kinds'> &
  ({ readonly term: Draft['terms'][number] } | { readonly mention: Draft['mentions'][number] })

function readPart(own: Draft, at: number): readonly [Read | undefined, number] {
  const { tokens, terms, mentions, problems } = own
  const token = tokens[at]
  if (token === undefined) return [undefined, 1]
  const before = { terms: terms.length, mentions: mentions.length }
  const compared = readBounds(own, at)
  const length = compared > 0 ? compared : readTerm(own, at)
  if (length === 0) {
    problems.push(toUnknown(token, suggest(own, token)))
    return [undefined, 1]
  }
  const [term, mention] = [terms[before.terms], mentions[before.mentions]]
  const end = tokens[at + length - 1]?.end ?? token.end
  if (term !== undefined || mention !== undefined) own.words.push({ start: token.start, end, kind: 'subject' })
  if (mention !== undefined) return [{ mention, kinds: mention.names.flat().map(({ kind }) => kind) }, length]
  return [term && { term, kinds: [groupOf(term)] }, length]
}

const actionWords = new Set(['assign', 'unassign', 'est', 'estimate', 'status', 'comment', 'set'])
const eitherWords = new Set(['due', 'by', 'priority', 'prio'])

/** Tells whether the exception ends at a token because an action begins. */
function endsHere(draft: Draft, at: number): boolean {
  const { tokens, side } = draft
  const token = tokens[at]
  if (token === undefined || side === 'subject' || isStartOfBounds(draft, at)) return false
  if (side === 'open') return tryAction(draft, at).length > 0
  const word = token.value.toLowerCase()
  if (eitherWords.has(word)) return readTerm({ ...draft, terms: [], mentions: [], problems: [] }, at) === 0
  return token.kind === 'quote' || actionWords.has(word)
}

function tryAction(draft: Draft, at: number): { readonly length: number; readonly action: Action | undefined } {
  const actions: Draft['actions'] = []
  const length = readAction({ ...draft, actions, bare: [], problems: [], mentions: [], removed: [], terms: [] }, at)
  return { length, action: actions[0]?.action }
}

/** Tells whether a word after the first may belong to the sentence instead of the exception. */
function mayBelongToSentence(draft: Draft, part: Part): boolean {
  if (draft.side === 'actions') {
    const { action } = tryAction(draft, part.at)
    return action !== undefined && draft.actions.every(({ action: other }) => setOf(other) !== setOf(action))
  }
  if ('term' in part) {
    const said = JSON.stringify({ ...part.term, isNot: false })
    return draft.terms.every((term) => JSON.stringify({ ...term, isNot: false }) !== said || term.isNot)
  }
  // The sentence would not name something twice.
  const named = new Set(draft.mentions.flatMap(({ isNot, names }) => (isNot ? [] : names.flat())))
  return !part.mention.names.flat().every((thing) => named.has(thing))
}
