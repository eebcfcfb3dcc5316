import { findThings, longestName, textOf, type Draft } from './draft.ts'
import { listNameChoices } from './name-distinctly.ts'
import type { Action } from './reading.ts'

/** A range of words: the index of the first, and the index after the last. */
type Stretch = { readonly from: number; readonly end: number }

/**
 * Asks, in a sentence without an arrow, whether a person after `assign ana` is another assignee or a condition;
 * likewise for days.
 */
export function askOneMore(draft: Draft, { from, end }: Stretch, field: Action['field']): boolean {
  const { tokens, side, isNot, terms, mentions, problems } = draft
  const token = tokens[from]
  if (side !== 'open' || isNot || token === undefined || /^(?:is|person):/.test(token.value)) return false
  const word = textOf(tokens.slice(from, end))
  const value = token.value.toLowerCase()
  const mention = mentions.at(-1)
  const isPerson = mention?.start === token.start && mention.names.flat().every(({ kind }) => kind === 'person')
  const place = { word, start: token.start, end: tokens[end - 1]?.end ?? token.end }
  if (field === 'assigneeId' && isPerson) {
    mentions.pop()
    const name = word.replace(/^["“@]|["”]$/gu, '')
    const choices = [
      { label: `only tasks of ${name}`, text: `person:"${name}"` },
      { label: `assign ${name}`, text: `assign "${name}"` },
    ]
    problems.push({ kind: 'choice', ...place, choices })
    return true
  }
  const verb =
    field === 'assigneeId' && value === 'me' ? 'assign' : field === 'dueDate' && isNearDay(value) ? 'due' : undefined
  if (verb === undefined) return false
  terms.pop()
  const only = verb === 'assign' ? 'only mine' : `only what is due ${value}`
  const choices = [
    { label: only, text: `is:${value}` },
    { label: `${verb} ${value}`, text: `${verb} ${value}` },
  ]
  problems.push({ kind: 'choice', ...place, choices })
  return true
}

const isNearDay = (word: string): boolean => word === 'today' || word === 'tomorrow'

/** Tells whether a token begins a longer name, such as a status `not started`. */
export function isStartOfName(draft: Draft, at: number): boolean {
  return (findThings(draft, draft.tokens.slice(at, at + longestName))?.length ?? 0) > 1
}

/** Asks whether `but` is something called But, or `not started` the status Not Started or anything but Started. */
export function askNegationOrName(draft: Draft, at: number): boolean {
  const { tokens, problems } = draft
  const [token, ...rest] = tokens.slice(at, at + longestName)
  const found = token && findThings(draft, [token, ...rest])
  // The word alone does not mean part of a person's name.
  const isPartOfName = found?.length === 1 && found.things.every(({ kind }) => kind === 'person')
  if (token === undefined || found === undefined || isPartOfName) return false
  const others = found.length === 1 ? undefined : findThings(draft, rest.slice(0, found.length - 1))
  const isOther = others?.things.some((thing) => !found.things.includes(thing)) ?? false
  if (found.length > 1 && (others?.length !== found.length - 1 || !isOther)) return false
  const taken = tokens.slice(at, at + found.length)
  const word = textOf(taken)
  const names = listNameChoices(found.things)
  const without = (others?.things ?? []).map(({ kind, name }) => ({
    label: `${token.text} ${name}`,
    text: `${token.text} ${kind}:"${name}"`,
  }))
  const end = taken.at(-1)?.end ?? token.end
  problems.push({ kind: 'choice', word, start: token.start, end, choices: [...names, ...without] })
  return true
}
