import type { StageRow, StatusRow } from '../domain/rows.ts'
import type { StageId, StatusId } from '../lib/ids.ts'
import { removeRows, setRows } from '../sync/patches.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { createStages } from './create-stage.ts'
import { createStatuses } from './create-status.ts'
import { setRowFields } from './set-row-fields.ts'

export type StageDraft = Pick<StageRow, 'id' | 'name' | 'color' | 'category'>
export type StatusDraft = Pick<StatusRow, 'id' | 'name' | 'shortCode' | 'color' | 'isDone' | 'isDefault'>

type Step = () => Promise<Result<Done>>

/**
 * The writes that turn a studio's stages into the ones wanted, in the order to send them: additions, changes, deletions,
 * then the new order in steps of 10. None where nothing differs.
 */
export function planStages(
  studio: StudioReplica,
  wanted: readonly StageDraft[],
  context: OperationContext,
): readonly Step[] {
  const { studioId, replica } = studio
  const present = studio.getStages()
  const { added, changed, removed, isReordered } = compare(present, wanted)
  const changes = changed.map(({ id, name, color, category }) => ({
    key: id,
    fields: { name: name.trim(), color, category },
  }))
  const stageIds = wanted.map(({ id }) => id)
  return [
    ...when(added.length > 0, () => createStages({ studio, stages: added }, context)),
    ...when(changes.length > 0, () =>
      setRowFields({ studioId, replica, table: 'stages', label: 'Change stages', changes }, context),
    ),
    ...removed.map(
      ({ id }) =>
        () =>
          deleteStage({ studio, stageId: id }, context),
    ),
    ...when(isReordered, () => reorderStages({ studio, stageIds }, context)),
  ]
}

/** The same for statuses, and at the end which of them new tasks start with. */
export function planStatuses(
  studio: StudioReplica,
  wanted: readonly StatusDraft[],
  context: OperationContext,
): readonly Step[] {
  const { studioId, replica } = studio
  const present = studio.getStatuses()
  const { added, changed, removed, isReordered } = compare(present, wanted)
  const changes = changed.map(({ id, name, shortCode, color, isDone }) => ({
    key: id,
    fields: { name: name.trim(), shortCode: shortCode.trim(), color, isDone },
  }))
  const statusIds = wanted.map(({ id }) => id)
  const chosen = wanted.find(({ isDefault }) => isDefault)
  return [
    ...when(added.length > 0, () => createStatuses({ studio, statuses: added }, context)),
    ...when(changes.length > 0, () =>
      setRowFields({ studioId, replica, table: 'task_statuses', label: 'Change statuses', changes }, context),
    ),
    ...(chosen !== undefined && present.find(({ isDefault }) => isDefault)?.id !== chosen.id
      ? [() => setDefaultStatus({ studio, statusId: chosen.id }, context)]
      : []),
    ...removed.map(
      ({ id }) =>
        () =>
          deleteStatus({ studio, statusId: id }, context),
    ),
    ...when(isReordered, () => reorderStatuses({ studio, statusIds }, context)),
  ]
}

/** Deletes a stage; the server refuses one that tasks or spaces use, in the specification's words. */
async function deleteStage(
  { studio, stageId }: { readonly studio: StudioReplica; readonly stageId: StageId },
  context: OperationContext,
): Promise<Result<Done>> {
  if (!studio.can('delete')) return refuse('permission-denied')
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Delete stage',
      mutation: { kind: 'delete', table: 'stages', keys: [stageId] },
      patches: [removeRows({ scope: studio.replica.scope, table: 'stages' }, [stageId])],
    },
    { changedCount: 1 },
  )
}

async function deleteStatus(
  { studio, statusId }: { readonly studio: StudioReplica; readonly statusId: StatusId },
  context: OperationContext,
): Promise<Result<Done>> {
  if (!studio.can('delete')) return refuse('permission-denied')
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Delete status',
      mutation: { kind: 'delete', table: 'task_statuses', keys: [statusId] },
      patches: [removeRows({ scope: studio.replica.scope, table: 'task_statuses' }, [statusId])],
    },
    { changedCount: 1 },
  )
}

async function reorderStages(
  { studio, stageIds }: { readonly studio: StudioReplica; readonly stageIds: readonly StageId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = studio
  const place = { scope: replica.scope, table: 'stages' } as const
  const mutation = { kind: 'reorder-stages', studioId, stageIds } as const
  const patches = stageIds.map((id, index) => setRows(place, [id], { orderIndex: (index + 1) * 10 }))
  return await carryOut(
    context,
    { studioId, label: 'Reorder stages', mutation, patches },
    { changedCount: stageIds.length },
  )
}

async function reorderStatuses(
  { studio, statusIds }: { readonly studio: StudioReplica; readonly statusIds: readonly StatusId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = studio
  const place = { scope: replica.scope, table: 'task_statuses' } as const
  const mutation = { kind: 'reorder-statuses', studioId, statusIds } as const
  const patches = statusIds.map((id, position) => setRows(place, [id], { position }))
  return await carryOut(
    context,
    { studioId, label: 'Reorder statuses', mutation, patches },
    { changedCount: statusIds.length },
  )
}

async function setDefaultStatus(
  { studio, statusId }: { readonly studio: StudioReplica; readonly statusId: StatusId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = studio
  const place = { scope: replica.scope, table: 'task_statuses' } as const
  const others = studio.getStatuses().flatMap(({ id }) => (id === statusId ? [] : [id]))
  const mutation = { kind: 'set-default-status', statusId } as const
  const patches = [setRows(place, others, { isDefault: false }), setRows(place, [statusId], { isDefault: true })]
  return await carryOut(
    context,
    { studioId, label: 'Change the default status', mutation, patches },
    { changedCount: 1 },
  )
}

type Entry = { readonly id: string; readonly name: string }

/** What was added, changed and removed, and whether what stays has another order than it would have by itself. */
function compare<Present extends Entry, Wanted extends Entry>(present: readonly Present[], wanted: readonly Wanted[]) {
  const before = new Map<string, object>(present.map((entry) => [entry.id, entry]))
  const after = new Set<string>(wanted.map(({ id }) => id))
  const added = wanted.filter(({ id }) => !before.has(id))
  const removed = present.filter(({ id }) => !after.has(id))
  const changed = wanted.filter((entry) => {
    const old = Object.entries(before.get(entry.id) ?? {})
    return old.some(([field, value]) => field in entry && field !== 'isDefault' && !isSame(entry, field, value))
  })
  // Additions are made at the end.
  const natural = [...present.filter(({ id }) => after.has(id)), ...added].map(({ id }) => id)
  return { added, removed, changed, isReordered: natural.join() !== wanted.map(({ id }) => id).join() }
}

function isSame(entry: object, field: string, value: unknown): boolean {
  return Object.entries(entry).some(([name, wanted]) => name === field && wanted === value)
}

function when(condition: boolean, step: Step): readonly Step[] {
  return condition ? [step] : []
}
