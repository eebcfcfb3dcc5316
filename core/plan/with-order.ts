import { findThings, longestName, textOf, type Draft } from './draft.ts'
import { isPushVerb, readAmount } from './read-shift.ts'
import type { Token } from './tokens.ts'

type Names = Pick<Draft, 'lexicon' | 'fields'>

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/**
 * Puts an order the way sentences go, which tasks before what changes: `push sq020 by 2d` is `sq020 → push by 2d`.
 * Positions stay, so that what is wrong is still found where it was typed.
 */
export function withOrder(tokens: readonly Token[], names: Names): readonly Token[] {
  if (tokens.some(({ kind }) => kind === 'arrow')) return tokens
  const [verb, ...rest] = wordOf(tokens[0]) === 'please' ? tokens.slice(1) : tokens
  if (verb === undefined) return tokens
  const word = wordOf(verb)
  if (word === 'assign') return orderAssign(verb, rest, names) ?? tokens
  if (settingVerbs.has(word)) return orderSet(verb, rest) ?? tokens
  return (isPushVerb(word) ? orderPush(verb, rest, names) : undefined) ?? tokens
}

const settingVerbs = new Set(['set', 'change', 'put', 'make'])

function arrowAt({ start }: Token): Token {
  return { kind: 'arrow', text: '→', value: '→', start, end: start }
}

/** Orders `assign jonas to sq020 anim` and `assign sq020 anim to jonas`; between two people it stays unclear. */
function orderAssign(verb: Token, rest: readonly Token[], names: Names): readonly Token[] | undefined {
  const links = rest.flatMap((token, at) => (wordOf(token) === 'to' && at > 0 && at < rest.length - 1 ? [at] : []))
  const first = links.find((at) => isPeople(rest.slice(0, at), names))
  if (first !== undefined) {
    const [people, tasks] = [rest.slice(0, first), rest.slice(first + 1)]
    // What changes may follow the tasks, so there is no arrow.
    return isPossessive(tasks[0]) || findPerson(tasks, names) === 0 ? [...tasks, verb, ...people] : undefined
  }
  const last = links.findLast((at) => findPerson(rest.slice(at + 1), names) > 0)
  return last === undefined ? undefined : [...rest.slice(0, last), arrowAt(verb), verb, ...rest.slice(last + 1)]
}

const isPossessive = (token: Token | undefined): boolean => /['’]s$/.test(wordOf(token))

/** Returns how many words name a person, 0 if they do not begin with one. */
function findPerson(words: readonly Token[], { lexicon }: Names): number {
  if (/^@?(?:me|myself|nobody|none)$/.test(wordOf(words[0]))) return 1
  const [first, ...rest] = words.slice(0, longestName)
  if (first === undefined) return 0
  const named = { ...first, value: first.value.replace(/^(?:@|person:)/, '') }
  return findThings({ lexicon }, [named, ...rest], 'person')?.length ?? 0
}

function isPeople(words: readonly Token[], names: Names): boolean {
  let at = 0
  while (at < words.length) {
    if (at > 0 && /^(?:and|&)$/.test(wordOf(words[at]))) at += 1
    const length = findPerson(words.slice(at), names)
    if (length === 0) return false
    at += length
  }
  return at > 0
}

/** The words that may be set, and how a sentence says them. */
const setNames: Readonly<Record<string, string>> = {
  status: 'status',
  due: 'due',
  priority: 'priority',
  prio: 'priority',
  est: 'est',
  estimate: 'est',
  assignee: 'assign',
}

const isOf = (token: Token | undefined): boolean => /^(?:of|for|on|in)$/.test(wordOf(token))

/** Orders `set status of sq020 anim to wip` as `sq020 anim → status wip`. */
function orderSet(verb: Token, rest: readonly Token[]): readonly Token[] | undefined {
  const from = wordOf(rest[0]) === 'the' ? 1 : 0
  const name = rest[from]
  const word = wordOf(name)
  if (name === undefined || !Object.hasOwn(setNames, word)) return undefined
  const of = word === 'due' && wordOf(rest[from + 1]) === 'date' ? from + 2 : from + 1
  const to = rest.findLastIndex((token, at) => wordOf(token) === 'to' && at > of + 1 && wordOf(rest[at + 1]) !== 'do')
  if (!isOf(rest[of]) || to < 0) return undefined
  return [...rest.slice(of + 1, to), arrowAt(verb), { ...name, value: setNames[word] ?? word }, ...rest.slice(to + 1)]
}

/** Before an amount these say something else than how far dates move: `push what is due in 2 days`. */
const beforeDays = new Set(
  'in due over under than est estimate least most within next last for to until before after of'.split(' '),
)

/** Orders `push due of sq020 by 2 days` as `sq020 → push due by 2 days`. */
function orderPush(verb: Token, rest: readonly Token[], names: Names): readonly Token[] | undefined {
  const amounts = rest.flatMap((_, at) => (at > 0 && readAmount(rest, at) !== undefined ? [at] : []))
  const amount = amounts.findLast((at) => wordOf(rest[at - 1]) === 'by') ?? amounts.at(-1)
  if (amount === undefined) return undefined
  const isBy = wordOf(rest[amount - 1]) === 'by'
  // `move sq020 2 days` may be to a day or by days.
  if (!isBy && /^(?:move|shift)$/.test(wordOf(verb))) return undefined
  const back = isBy ? amount - 1 : amount
  const from = wordOf(rest[back - 1]) === 'back' ? back - 1 : back
  const said = rest.slice(0, from)
  if (!isBy && from === back && (beforeDays.has(wordOf(said.at(-1))) || endsInField(said, names))) return undefined
  const moved = findMoved(said, names)
  if (moved === undefined || moved.tasks.length === 0) return undefined
  const end = amount + (readAmount(rest, amount)?.length ?? 1)
  const isMore = isOf(rest[end])
  const [tasks, after] = [isMore ? rest.slice(end) : [], isMore ? [] : rest.slice(end)]
  return [...moved.tasks, ...tasks, arrowAt(verb), verb, ...moved.name, ...rest.slice(from, end), ...after]
}

function endsInField(words: readonly Token[], { fields }: Names): boolean {
  const lengths = [1, 2, longestName - 1, longestName]
  return lengths.some((length) => (fields?.find(textOf(words.slice(-length))) ?? []).length > 0)
}

type Moved = { readonly name: readonly Token[]; readonly tasks: readonly Token[] }

/** Tells the date that moves from the tasks: `due of sq020`; without a date, due dates are meant. */
function findMoved(words: readonly Token[], { fields }: Names): Moved | undefined {
  const from = wordOf(words[0]) === 'the' ? 1 : 0
  const of = words.findIndex((token) => /^(?:of|for)$/.test(wordOf(token)))
  const name = words.slice(from, Math.max(from, of))
  const text = textOf(name).toLowerCase()
  const isDate = /^due(?: dates?)?$/.test(text) || fields?.find(text).some(({ kind }) => kind === 'date') === true
  if (name.length > 0 && isDate) return { name, tasks: words.slice(of + 1) }
  // `push due fri anim by 2d` may mean what is due on Friday.
  return wordOf(words[from]) === 'due' ? undefined : { name: [], tasks: words }
}
