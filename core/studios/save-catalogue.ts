import type { ChangeContext, Done } from '#core/change/context.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from './studio-replica.ts'
import { deleteRows, updateRows } from '#core/change/row-mutators.ts'
import { createStages } from './create-stage.ts'
import { createStatuses } from './create-status.ts'
import { reorderStages, reorderStatuses, setDefaultStatus } from './mutators.ts'

export type StageDraft = Pick<StageRow, 'id' | 'name' | 'color' | 'category'>
export type StatusDraft = Pick<StatusRow, 'id' | 'name' | 'shortCode' | 'color' | 'isDone' | 'isDefault'>

type Step = () => Promise<Result<Done>>

/**
 * Plans the writes that turn a studio's stages into the wanted ones, in sending order: additions, changes, deletions,
 * then the new order in steps of 10. Empty if nothing differs.
 */
export function planStages(
  studio: StudioReplica,
  wanted: readonly StageDraft[],
  context: ChangeContext,
): readonly Step[] {
  const { studioId } = studio
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
      context.mutate(updateRows, { table: 'stages', changes, label: 'Change stages' }, studio),
    ),
    ...removed.map(
      ({ id }) =>
        () =>
          context.mutate(deleteRows, { table: 'stages', keys: [id] }, studio),
    ),
    ...when(isReordered, () => context.mutate(reorderStages, { studioId, stageIds }, studio)),
  ]
}

/** Plans the same for statuses, and the default one. */
export function planStatuses(
  studio: StudioReplica,
  wanted: readonly StatusDraft[],
  context: ChangeContext,
): readonly Step[] {
  const { studioId } = studio
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
      context.mutate(updateRows, { table: 'task_statuses', changes, label: 'Change statuses' }, studio),
    ),
    ...(chosen !== undefined && present.find(({ isDefault }) => isDefault)?.id !== chosen.id
      ? [() => context.mutate(setDefaultStatus, { statusId: chosen.id }, studio)]
      : []),
    ...removed.map(
      ({ id }) =>
        () =>
          context.mutate(deleteRows, { table: 'task_statuses', keys: [id] }, studio),
    ),
    ...when(isReordered, () => context.mutate(reorderStatuses, { studioId, statusIds }, studio)),
  ]
}

type Entry = { readonly id: string; readonly name: string }

/**
 * Compares lists: what was added, changed and removed, and whether the order differs from the one that results without
 * reordering.
 */
function compare<Present extends Entry, Wanted extends Entry>(present: readonly Present[], wanted: readonly Wanted[]) {
  const before = new Map<string, object>(present.map((entry) => [entry.id, entry]))
  const after = new Set<string>(wanted.map(({ id }) => id))
  const added = wanted.filter(({ id }) => !before.has(id))
  const removed = present.filter(({ id }) => !after.has(id))
  const changed = wanted.filter((entry) => {
    const old = Object.entries(before.get(entry.id) ?? {})
    return old.some(([field, value]) => field in entry && field !== 'isDefault' && !isSame(entry, field, value))
  })
  // Additions go to the end.
  const natural = [...present.filter(({ id }) => after.has(id)), ...added].map(({ id }) => id)
  return { added, removed, changed, isReordered: natural.join() !== wanted.map(({ id }) => id).join() }
}

function isSame(entry: object, field: string, value: unknown): boolean {
  return Object.entries(entry).some(([name, wanted]) => name === field && wanted === value)
}

function when(condition: boolean, step: Step): readonly Step[] {
  return condition ? [step] : []
}
