import { toUnknown, type Draft, type ReadingContext, type Side } from './draft.ts'
import type { Lexicon } from './lexicon.ts'
import { readAction, actionKeywords } from './read-action.ts'
import { readTerm, termKeywords } from './read-term.ts'
import type { Action, Reading, ThingKind } from './reading.ts'
import { resolveMentions } from './resolve-names.ts'
import { toTokens, type Token } from './tokens.ts'

/**
 * Reads a sentence such as `sq020 anim wfa → done assign ana due fri 'nice'`. Never guesses: what can be meant in two ways is a
 * choice, what is not known is a problem, and a reading with a problem changes nothing.
 */
export function readSentence(sentence: string, context: ReadingContext): Reading {
  const tokens = withArrow(toTokens(sentence), context.lexicon)
  const hasArrow = tokens.some(({ kind }) => kind === 'arrow')
  const side: Side = hasArrow ? 'subject' : 'open'
  const lists = { terms: [], mentions: [], bare: [], actions: [], problems: [], words: [] }
  const draft: Draft = { ...context, tokens, side, isNot: false, ...lists }
  let negation: Token | undefined
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (token === undefined) break
    const isNegation = draft.side !== 'actions' && /^(?:not|except|without)$/i.test(token.value)
    if (isNegation && negation === undefined) {
      ;[draft.isNot, negation, at] = [true, token, at + 1]
      continue
    }
    const known = draft.terms.length + draft.mentions.length + draft.problems.length
    at += readNext(draft, at)
    if (negation === undefined) continue
    if (draft.terms.length + draft.mentions.length + draft.problems.length === known)
      draft.problems.push(toUnknown(negation))
    ;[draft.isNot, negation] = [false, undefined]
  }
  if (negation !== undefined) draft.problems.push(toUnknown(negation))
  return finish(draft)
}

/** Reads what begins at a token; answers how many tokens it took. */
function readNext(draft: Draft, at: number): number {
  const token = draft.tokens[at]
  if (token === undefined) return 1
  if (token.kind === 'arrow') {
    if (draft.side === 'subject') draft.side = 'actions'
    else draft.problems.push(toUnknown(token))
    return 1
  }
  const before = draft.problems.length
  const meant = countMeant(draft)
  const done = draft.side === 'subject' ? 0 : readAction(draft, at)
  const length = done > 0 || draft.side === 'actions' ? done : readTerm(draft, at)
  const end = draft.tokens[at + length - 1]?.end ?? token.end
  if (countMeant(draft) > meant && draft.problems.length === before)
    draft.words.push({ start: token.start, end, kind: done > 0 ? 'action' : 'subject' })
  if (length > 0) return length
  draft.problems.push(toUnknown(token, suggest(draft, token)))
  return 1
}

function countMeant({ terms, mentions, bare, actions }: Draft): number {
  return terms.length + mentions.length + bare.length + actions.length
}

const subjectKinds: readonly ThingKind[] = ['stage', 'status', 'person', 'collection', 'item', 'space', 'project']

function suggest({ side, lexicon }: Draft, { value }: Token): string | undefined {
  const kinds = side === 'actions' ? (['status', 'person'] as const) : subjectKinds
  const keywords =
    side === 'subject' ? termKeywords : side === 'actions' ? actionKeywords : [...actionKeywords, ...termKeywords]
  const found = lexicon.suggest(value, kinds, keywords)
  return found === 'pri' || found === 'prio' ? 'priority' : found
}

/** `sq020 to done` has its arrow in a word; `to do` is a status, and `assign to ana` has none. */
function withArrow(tokens: readonly Token[], lexicon: Lexicon): readonly Token[] {
  if (tokens.some(({ kind }) => kind === 'arrow')) return tokens
  const at = tokens.findIndex(({ value }, index) => {
    const next = tokens[index + 1]
    if (value.toLowerCase() !== 'to' || next === undefined || index === 0) return false
    return !/^assign$/i.test(tokens[index - 1]?.value ?? '') && lexicon.find(`to ${next.value}`).length === 0
  })
  return tokens.map((token, index) => (index === at ? { ...token, kind: 'arrow' as const } : token))
}

function finish(draft: Draft): Reading {
  const { problems, hasSelection } = draft
  const namesTasks = draft.terms.length + draft.mentions.length > 0
  for (const { token, length, action, text, ...rest } of draft.bare) {
    const last = draft.tokens[draft.tokens.indexOf(token) + length - 1] ?? token
    const place = { word: text, start: token.start, end: last.end }
    if (hasSelection && !namesTasks) draft.actions.push({ action, text, token })
    else if (action.field === 'assigneeId' && 'mention' in rest) draft.mentions.push(rest.mention)
    else problems.push({ kind: 'choice', ...place, choices: listMeanings(action, text) })
  }
  const resolved = resolveMentions(draft.mentions, draft.lexicon)
  const terms = [...draft.terms, ...resolved.terms]
  const actions = withoutContradictions(draft)
  const all = [...problems, ...resolved.problems]
  const whole = { start: 0, end: 0, word: '' }
  if (all.length === 0 && terms.length === 0 && !hasSelection) all.push({ kind: 'no-tasks', ...whole })
  if (all.every(({ kind }) => kind === 'no-tasks') && actions.length === 0) all.push({ kind: 'no-action', ...whole })
  return { terms, actions, problems: all.toSorted((one, other) => one.start - other.start), words: draft.words }
}

function listMeanings(action: Action, text: string): readonly { label: string; text: string }[] {
  const [kind, name] = action.field === 'statusId' ? ['status', action.to.name] : ['priority', capitalize(text)]
  return [
    { label: `only ${name}`, text: `${kind}:"${name}"` },
    { label: `set to ${name}`, text: `${kind} "${name}"` },
  ]
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** One action for each field: the same said twice is said once, two values are a choice. */
function withoutContradictions({ actions, problems }: Draft): readonly Action[] {
  const kept = new Map<string, Draft['actions'][number]>()
  for (const each of actions) {
    const { field, to } = each.action
    const before = kept.get(field)
    if (before === undefined) kept.set(field, each)
    else if (valueOf(before.action.to) !== valueOf(to)) {
      const { text: word, start, end } = each.token
      const choices = [before, each].map(({ text }) => ({ label: text, text }))
      problems.push({ kind: 'choice', word, start, end, choices })
    }
  }
  return [...kept.values()].map(({ action }) => action)
}

const valueOf = (to: Action['to']): unknown => (typeof to === 'object' ? to.id : to)
