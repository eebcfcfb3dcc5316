import { describeProblem } from '#core/plan/tell-plan.ts'
import type { Lexicon } from '#core/plan/lexicon.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Term, Thing, ThingKind } from '#core/plan/reading.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { ReviewQuery } from '#core/schema/review-sessions.ts'

type ReadWith = {
  readonly lexicon: Lexicon
  readonly me: Thing
  readonly today: CalendarDate
  readonly timeZone: string
  readonly projectId: string
}

type ListName = Exclude<keyof ReviewQuery, 'text' | 'isOfDay' | 'timeZone'>
type ListedValue = string | number

const lists: Readonly<Record<Exclude<ThingKind, 'project'>, ListName>> = {
  status: 'statusIds',
  stage: 'stageIds',
  person: 'assigneeIds',
  space: 'spaceIds',
  collection: 'collectionIds',
  item: 'itemIds',
}

const ofDay = /(^|\s)today(?=\s|$)/gi

/**
 * Reads which tasks a live session takes, as `WFA today in Animation`: today are those that were given their status on the
 * session's day. The error says what cannot be followed.
 */
export function readReviewQuery(sentence: string, context: ReadWith): Result<ReviewQuery> {
  const { projectId, timeZone, lexicon, me, today } = context
  const text = sentence.trim().replace(/\s+/g, ' ')
  const rest = text.replace(ofDay, '$1').trim()
  const isOfDay = rest !== text
  const dayOf = { text, ...(isOfDay && { isOfDay, timeZone }) }
  if (rest === '') return isOfDay ? ok(dayOf) : refuse('Which tasks?')
  // Before an arrow everything is a condition; what becomes of them is not asked.
  const { terms, problems } = readSentence(`${rest} →`, { lexicon, me, today, hasSelection: false })
  const problem = problems.find(({ kind }) => kind !== 'no-action')
  if (problem !== undefined) {
    const { text: why, hint } = describeProblem(problem)
    return refuse([why, hint].filter(Boolean).join(' '))
  }
  return toQuery(terms, { projectId, dayOf })
}

function toQuery(
  terms: readonly Term[],
  { projectId, dayOf }: { readonly projectId: string; readonly dayOf: ReviewQuery },
): Result<ReviewQuery> {
  const found = new Map<ListName, Set<ListedValue>>()
  const add = (list: ListName, values: readonly ListedValue[]) =>
    found.set(list, new Set([...(found.get(list) ?? []), ...values]))
  for (const term of terms) {
    if (term.isNot) return refuse('A live review takes what is so, not what is not so.')
    if (term.kind === 'due') add('dueDates', [term.date ?? 'none'])
    else if (term.kind === 'priority') add('priorities', [term.value])
    if (term.kind === 'due' || term.kind === 'priority') continue
    if (!('things' in term)) return refuse(unfollowed[term.kind])
    if (term.kind === 'project') {
      if (term.things.some(({ id }) => id !== projectId)) return refuse('A review is of one project.')
      continue
    }
    add(
      lists[term.kind],
      term.things.map(({ id }) => id),
    )
  }
  if (found.size === 0 && dayOf.isOfDay !== true) return refuse(unfollowed.all)
  // The names of the lists are those of the query's own.
  return ok({ ...dayOf, ...Object.fromEntries([...found].map(([list, ids]) => [list, [...ids]])) })
}

const unfollowed = {
  late: 'A live review does not follow what is late.',
  unassigned: 'A live review does not follow what nobody has.',
  all: 'Say which tasks: a status, stage, person, space or sequence, or today.',
} as const

function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}
