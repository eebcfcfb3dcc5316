import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, SpaceId, StudioId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import { callOnce } from './call-once.ts'
import type { ImportChanges, NewImportNames } from './import-changes.ts'
import { idOfStep, namesStep } from './import-steps.ts'

/** The final ids of statuses, stages and kinds, by their planned ids, where they differ. */
export type MadeNames = ReadonlyMap<string, string>

type Given = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly names: NewImportNames
  readonly operationId: OperationId
}

/** Adds an import's statuses, stages and kinds, idempotently; reuses those of the same name added by others since. */
export async function makeNames(
  gateway: Pick<Gateway, 'call' | 'pull'>,
  { studioId, spaceId, names, operationId }: Given,
): Promise<MadeNames> {
  const { tables } = await gateway.pull({ scope: `studio:${studioId}`, since: 0 })
  const made: MadeNames = new Map([
    ...findThere(names.statuses, tables.task_statuses),
    ...findThere(names.stages, tables.stages),
    ...findThere(names.kinds, tables.item_kinds),
  ])
  const idOf = (id: string): string => made.get(id) ?? id
  const isMissing = ({ id }: { readonly id: string }): boolean => idOf(id) === id
  const rows = {
    task_statuses: names.statuses.filter(isMissing).map(({ id, name, color, position, shortCode, isDone }) => {
      return { id, name, color, position, short_code: shortCode, is_done: isDone, studio_id: studioId }
    }),
    stages: names.stages.filter(isMissing).map(({ id, name, color, category, orderIndex }) => {
      return { id, name, color, category, order_index: orderIndex, studio_id: studioId }
    }),
    item_kinds: names.kinds.filter(isMissing).map(({ id, key, name, itemType, position }) => {
      return { id, key, name, item_type: itemType, position, studio_id: studioId }
    }),
    space_stages: names.spaceStages.map(({ stageId, orderIndex }) => {
      return { space_id: spaceId, stage_id: idOf(stageId), order_index: orderIndex }
    }),
    space_statuses: names.spaceStatuses.map(({ statusId, orderIndex }) => {
      return { space_id: spaceId, status_id: idOf(statusId), order_index: orderIndex }
    }),
  }
  for (const [index, [table, ofTable]] of Object.entries(rows).entries()) {
    if (ofTable.length === 0) continue
    await callOnce(gateway, 'insert_rows', {
      p_table: table,
      p_rows: ofTable,
      p_operation_id: idOfStep(operationId, namesStep + index),
    })
  }
  return made
}

type Named = { readonly id: string; readonly name: string }

/** Finds names that now exist under another id, by their planned ids. */
function findThere(planned: readonly Named[], present: readonly Named[] = []): readonly (readonly [string, string])[] {
  const ids = new Map(present.map(({ id, name }) => [foldName(name), id]))
  const own = new Set(present.map(({ id }) => id))
  return planned.flatMap(({ id, name }) => {
    const there = own.has(id) ? undefined : ids.get(foldName(name))
    return there === undefined ? [] : [[id, there] as const]
  })
}

/** Replaces planned ids with the final ones, and keeps only new names for undo. */
export function withNames<Changes extends ImportChanges>(changes: Changes, made: MadeNames | undefined): Changes {
  if (made === undefined || made.size === 0) return changes
  // The id of another row of the same kind.
  const toId = <Id>(id: Id): Id => (typeof id === 'string' ? ((made.get(id) ?? id) as Id) : id)
  const isNew = ({ id }: { readonly id: string }): boolean => !made.has(id)
  const { names } = changes
  return {
    ...changes,
    ...(names !== undefined && {
      names: {
        statuses: names.statuses.filter(isNew),
        stages: names.stages.filter(isNew),
        kinds: names.kinds.filter(isNew),
        spaceStages: names.spaceStages.map((row) => ({ ...row, stageId: toId(row.stageId) })),
        spaceStatuses: names.spaceStatuses.map((row) => ({ ...row, statusId: toId(row.statusId) })),
      },
    }),
    items: changes.items.map((item) => (item.kindId === undefined ? item : { ...item, kindId: toId(item.kindId) })),
    tasks: changes.tasks.map((task) => ({ ...task, stageId: toId(task.stageId), statusId: toId(task.statusId) })),
    itemChanges: changes.itemChanges.map((change) =>
      'kindId' in change.fields
        ? { ...change, fields: { ...change.fields, kindId: toId(change.fields['kindId']) } }
        : change,
    ),
    taskChanges: changes.taskChanges.map((change) =>
      change.field === 'statusId' ? { ...change, to: toId(change.to) } : change,
    ),
  }
}
