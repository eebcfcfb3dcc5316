import { findThings, longestName, textOf, toUnknown, type Draft } from './draft.ts'
import type { Thing } from './reading.ts'
import type { Mention } from './resolve-names.ts'
import type { Token } from './tokens.ts'

const unassign = { field: 'assigneeId', to: undefined } as const
const isWord = (token: Token | undefined, pattern: RegExp): boolean =>
  token?.kind === 'word' && pattern.test(token.value)

/**
 * Reads `unassign`, `unassign everyone` or `unassign jonas and mei`, which clears only tasks of these people; `remove`
 * needs people. Returns how many tokens it took.
 */
export function readUnassign(draft: Draft, at: number): number {
  const { tokens, actions } = draft
  const [verb, next] = [tokens[at], tokens[at + 1]]
  if (verb === undefined) return 0
  const length = readPeople(draft, at + 1)
  if (length === 0 && isWord(verb, /^remove$/i)) return 0
  // In `unassign all of sq020` the tasks follow.
  const mayBeAll = draft.side === 'actions' || tokens[at + 2] === undefined
  const isAll = isWord(next, /^(?:everyone|everybody|anyone)$/i) || (mayBeAll && isWord(next, /^all$/i))
  const taken = tokens.slice(at, at + 1 + (length > 0 ? length : isAll ? 1 : 0))
  actions.push({ action: unassign, tokens: taken, text: textOf(taken) })
  return taken.length
}

/** Reads a list of people, whose tasks are then meant. */
function readPeople(draft: Draft, from: number): number {
  const { tokens, removed } = draft
  let at = from
  for (;;) {
    const isAnd = at > from && isWord(tokens[at], /^(?:and|&|or)$/i)
    const start = isAnd ? at + 1 : at
    const isNext = at === from || isAnd || tokens[at]?.isApart === true
    const found = isNext ? findPerson(draft, tokens.slice(start, start + longestName)) : undefined
    if (found === undefined) return at - from
    const named = tokens.slice(start, start + found.length)
    const place = { start: named[0]?.start ?? 0, end: named.at(-1)?.end ?? 0 }
    removed.push({ word: textOf(named), ...place, isNot: false, names: [found.things] })
    at = start + found.length
  }
}

function findPerson(
  draft: Draft,
  [first, ...rest]: readonly Token[],
): { readonly things: readonly Thing[]; readonly length: number } | undefined {
  if (first === undefined || first.kind === 'arrow') return undefined
  const value = first.value.replace(/^(?:@|person:)/, '')
  if (/^(?:me|myself)$/i.test(value)) return { things: [draft.me], length: 1 }
  return findThings(draft, [{ ...first, value }, ...rest], 'person')
}

/**
 * Refuses `mei unassign jonas`: conditions on people are alternatives, so Mei's tasks would be cleared, too.
 */
export function refuseOthers({ removed, mentions, terms, problems, tokens }: Draft): void {
  const [first] = removed
  if (first === undefined) return
  const ids = new Set(removed.flatMap(idsOf))
  const isOther = ({ isNot, names }: Mention): boolean =>
    !isNot && names.flat().some(({ kind, id }) => kind === 'person' && !ids.has(id))
  const isOtherTerm = terms.some(
    (term) => term.kind === 'person' && !term.isNot && term.things.some(({ id }) => !ids.has(id)),
  )
  const token = tokens.find(({ start }) => start === first.start)
  if (token !== undefined && (isOtherTerm || mentions.some(isOther))) problems.push(toUnknown(token))
}

const idsOf = ({ names }: Mention): readonly string[] => names.flat().map(({ id }) => id)
