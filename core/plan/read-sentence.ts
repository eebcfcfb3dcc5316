import { findThings, longestName, textOf, toUnknown, type Draft, type ReadingContext, type Side } from './draft.ts'
import type { Lexicon } from './lexicon.ts'
import { askNegationOrName, askOneMore, isStartOfName } from './ask-doubt.ts'
import { mayCompare, withSigns } from './comparison-words.ts'
import { readAction } from './read-action.ts'
import { isToOfAdding } from './read-added.ts'
import { readBounds } from './read-bounds.ts'
import { readAsked, readSameField } from './read-field.ts'
import { findException, readException } from './read-exception.ts'
import { readTerm } from './read-term.ts'
import { refuseOthers } from './read-unassign.ts'
import { groupOf, setOf, type Action, type Problem, type Reading, type Term } from './reading.ts'
import { resolveMentions } from './resolve-names.ts'
import { suggest } from './suggest.ts'
import { toTokens, type Token } from './tokens.ts'
import { withOrder } from './with-order.ts'

/**
 * Reads a sentence such as `sq020 anim wfa → done assign ana due fri 'nice'`. Never guesses: ambiguous words become a
 * choice, unknown words a problem, and a reading with a problem changes nothing.
 */
export function readSentence(sentence: string, context: ReadingContext): Reading {
  const signed = withSigns(withRanges(toTokens(sentence), context.lexicon), context.fields)
  const isUnsure = signed.some((token) => token.isUnsure === true)
  const tokens = isUnsure ? signed : withArrow(withOrder(signed, context), context)
  const hasArrow = isUnsure || tokens.some(({ kind }) => kind === 'arrow')
  const side: Side = hasArrow ? 'subject' : 'open'
  const lists = { terms: [], mentions: [], removed: [], exceptions: [], bare: [], actions: [], problems: [], words: [] }
  const begun = { side, isNot: false, asked: undefined, hasSubject: false } as const
  const draft: Draft = { ...context, tokens, mayCompare: mayCompare(tokens), ...begun, ...lists }
  readTokens(draft)
  return finish(draft)
}

/** Reads word by word. `not` applies to a whole list: `not anim and fx` excludes both. */
function readTokens(draft: Draft): void {
  const { tokens, problems } = draft
  let negation: Token | undefined
  let or: Token | undefined
  // The last condition read: a following one of the same kind continues its list.
  let last: Condition | undefined
  // The field of the last action, which may take more values.
  let setField: Action['field'] | undefined
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (token === undefined) break
    const word = draft.side === 'actions' || token.kind !== 'word' ? '' : token.value.toLowerCase()
    if (negations.has(word) && askNegationOrName(draft, at)) {
      at += findThings(draft, tokens.slice(at, at + longestName))?.length ?? 1
      continue
    }
    const isNegation = negation === undefined && !isStartOfName(draft, at)
    const exception = isNegation ? findException(draft, at) : 0
    if (exception > 0) {
      at = readException(draft, at, exception)
      ;[last, setField] = [undefined, undefined]
      continue
    }
    if (isNegation && word === 'not') {
      ;[draft.isNot, negation, at] = [true, token, at + 1]
      continue
    }
    if (word === 'or' && last !== undefined && or === undefined) {
      ;[or, at] = [token, at + 1]
      continue
    }
    const before = {
      count: countMeant(draft) + problems.length,
      problems: problems.length,
      actions: draft.actions.length,
    }
    const read = readNext(draft, at)
    const from = at
    at += read.length
    // Words like “the” mean nothing; an arrow ends what comes before it.
    if (countMeant(draft) + problems.length === before.count && token.kind !== 'arrow') continue
    const isSame = read.condition !== undefined && isOneList(last, read.condition)
    if (negation !== undefined && read.condition === undefined && problems.length === before.problems)
      problems.push(toUnknown(negation))
    if (or !== undefined && !isSame) problems.push(toUnknown(or))
    if (isSame && last?.isNot === true) negateLast(draft, read.condition)
    if (read.condition !== undefined && setField !== undefined && askOneMore(draft, { from, end: at }, setField))
      continue
    const done = draft.actions.length > before.actions ? draft.actions.at(-1)?.action : undefined
    setField = done === undefined || !('to' in done) || done.to === undefined ? undefined : done.field
    last = read.condition && { ...read.condition, isNot: draft.isNot || (isSame && last?.isNot === true) }
    ;[draft.isNot, negation, or] = [false, undefined, undefined]
  }
  for (const token of [negation, or]) if (token !== undefined) problems.push(toUnknown(token))
}

const negations = new Set(['not', 'except', 'without', 'but'])

/** A condition just read: whether it is a term or a mention, and the kinds it can be. */
type Condition = { readonly list: 'terms' | 'mentions'; readonly kinds: readonly string[]; readonly isNot?: boolean }

