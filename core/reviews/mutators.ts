import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { fields, id } from '#core/change/shapes.ts'
import type { RowReader, Transaction } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ReviewEntryId, ReviewSessionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { encodeFields } from '#core/schema/encode-fields.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'

/** The fields of an entry that can change. */
export type EntryFields = Partial<Omit<ReviewEntryRow, 'id' | 'sessionId' | 'taskId' | 'itemId' | 'spaceId'>>

/** A change to an entry; with `expected`, a field whose value differs stays as it is. */
export type ReviewChange =
  | { readonly kind: 'add'; readonly row: ReviewEntryRow }
  | {
      readonly kind: 'set'
      readonly id: ReviewEntryId
      readonly fields: EntryFields
      readonly expected?: EntryFields | undefined
    }
  | { readonly kind: 'remove'; readonly id: ReviewEntryId }

type StartReview = { readonly session: ReviewSessionRow; readonly entries: readonly ReviewEntryRow[] }

/** Starts a review session with its tasks; undo deletes it. */
export const startReview: Mutator<'start-review', StartReview> = defineMutator({
  kind: 'start-review',
  args: v.object({
    session: fields<ReviewSessionRow>(),
    entries: v.array(fields<ReviewEntryRow>()),
  }) as v.GenericSchema<unknown, StartReview>,
  label: () => 'Start review',
  about: ({ session, entries }) => [session.id, ...entries.map(({ taskId }) => taskId)],

  apply(tx, { session, entries }) {
    if (tx.isServer) refuseUnknown(tx, entries)
    tx.add(`studio:${tx.studioId}`, 'review_sessions', [{ ...session, createdBy: tx.userId, createdAt: tx.now }])
    addEntries(tx, session.id, entries)
  },

  invert: (_rows, { session }) => [toMutation(deleteRows, { table: 'review_sessions', keys: [session.id] })],

  send: ({ session, entries }) => ({
    procedure: 'start_review',
    args: {
      p_session_id: session.id,
      p_project_id: session.projectId,
      p_name: session.name,
      p_kind: session.kind,
      p_day: session.day,
      p_entries: entries.map((row) => encodeFields('review_entries', row)),
      ...(session.query !== undefined && { p_query: session.query }),
    },
  }),
})

type ChangeReview = {
  readonly sessionId: ReviewSessionId
  readonly changes: readonly ReviewChange[]
  readonly label?: string | undefined
}

/** Adds tasks to a session, and changes and removes entries. Refused while it is locked. */
export const changeReview: Mutator<'change-review', ChangeReview> = defineMutator({
  kind: 'change-review',
  args: v.object({
    sessionId: id<ReviewSessionId>(),
    changes: v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('add'), row: fields<ReviewEntryRow>() }),
        v.object({
          kind: v.literal('set'),
          id: id<ReviewEntryId>(),
          fields: fields<EntryFields>(),
          expected: v.optional(fields<EntryFields>()),
        }),
        v.object({ kind: v.literal('remove'), id: id<ReviewEntryId>() }),
      ]),
    ),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, ChangeReview>,
  label: ({ label = 'Change the review' }) => label,
  about: ({ sessionId }) => [sessionId],

  plan(rows, args): Plan<ChangeReview> {
    if (rows.find('review_sessions', args.sessionId)?.isLocked === true) return { refusal: 'review-locked' }
    let conflictCount = 0
    const changes = args.changes.flatMap((change): readonly ReviewChange[] => {
      const left = leave(rows, args.sessionId, change)
      if (left === undefined && change.kind === 'set' && change.expected !== undefined) conflictCount += 1
      return left === undefined ? [] : [left]
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },

  apply(tx, { sessionId, changes }) {
    const rowsToAdd = changes.flatMap((change) => (change.kind === 'add' ? [change.row] : []))
    if (tx.isServer) {
      refuseClosed(tx, sessionId)
      refuseUnknown(tx, rowsToAdd)
    }
    const scope = `review:${sessionId}` as const
    for (const change of changes) {
      const left = change.kind === 'add' ? undefined : leave(tx, sessionId, change)
      if (left?.kind === 'set') tx.set({ table: 'review_entries', scope }, [left.id], left.fields)
      else if (left?.kind === 'remove') tx.remove('review_entries', [left.id])
    }
    addEntries(tx, sessionId, rowsToAdd)
  },

  invert: (rows, { sessionId, changes, label }) => [
    toMutation(changeReview, {
      sessionId,
      label,
      changes: changes
        .flatMap((change): readonly ReviewChange[] => {
          if (change.kind === 'add') return [{ kind: 'remove', id: change.row.id }]
          const present = rows.find('review_entries', change.id)
          if (present === undefined) return []
          if (change.kind === 'remove') return [{ kind: 'add', row: present }]
          const before = pick(present, (field) => field in change.fields)
          return [{ kind: 'set', id: change.id, fields: before, expected: change.fields }]
        })
        .toReversed(),
    }),
  ],

  send: ({ sessionId, changes }) => ({
    procedure: 'change_review',
    args: { p_session_id: sessionId, p_changes: changes.map(encodeChange) },
  }),
})

