import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { id, ids } from '#core/change/shapes.ts'
import type { RowReader } from '#core/change/transaction.ts'
import type { ProjectId, SpaceId, StageId, StatusId } from '#core/lib/ids.ts'
import { inOrder, newRow, rowKey } from '#core/schema/tables.ts'

type SaveSpaceConfig = {
  readonly spaceId: SpaceId
  readonly stageIds: readonly StageId[]
  readonly statusIds: readonly StatusId[]
}

/** Sets the stages and statuses of a space, in order. */
export const saveSpaceConfig: Mutator<'save-space-config', SaveSpaceConfig> = defineMutator({
  kind: 'save-space-config',
  args: v.object({
    spaceId: id<SpaceId>(),
    stageIds: ids<StageId>(),
    statusIds: ids<StatusId>(),
  }) as v.GenericSchema<unknown, SaveSpaceConfig>,
  label: () => 'Change stages and statuses',
  about: ({ spaceId }) => [spaceId],

  apply(tx, { spaceId, stageIds, statusIds }) {
    const scope = `studio:${tx.studioId}` as const
    const goneStages = tx.under('space_stages', spaceId).filter((row) => !stageIds.includes(row.stageId))
    const goneStatuses = tx.under('space_statuses', spaceId).filter((row) => !statusIds.includes(row.statusId))
    tx.remove(
      'space_stages',
      goneStages.map((row) => rowKey('space_stages', row)),
    )
    tx.remove(
      'space_statuses',
      goneStatuses.map((row) => rowKey('space_statuses', row)),
    )
    for (const [index, stageId] of stageIds.entries()) {
      const fields = { isActive: true, orderIndex: (index + 1) * 10 }
      tx.add(scope, 'space_stages', [newRow('space_stages', { spaceId, stageId, ...fields })])
      tx.set({ table: 'space_stages', scope }, [`${spaceId}:${stageId}`], fields)
    }
    for (const [orderIndex, statusId] of statusIds.entries()) {
      tx.add(scope, 'space_statuses', [newRow('space_statuses', { spaceId, statusId, orderIndex })])
      tx.set({ table: 'space_statuses', scope }, [`${spaceId}:${statusId}`], { orderIndex })
    }
  },

  invert(rows, { spaceId }) {
    const before = readConfig(rows, spaceId)
    const needsStages = rows.find('spaces', spaceId)?.layout !== 'moodboard'
    const wasChosen = before.statusIds.length > 0 && (!needsStages || before.stageIds.length > 0)
    return wasChosen ? [toMutation(saveSpaceConfig, { spaceId, ...before })] : []
  },

  send: ({ spaceId, stageIds, statusIds }) => ({
    procedure: 'save_space_config',
    args: { p_space_id: spaceId, p_stage_ids: stageIds, p_status_ids: statusIds },
  }),
})

function readConfig(rows: RowReader, spaceId: SpaceId): Omit<SaveSpaceConfig, 'spaceId'> {
  const stages = inOrder('space_stages', rows.under('space_stages', spaceId))
  const statuses = inOrder('space_statuses', rows.under('space_statuses', spaceId))
  return {
    stageIds: stages.flatMap((row) => (row.isActive ? [row.stageId] : [])),
    statusIds: statuses.map(({ statusId }) => statusId),
  }
}

/** Deletes a project with everything in it. */
export const deleteProject: Mutator<'delete-project', { readonly projectId: ProjectId }> = defineMutator({
  kind: 'delete-project',
  args: v.object({ projectId: id<ProjectId>() }) as v.GenericSchema<unknown, { readonly projectId: ProjectId }>,
  label: () => 'Delete project',
  plan(rows, args) {
    const plan = deleteRows.plan?.(rows, { table: 'projects', keys: [args.projectId] })
    return plan !== undefined && 'refusal' in plan ? plan : { args, changedCount: 1 }
  },
  apply: (tx, { projectId }) => deleteRows.apply(tx, { table: 'projects', keys: [projectId] }),
  invert: (rows, { projectId }, deletionId) =>
    deleteRows.invert?.(rows, { table: 'projects', keys: [projectId] }, deletionId) ?? [],
  send: ({ projectId }) => deleteRows.send({ table: 'projects', keys: [projectId] }),
})
