import type { BlockChange } from '../domain/mutations.ts'
import type { Scope, TaskBlockRow } from '../domain/rows.ts'
import type { BlockId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows, setRows, type Patch } from '../sync/patches.ts'
import type { TimelineReplica } from '../sync/timeline-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type ChangeBlocksInput = {
  readonly timeline: TimelineReplica
  /** How blocks are to be: new ones, and others with new values. */
  readonly put?: readonly TaskBlockRow[]
  /** Blocks that go. Those of a task that would be left with none must be in `put`, as queued ones. */
  readonly remove?: readonly BlockId[]
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
}

type Change = { readonly from: TaskBlockRow | undefined; readonly to: TaskBlockRow | undefined }

/**
 * Creates, moves and deletes blocks of the timeline in one step; the last one to move a block wins. `not-found` when
 * nothing changes. Undo puts every block back as it was, except where somebody else has moved it since.
 */
export async function changeBlocks(input: ChangeBlocksInput, context: OperationContext): Promise<Result<Done>> {
  const { timeline, put = [], remove = [], label } = input
  const changes: Change[] = [
    ...put.map((to) => ({ from: timeline.findBlock(to.id), to })).filter(({ from, to }) => !isSame(from, to)),
    ...remove.map((id) => ({ from: timeline.findBlock(id), to: undefined })).filter(({ from }) => from !== undefined),
  ]
  return await carryOutChanges({ timeline, changes, label, isGuarded: false }, context)
}

type Turn = {
  readonly timeline: TimelineReplica
  readonly changes: readonly Change[]
  readonly label: string
  /** Leaves blocks alone that are no longer as `from` says. */
  readonly isGuarded: boolean
}

async function carryOutChanges(turn: Turn, context: OperationContext): Promise<Result<Done>> {
  const { timeline, label, isGuarded } = turn
  const free = turn.changes.filter(({ from, to }) => {
    const present = timeline.findBlock((from ?? to)?.id ?? ('' as BlockId))
    return !isGuarded || isSame(present, from)
  })
  const conflictCount = turn.changes.length - free.length
  if (free.length === 0) return refuse(conflictCount > 0 ? 'changed-by-someone-else' : 'not-found')
  const again = (changes: readonly Change[]) => async () =>
    await carryOutChanges({ timeline, changes, label, isGuarded: true }, context)
  return await carryOut(
    context,
    {
      studioId: timeline.studioId,
      label,
      mutation: {
        kind: 'change-blocks',
        studioId: timeline.studioId,
        changes: free.map((change) => toMutation(change, isGuarded)),
      },
      patches: free.flatMap((change) => toPatches(timeline, change)),
    },
    {
      changedCount: free.length,
      conflictCount,
      revert: again(free.map(({ from, to }) => ({ from: to, to: from }))),
      apply: again(free),
    },
  )
}

function toMutation({ from, to }: Change, isGuarded: boolean): BlockChange {
  const expected = isGuarded ? { expected: from ?? ('absent' as const) } : {}
  if (to !== undefined) return { block: to, isDeleted: false, ...expected }
  // One of the two is there: a change from nothing to nothing is none.
  return { block: from as TaskBlockRow, isDeleted: true, ...expected }
}

/** The block's own space sees the change as well: who works on a task is read from its blocks. */
function toPatches(timeline: TimelineReplica, { from, to }: Change): readonly Patch[] {
  const task = timeline.findTask((to ?? from)?.taskId ?? ('' as TaskBlockRow['taskId']))
  const scopes: readonly Scope[] = [
    `timeline:${timeline.studioId}`,
    ...(task === undefined ? [] : [`space:${task.spaceId}` as const]),
  ]
  return scopes.flatMap((scope): readonly Patch[] => {
    const place = { scope, table: 'task_blocks' } as const
    if (to === undefined) return from === undefined ? [] : [removeRows(place, [from.id])]
    const { assigneeId, startDate, durationDays, rowIndex } = to
    if (from === undefined) return [addRows(place, [to])]
    return [setRows(place, [to.id], { assigneeId, startDate, durationDays, rowIndex })]
  })
}

/** Whether two versions of a block lie at the same place. */
export function isSame(first: TaskBlockRow | undefined, second: TaskBlockRow | undefined): boolean {
  return (
    first?.id === second?.id &&
    first?.assigneeId === second?.assigneeId &&
    first?.startDate === second?.startDate &&
    first?.durationDays === second?.durationDays &&
    first?.rowIndex === second?.rowIndex
  )
}
