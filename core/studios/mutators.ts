import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { id, ids } from '#core/change/shapes.ts'
import type { StageId, StatusId, StudioId } from '#core/lib/ids.ts'
import { inOrder } from '#core/schema/tables.ts'

type ReorderStages = { readonly studioId: StudioId; readonly stageIds: readonly StageId[] }

/** Reorders a studio's stages, in steps of 10; those not named follow. */
export const reorderStages: Mutator<'reorder-stages', ReorderStages> = defineMutator({
  kind: 'reorder-stages',
  args: v.object({ studioId: id<StudioId>(), stageIds: ids<StageId>() }) as v.GenericSchema<unknown, ReorderStages>,
  label: () => 'Reorder stages',
  plan: (_rows, args) => ({ args, changedCount: args.stageIds.length }),
  apply(tx, { stageIds }) {
    for (const [index, stageId] of stageIds.entries())
      tx.set({ table: 'stages' }, [stageId], { orderIndex: (index + 1) * 10 })
  },
  invert: (rows, { studioId }) => [
    toMutation(reorderStages, { studioId, stageIds: inOrder('stages', rows.list('stages')).map((row) => row.id) }),
  ],
  send: ({ studioId, stageIds }) => ({
    procedure: 'reorder_stages',
    args: { p_studio_id: studioId, p_ids: stageIds },
    isSilent: true,
  }),
})

type ReorderStatuses = { readonly studioId: StudioId; readonly statusIds: readonly StatusId[] }

/** Reorders a studio's statuses, from 0; those not named follow. */
export const reorderStatuses: Mutator<'reorder-statuses', ReorderStatuses> = defineMutator({
  kind: 'reorder-statuses',
  args: v.object({ studioId: id<StudioId>(), statusIds: ids<StatusId>() }) as v.GenericSchema<unknown, ReorderStatuses>,
  label: () => 'Reorder statuses',
  plan: (_rows, args) => ({ args, changedCount: args.statusIds.length }),
  apply(tx, { statusIds }) {
    for (const [position, statusId] of statusIds.entries()) tx.set({ table: 'task_statuses' }, [statusId], { position })
  },
  invert: (rows, { studioId }) => [
    toMutation(reorderStatuses, {
      studioId,
      statusIds: inOrder('task_statuses', rows.list('task_statuses')).map((row) => row.id),
    }),
  ],
  send: ({ studioId, statusIds }) => ({
    procedure: 'reorder_statuses',
    args: { p_studio_id: studioId, p_ids: statusIds },
    isSilent: true,
  }),
})

/** Makes a status the default for new tasks, in place of the former one. */
export const setDefaultStatus: Mutator<'set-default-status', { readonly statusId: StatusId }> = defineMutator({
  kind: 'set-default-status',
  args: v.object({ statusId: id<StatusId>() }) as v.GenericSchema<unknown, { readonly statusId: StatusId }>,
  label: () => 'Change the default status',
  apply(tx, { statusId }) {
    const others = tx.list('task_statuses').flatMap((row) => (row.id !== statusId && row.isDefault ? [row.id] : []))
    tx.set({ table: 'task_statuses' }, others, { isDefault: false })
    tx.set({ table: 'task_statuses' }, [statusId], { isDefault: true })
  },
  invert(rows) {
    const before = rows.list('task_statuses').find(({ isDefault }) => isDefault)
    return before === undefined ? [] : [toMutation(setDefaultStatus, { statusId: before.id })]
  },
  send: ({ statusId }) => ({ procedure: 'set_default_status', args: { p_status_id: statusId }, isSilent: true }),
})
