import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { fields, id, ids } from '#core/change/shapes.ts'
import type { Transaction } from '#core/change/transaction.ts'
import type { CanvasItemId, MediaId } from '#core/lib/ids.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { encodeFields } from '#core/schema/encode-fields.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { BoardOwnerId, Scope } from '#core/schema/scope.ts'
import { stepAside } from './free-place.ts'
import { unionOf } from './geometry.ts'

/** The fields of an object that can change. */
export type CanvasFields = Partial<Omit<CanvasItemRow, 'id' | 'type' | 'mediaId'>>

/**
 * One change to an object on a board. The last one to set a field wins; with `expected`, a field that has another value
 * by now stays as it is, and an object that differs is not removed. Additions with `isApart` cover nothing: all of them
 * in one change step aside together for what somebody else added first.
 */
export type BoardChange =
  | { readonly kind: 'add'; readonly row: CanvasItemRow; readonly isApart?: boolean | undefined }
  | {
      readonly kind: 'set'
      readonly id: CanvasItemId
      readonly fields: CanvasFields
      readonly expected?: CanvasFields | undefined
    }
  | { readonly kind: 'remove'; readonly id: CanvasItemId; readonly expected?: CanvasFields | undefined }

type ChangeBoard = {
  readonly ownerId: BoardOwnerId
  readonly changes: readonly BoardChange[]
  /** Files that must be uploaded first. */
  readonly mediaIds: readonly MediaId[]
  /** Rows that stand in for those files until the server has them. */
  readonly media?: readonly MediaRow[] | undefined
  readonly label?: string | undefined
}

const canvasId = id<CanvasItemId>()

/** Adds, changes and removes objects on a board. Undo skips, field by field, whatever has changed since. */
export const changeBoard: Mutator<'change-board', ChangeBoard> = defineMutator({
  kind: 'change-board',
  args: v.object({
    ownerId: id<BoardOwnerId>(),
    changes: v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('add'), row: fields<CanvasItemRow>(), isApart: v.optional(v.boolean()) }),
        v.object({
          kind: v.literal('set'),
          id: canvasId,
          fields: fields<CanvasFields>(),
          expected: v.optional(fields<CanvasFields>()),
        }),
        v.object({ kind: v.literal('remove'), id: canvasId, expected: v.optional(fields<CanvasFields>()) }),
      ]),
    ),
    mediaIds: ids<MediaId>(),
    media: v.optional(v.array(fields<MediaRow>())),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, ChangeBoard>,
  label: ({ label = 'Change the board' }) => label,
  files: ({ mediaIds }) => mediaIds,

  plan(rows, args): Plan<ChangeBoard> {
    let conflictCount = 0
    const changes = args.changes.flatMap((change): readonly BoardChange[] => {
      const present = rows.find('canvas_items', idOf(change))
      const left = leave(present, change)
      if (left === undefined && isGuarded(change)) conflictCount += 1
      return left === undefined ? [] : [left]
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },

  apply(tx, { ownerId, changes, media = [] }) {
    const scope = `board:${ownerId}` as const
    if (!tx.isServer) tx.add(scope, 'media', media)
    for (const change of moveAside(tx, scope, changes)) {
      const left = leave(tx.find('canvas_items', idOf(change)), change)
      if (left?.kind === 'add') tx.add(scope, 'canvas_items', [left.row])
      else if (left?.kind === 'set') tx.set({ table: 'canvas_items', scope }, [left.id], left.fields)
      else if (left?.kind === 'remove') tx.remove('canvas_items', [left.id])
    }
  },

  invert: (rows, { ownerId, changes, label }) => [
    toMutation(changeBoard, {
      ownerId,
      mediaIds: [],
      label,
      changes: changes
        .flatMap((change): readonly BoardChange[] => {
          const present = rows.find('canvas_items', idOf(change))
          if (change.kind === 'add') return [{ kind: 'remove', id: change.row.id, expected: leftOf(change) }]
          if (present === undefined) return []
          if (change.kind === 'remove') return [{ kind: 'add', row: present }]
          const before = pick(present, (field) => field in change.fields)
          return [{ kind: 'set', id: change.id, fields: before, expected: change.fields }]
        })
        .toReversed(),
    }),
  ],

  // The next pull shows what was skipped.
  send: ({ ownerId, changes }) => ({
    procedure: 'change_board',
    args: { p_owner_id: ownerId, p_changes: changes.map(encodeChange) },
    readSkipped: () => [],
  }),
})

/** Returns the changes with their apart additions moved to where they cover nothing. */
function moveAside(tx: Transaction, scope: Scope, changes: readonly BoardChange[]): readonly BoardChange[] {
  const isNew = (change: BoardChange): change is Extract<BoardChange, { kind: 'add' }> =>
    change.kind === 'add' && change.isApart === true && tx.find('canvas_items', change.row.id) === undefined
  const box = unionOf(changes.filter(isNew).map(({ row }) => row))
  if (box === undefined) return changes
  // New objects are never rotated, so rotated ones cannot be additions made meanwhile.
  const others = tx.list('canvas_items', scope).filter(({ rotation }) => rotation === 0)
  const { x, y } = stepAside(box, others)
  const [right, down] = [x - box.x, y - box.y]
  if (right === 0 && down === 0) return changes
  return changes.map((change) =>
    isNew(change) ? { ...change, row: { ...change.row, x: change.row.x + right, y: change.row.y + down } } : change,
  )
}

/** Returns the fields of an addition as it leaves them; how far it stepped aside is not known beforehand. */
function leftOf({ row, isApart }: Extract<BoardChange, { kind: 'add' }>): CanvasFields {
  return isApart === true ? pick(row, (field) => field !== 'x') : row
}

function idOf(change: BoardChange): CanvasItemId {
  return change.kind === 'add' ? change.row.id : change.id
}

/** Whether a change without effect met somebody else's change. */
function isGuarded(change: BoardChange): boolean {
  return change.kind === 'add' || change.expected !== undefined
}

/** Reduces a change to what differs and, where it is guarded, to what is still as expected. */
function leave(present: CanvasItemRow | undefined, change: BoardChange): BoardChange | undefined {
  if (change.kind === 'add') return present === undefined ? change : undefined
  if (present === undefined) return undefined
  const isLeft = (field: string): boolean =>
    change.expected === undefined ||
    !(field in change.expected) ||
    read(present, field) === read(change.expected, field)
  if (change.kind === 'remove') return Object.keys(change.expected ?? {}).every(isLeft) ? change : undefined
  const wanted = pick(change.fields, (field, value) => isLeft(field) && read(present, field) !== value)
  if (Object.keys(wanted).length === 0) return undefined
  const { expected } = change
  return { ...change, fields: wanted, ...(expected && { expected: pick(expected, (field) => field in wanted) }) }
}

function encodeChange(change: BoardChange): object {
  const { kind } = change
  if (kind === 'add') return { id: change.row.id, kind, fields: encodeFields('canvas_items', change.row) }
  const expected = change.expected === undefined ? null : encodeFields('canvas_items', change.expected)
  return { id: change.id, kind, fields: kind === 'set' ? encodeFields('canvas_items', change.fields) : null, expected }
}

function read(row: object, field: string): unknown {
  // Rows are plain records.
  return (row as Record<string, unknown>)[field]
}

function pick(values: CanvasFields, isKept: (field: string, value: unknown) => boolean): CanvasFields {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => isKept(field, value)))
}