function findCondition({ terms, mentions }: Draft, before: { terms: number; mentions: number }): Condition | undefined {
  const mention = mentions[before.mentions]
  if (mention !== undefined) return { list: 'mentions', kinds: mention.names.flat().map(({ kind }) => kind) }
  const term = terms[before.terms]
  return term && { list: 'terms', kinds: [groupOf(term)] }
}

function isOneList(last: Condition | undefined, { kinds }: Condition): boolean {
  return last?.kinds.some((kind) => kinds.includes(kind)) ?? false
}

function negateLast({ terms, mentions }: Draft, { list }: Condition): void {
  const [term, mention] = [terms.at(-1), mentions.at(-1)]
  if (list === 'terms' && term !== undefined) terms[terms.length - 1] = { ...term, isNot: true }
  else if (mention !== undefined) mentions[mentions.length - 1] = { ...mention, isNot: true }
}

type Read = { readonly length: number; readonly condition?: Condition | undefined }

/** Reads what begins at a token. */
function readNext(draft: Draft, at: number): Read {
  const { tokens, problems, terms, mentions, words } = draft
  const token = tokens[at]
  if (token === undefined) return { length: 1 }
  if (token.kind === 'arrow') {
    if (draft.side !== 'subject') problems.push(toUnknown(token))
    else {
      ;[draft.side, draft.hasSubject] = ['actions', countConditions(draft) > 0]
      return { length: 1 + readAsked(draft, at + 1) }
    }
    return { length: 1 }
  }
  const before = { problems: problems.length, meant: countMeant(draft), terms: terms.length, mentions: mentions.length }
  const compared = draft.side === 'actions' ? 0 : readBounds(draft, at)
  const done = compared > 0 || draft.side === 'subject' ? 0 : readAction(draft, at) || readSameField(draft, at)
  const length = compared > 0 ? compared : done > 0 || draft.side === 'actions' ? done : readTerm(draft, at)
  const end = tokens[at + length - 1]?.end ?? token.end
  if (countMeant(draft) > before.meant && problems.length === before.problems)
    words.push({ start: token.start, end, kind: done > 0 ? 'action' : 'subject' })
  // Whose tasks an action is about is no condition that `not` could negate.
  if (length > 0) return { length, condition: done > 0 ? undefined : findCondition(draft, before) }
  problems.push(toUnknown(token, suggest(draft, token)))
  return { length: 1 }
}

function countConditions({ terms, mentions, exceptions }: Draft): number {
  return terms.length + mentions.length + exceptions.length
}

function countMeant(draft: Draft): number {
  return countConditions(draft) + draft.bare.length + draft.actions.length
}

const rangeWords = new Set(['-', '–', '..', '...', 'to', 'thru', 'through', 'until'])

/** Joins `sh010 to sh030` to one range if both ends name items or collections; `p3 to p6` is not a range. */
function withRanges(tokens: readonly Token[], lexicon: Lexicon): readonly Token[] {
  const isEnd = (token: Token | undefined): boolean =>
    token?.kind === 'word' &&
    /\d$/.test(token.value) &&
    lexicon.find(token.value).some(({ kind }) => kind === 'item' || kind === 'collection')
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const [first, link, last] = tokens.slice(at, at + 3)
    if (first === undefined) break
    if (link && last && isEnd(first) && rangeWords.has(link.value.toLowerCase()) && isEnd(last)) {
      const text = `${first.text} ${link.text} ${last.text}`
      joined.push({ kind: 'word', text, value: `${first.value}..${last.value}`, start: first.start, end: last.end })
      at += 2
    } else joined.push(first)
  }
  return joined
}

const arrowWords = new Set(['to', 'as'])
/** What a value may follow with `to`: `due to friday`. */
const takesTo = /^(?:assign|status|due|date|priority|prio|est|estimate)$/i

/** Replaces the arrow word in `sq020 to done` or `sq020 as done`; in `to do` and `assign to ana` it is no arrow. */
function withArrow(
  tokens: readonly Token[],
  { lexicon, hasSelection }: Pick<ReadingContext, 'lexicon' | 'hasSelection'>,
): readonly Token[] {
  if (tokens.some(({ kind }) => kind === 'arrow')) return tokens
  const at = tokens.findIndex(({ value }, index) => {
    const next = tokens[index + 1]
    if (!arrowWords.has(value.toLowerCase()) || next === undefined || (index === 0 && !hasSelection)) return false
    if (isToOfAdding(tokens, index)) return false
    return !takesTo.test(tokens[index - 1]?.value ?? '') && !isInName(tokens, index, lexicon)
  })
  return tokens.map((token, index) => (index === at ? { ...token, kind: 'arrow' as const } : token))
}

/** Tells whether a word is part of a longer name: `sent to client`. */
function isInName(tokens: readonly Token[], index: number, lexicon: Lexicon): boolean {
  const starts = Array.from({ length: longestName }, (_, back) => index - back).filter((start) => start >= 0)
  return starts.some((start) => {
    const words = tokens.slice(start, start + longestName).map(({ value }) => value)
    return words.some(
      (_, at) => at > 0 && start + at >= index && lexicon.find(words.slice(0, at + 1).join(' ')).length > 0,
    )
  })
}