/** Adds the tasks that are not in the session yet. */
function addEntries(tx: Transaction, sessionId: ReviewSessionId, entries: readonly ReviewEntryRow[]): void {
  const there = new Set<string>(tx.list('review_entries', `review:${sessionId}`).map(({ taskId }) => taskId))
  const added = entries.filter(({ taskId }) => {
    const isNew = !there.has(taskId)
    there.add(taskId)
    return isNew
  })
  tx.add(`review:${sessionId}`, 'review_entries', added)
}

function refuseUnknown(tx: Transaction, entries: readonly ReviewEntryRow[]): void {
  if (entries.every(({ taskId }) => tx.find('item_tasks', taskId) !== undefined)) return
  throw new AppError('not-found', messages['not-found'])
}

function refuseClosed(tx: Transaction, sessionId: ReviewSessionId): void {
  const session = tx.find('review_sessions', sessionId)
  if (session === undefined) throw new AppError('not-found', messages['not-found'])
  if (session.isLocked) throw new AppError('review-locked', messages['review-locked'])
}

/** Reduces a change to what differs and, if it is guarded, to what is still as expected. */
function leave(rows: RowReader, sessionId: ReviewSessionId, change: ReviewChange): ReviewChange | undefined {
  if (change.kind === 'add') {
    const { row } = change
    const entries = rows.list('review_entries', `review:${sessionId}`)
    return entries.some(({ id: present, taskId }) => present === row.id || taskId === row.taskId) ? undefined : change
  }
  const present = rows.find('review_entries', change.id)
  if (present === undefined || present.sessionId !== sessionId) return undefined
  if (change.kind === 'remove') return change
  const { expected } = change
  const wanted = pick(change.fields, (field, value) => {
    const isLeft = expected === undefined || !(field in expected) || isSame(field, present, expected)
    return isLeft && !isSame(field, present, { [field]: value })
  })
  if (Object.keys(wanted).length === 0) return undefined
  return { ...change, fields: wanted, ...(expected && { expected: pick(expected, (field) => field in wanted) }) }
}

function isSame(field: string, one: EntryFields, other: EntryFields): boolean {
  const [first, second] = [read(one, field), read(other, field)]
  return field === 'orderRank' ? Number(first) === Number(second) : first === second
}

function read(values: object, field: string): unknown {
  // Rows are plain records.
  return (values as Readonly<Record<string, unknown>>)[field]
}

function pick(values: EntryFields, isKept: (field: string, value: unknown) => boolean): EntryFields {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => isKept(field, value)))
}

function encodeChange(change: ReviewChange): object {
  const { kind } = change
  if (kind === 'add') return { id: change.row.id, kind, fields: encodeFields('review_entries', change.row) }
  if (kind === 'remove') return { id: change.id, kind }
  const expected = change.expected === undefined ? null : encodeFields('review_entries', change.expected)
  return { id: change.id, kind, fields: encodeFields('review_entries', change.fields), expected }
}
