import { describeProblem } from '#core/plan/describe-plan.ts'
import type { FieldNames } from '#core/plan/field-names.ts'
import type { Lexicon } from '#core/plan/lexicon.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Term, Thing, ThingKind } from '#core/plan/reading.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { ReviewLists, ReviewQuery } from '#core/schema/review-sessions.ts'

type ReadWith = {
  readonly lexicon: Lexicon
  readonly me: Thing
  readonly today: CalendarDate
  readonly timeZone: string
  readonly projectId: string
  readonly fields?: FieldNames | undefined
}

type ListName = keyof ReviewLists
type Found = Map<ListName, Set<string>>

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
 * Reads the sentence of a live session, such as `WFA today in Animation`; `today` means tasks whose status was set on
 * the session's day. The error names what cannot be followed.
 */
export function readReviewQuery(sentence: string, context: ReadWith): Result<ReviewQuery> {
  const { projectId, timeZone, lexicon, fields, me, today } = context
  const text = sentence.trim().replace(/\s+/g, ' ')
  const rest = text.replace(ofDay, '$1').trim()
  const isOfDay = rest !== text
  const dayOf = { text, ...(isOfDay && { isOfDay, timeZone }) }
  if (rest === '') return isOfDay ? ok(dayOf) : refuse('Which tasks?')
  // Before an arrow everything is a condition; the missing action does not matter.
  const { terms, problems } = readSentence(`${rest} →`, { lexicon, fields, me, today, hasSelection: false })
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
  const found: Found = new Map()
  const excluded: Found = new Map()
  for (const term of terms) {
    if (term.kind === 'project' && !term.isNot) {
      if (term.things.some(({ id }) => id !== projectId)) return refuse('A review belongs to one project.')
      continue
    }
    const named = toList(term)
    if (typeof named === 'string') return refuse(named)
    const into = term.isNot ? excluded : found
    into.set(named.list, new Set([...(into.get(named.list) ?? []), ...named.values]))
  }
  if (found.size + excluded.size === 0 && dayOf.isOfDay !== true) return refuse(unfollowed.all)
  return ok({ ...dayOf, ...toLists(found), ...(excluded.size > 0 && { not: toLists(excluded) }) })
}

/** Returns the list that a term belongs to and its values, or why a live session cannot follow it. */
function toList(term: Term): { readonly list: ListName; readonly values: readonly string[] } | string {
  switch (term.kind) {
    case 'project':
      return 'A review belongs to one project.'
    case 'due':
      return { list: 'dueDates', values: [term.date ?? 'none'] }
    case 'priority':
      return { list: 'priorities', values: [String(term.value)] }
    case 'unassigned':
      return { list: 'assigneeIds', values: ['none'] }
    case 'late':
    case 'all':
    case 'own':
    case 'bounds':
    case 'together':
      return unfollowed[term.kind]
    case 'status':
    case 'stage':
    case 'person':
    case 'space':
    case 'collection':
    case 'item':
      return { list: lists[term.kind], values: term.things.map(({ id }) => id) }
  }
}

function toLists(found: Found): ReviewLists {
  // The names of the lists are those of the query.
  return Object.fromEntries([...found].map(([list, values]) => [list, [...values]]))
}

const unfollowed = {
  late: 'A live review cannot follow what is late, because that changes every day: name a due date.',
  own: 'A live review cannot follow your studio’s own fields: name a status, stage, person, space or sequence.',
  bounds: 'A live review cannot follow comparisons such as before or more than: name a due date, a status or a stage.',
  all: 'Name a status, stage, person, space or sequence, or today.',
  together: 'A live review can leave out only one kind of thing: a stage, a status, a person or a sequence.',
} as const

function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}
