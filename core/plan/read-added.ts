import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { textOf, toUnknown, type Draft } from './draft.ts'
import { askWhichField, findNamedKind, type NamedKind } from './read-field.ts'
import { readFieldValue } from './read-field-value.ts'
import type { Token } from './tokens.ts'

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

const links: Readonly<Record<string, string>> = { add: 'to', subtract: 'from' }

/**
 * Reads `frames +10`, `add 10 to frames` or `subtract 5 from frames`: each number changes by that much. `frames -5` may
 * also be a new value, so it asks. Returns how many tokens it took, 0 if nothing is added.
 */
export function readAdded(draft: Draft, at: number): number {
  const word = wordOf(draft.tokens[at])
  return Object.hasOwn(links, word) ? readAddTo(draft, at, links[word]) : readSigned(draft, at)
}

/** Tells whether a `to` belongs to `add 10 to frames`, so that it is no arrow. */
export function isToOfAdding(tokens: readonly Token[], at: number): boolean {
  return wordOf(tokens[at]) === 'to' && [2, 3].some((back) => wordOf(tokens[at - back]) === 'add')
}

function readAddTo(draft: Draft, at: number, link: string | undefined): number {
  const { tokens } = draft
  const to = [at + 2, at + 3].find((each) => wordOf(tokens[each]) === link)
  const found = to === undefined ? undefined : findNamedKind(draft, to + 1, 'number')
  if (to === undefined || found === undefined) return 0
  const amount = readNumber(draft, found.own, tokens.slice(at + 1, to))
  // A second word must be the unit.
  if (amount === undefined || amount.length !== to - at - 1 || amount.value === 0) return 0
  const length = to + 1 + found.named.length - at
  if (askWhich(draft, found)) return length
  return add(draft, tokens.slice(at, at + length), { own: found.own, by: link === 'to' ? amount.value : -amount.value })
}

const sign = /^[+\-–—−]/

function readSigned(draft: Draft, at: number): number {
  const { tokens } = draft
  // Names have at most four words.
  if (!tokens.slice(at + 1, at + 5).some(({ value }) => sign.test(value))) return 0
  const found = findNamedKind(draft, at, 'number')
  const from = at + (found?.named.length ?? 0)
  const signed = tokens[from]
  if (found === undefined || signed?.kind !== 'word' || signed.isApart === true || !sign.test(signed.value)) return 0
  const isAlone = signed.value.length === 1
  const first = isAlone ? tokens[from + 1] : { ...signed, value: signed.value.slice(1) }
  const next = from + (isAlone ? 2 : 1)
  const amount = first && readNumber(draft, found.own, [first, ...tokens.slice(next, next + 1)])
  if (amount === undefined) return 0
  const isPlus = signed.value.startsWith('+')
  const isSet = /^(?:set|put|change)$/.test(wordOf(tokens[at - 1]))
  // `set frames -5` says what the value becomes.
  if (isSet && !isPlus && !isAlone) return 0
  const length = next + amount.length - 1 - at
  const taken = tokens.slice(at, at + length)
  if (amount.value === 0) {
    // `frames -0` is 0, but `frames +0` hardly means that.
    if (isPlus) draft.problems.push(toUnknown(signed))
    return isPlus ? length : 0
  }
  if (askWhich(draft, found)) return length
  if (isPlus && !isSet) return add(draft, taken, { own: found.own, by: amount.value })
  return askSetOrAdd(draft, taken, { own: found.own, by: isPlus ? amount.value : -amount.value })
}

type Added = { readonly own: FieldDefinition; readonly by: number }

function add({ actions }: Draft, taken: readonly Token[], { own, by }: Added): number {
  actions.push({ action: { field: 'shift', own, by }, tokens: taken, text: textOf(taken) })
  return taken.length
}

function askWhich(draft: Draft, { named, others }: NamedKind): boolean {
  const isUnsure = others.length > 0 || named.fields.length > 1
  if (isUnsure) askWhichField(draft, named, others)
  return isUnsure
}

function askSetOrAdd({ problems }: Draft, taken: readonly Token[], { own, by }: Added): number {
  const [verb, link, amount] = by < 0 ? ['subtract', 'from', -by] : ['add', 'to', by]
  const choices = [
    { label: `set ${own.name} to ${by}`, text: `set field:${own.key}=${by}` },
    { label: `${verb} ${amount} ${link} ${own.name}`, text: `${verb} ${amount} ${link} field:${own.key}` },
  ]
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  problems.push({ kind: 'choice', word: textOf(taken), start, end, choices })
  return taken.length
}

type Amount = { readonly value: number; readonly length: number }

/** Reads a number without a sign, and its unit if it follows. */
function readNumber(draft: Draft, own: FieldDefinition, words: readonly Token[]): Amount | undefined {
  const [first] = words
  if (first?.kind !== 'word' || !/^[\d.,]/.test(first.value)) return undefined
  const read = readFieldValue(draft, own, words)
  if (read === undefined || 'choices' in read || typeof read.value !== 'number') return undefined
  return { value: read.value, length: read.length }
}