function finish(draft: Draft): Reading {
  const { problems, hasSelection, lexicon } = draft
  // Exceptions alone do not say which tasks, so the selected ones are meant.
  const namesTasks = [...draft.terms, ...draft.mentions].some(({ isNot }) => !isNot)
  for (const { token, length, action, text, ...rest } of draft.bare) {
    const at = draft.tokens.indexOf(token)
    const taken = draft.tokens.slice(at, at + length)
    const place = { word: text, start: token.start, end: taken.at(-1)?.end ?? token.end }
    if (hasSelection && !namesTasks) draft.actions.push({ action, text, tokens: taken })
    else if (action.field === 'assigneeId' && 'mention' in rest) draft.mentions.push(rest.mention)
    else problems.push({ kind: 'choice', ...place, choices: listMeanings(action, text) })
  }
  refuseOthers(draft)
  const resolved = resolveMentions(draft.mentions, lexicon)
  const removed = resolveMentions(draft.removed, lexicon)
  const left = draft.exceptions.map((each) => {
    const { terms, problems: open } = resolveMentions(each.mentions, lexicon, draft.mentions)
    const together = [...each.terms, ...terms].map((term) => ({ ...term, isNot: false }))
    return { term: { kind: 'together', isNot: true, terms: together } satisfies Term, open }
  })
  const ofAction = removed.terms.map((term) => ({ ...term, isOfAction: true as const }))
  const terms = [...draft.terms, ...resolved.terms, ...ofAction, ...left.map(({ term }) => term)]
  const actions = withoutContradictions(draft)
  const all = [...problems, ...resolved.problems, ...removed.problems, ...left.flatMap(({ open }) => open)]
  const whole = { start: 0, end: 0, word: '' }
  const isAbout = draft.side === 'actions' ? draft.hasSubject : terms.length > 0
  if (all.length === 0 && !isAbout && !hasSelection) all.push({ kind: 'no-tasks', ...whole })
  if (all.every(({ kind }) => kind === 'no-tasks') && actions.length === 0) all.push({ kind: 'no-action', ...whole })
  return { terms, actions, problems: all.toSorted((one, other) => one.start - other.start), words: draft.words }
}

function listMeanings(action: Action, text: string): readonly { label: string; text: string }[] {
  if (action.field === 'own') {
    const { own, text: told } = action
    const value = action.value === undefined ? told : `"${told}"`
    return [
      { label: `only ${own.name} ${told}`, text: `field:${own.key}:${value}` },
      { label: `set ${own.name} to ${told}`, text: `set field:${own.key} ${value}` },
    ]
  }
  const [kind, name] = action.field === 'statusId' ? ['status', action.to.name] : ['priority', capitalize(text)]
  return [
    { label: `only ${name}`, text: `${kind}:"${name}"` },
    { label: `set to ${name}`, text: `${kind} "${name}"` },
  ]
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Keeps one action per field: repetitions are dropped, two different values become a choice. */
function withoutContradictions(draft: Draft): readonly Action[] {
  const kept = new Map<string, Draft['actions'][number]>()
  const inOrder = draft.actions.toSorted((one, other) => startOf(one) - startOf(other))
  for (const each of inOrder) {
    const name = setOf(each.action)
    const before = kept.get(name)
    if (before === undefined) kept.set(name, each)
    else if (valueOf(before.action) !== valueOf(each.action)) draft.problems.push(askWhichValue(draft, before, each))
  }
  return [...kept.values()].map(({ action }) => action)
}

const startOf = ({ tokens }: Draft['actions'][number]): number => tokens[0]?.start ?? 0

/** Asks which of two values to keep, with the words between them. */
function askWhichValue({ tokens }: Draft, one: Draft['actions'][number], other: Draft['actions'][number]): Problem {
  const [first, last] = [one.tokens[0], other.tokens.at(-1)]
  // An order has its verb before the tasks and its value after them.
  const isBetween = (token: Token): boolean =>
    token.start > (first?.start ?? 0) &&
    token.end < (last?.end ?? 0) &&
    token.end > token.start &&
    ![...one.tokens, ...other.tokens].includes(token)
  const between = textOf(tokens.filter(isBetween).toSorted((before, after) => before.start - after.start))
  const [keepOne, keepOther] = [`${one.text} ${between}`.trim(), `${between} ${other.text}`.trim()]
  const choices = [
    { label: one.text, text: keepOne },
    { label: other.text, text: keepOther },
  ]
  return {
    kind: 'choice',
    word: other.tokens[0]?.text ?? other.text,
    start: first?.start ?? 0,
    end: last?.end ?? 0,
    choices,
  }
}

function valueOf(action: Action): unknown {
  if (action.field === 'own') return JSON.stringify(action.value)
  if (action.field === 'push') return `push ${action.days} ${action.isWorkdays ?? false}`
  if (action.field === 'shift') return `shift ${action.by} ${action.isWorkdays ?? false}`
  return typeof action.to === 'object' ? action.to.id : action.to
}
