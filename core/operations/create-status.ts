import { defaultStatusColor, toShortCode } from '../domain/default-statuses.ts'
import type { StatusId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type NewStatus = {
  readonly id?: StatusId
  readonly name: string
  readonly color?: string
  /** Made from the name unless given (ruling 35). */
  readonly shortCode?: string
  readonly isDone?: boolean
}

/** Adds statuses at the end of a studio's catalogue; undo deletes them. */
export async function createStatuses(
  input: { readonly studio: StudioReplica; readonly statuses: readonly NewStatus[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, statuses } = input
  if (statuses.length === 0) return refuse('not-found')
  if (statuses.some(({ name }) => name.trim() === '')) return refuse('name-missing')
  const next = Math.max(-1, ...studio.getStatuses().map(({ position }) => position)) + 1
  const rows = statuses.map(({ id, name, color = defaultStatusColor, shortCode = '', isDone = false }, index) => ({
    id: id ?? context.ids.newId<StatusId>(),
    name: name.trim(),
    shortCode: shortCode.trim() === '' ? toShortCode(name) : shortCode.trim(),
    color,
    position: next + index,
    isDone,
    isDefault: false,
  }))
  const { studioId } = studio
  const place = { scope: studio.replica.scope, table: 'task_statuses' } as const
  const keys = rows.map(({ id }) => id)
  return await carryOut(
    context,
    {
      studioId,
      label: rows.length === 1 ? 'Create status' : `Create ${rows.length} statuses`,
      mutation: { kind: 'insert', table: 'task_statuses', rows, extra: { studio_id: studioId } },
      patches: [addRows(place, rows)],
    },
    {
      changedCount: rows.length,
      revert: async () =>
        await carryOut(
          context,
          {
            studioId,
            label: 'Delete status',
            mutation: { kind: 'delete', table: 'task_statuses', keys },
            patches: [removeRows(place, keys)],
          },
          { changedCount: keys.length },
        ),
    },
  )
}
