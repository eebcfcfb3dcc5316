import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import { defaultStatusColor, toShortCode } from './default-statuses.ts'
import type { StatusId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from './studio-replica.ts'
import { insertRows } from '#core/change/row-mutators.ts'

export type NewStatus = {
  readonly id?: StatusId
  readonly name: string
  readonly color?: string
  /** Derived from the name unless given (ruling 35). */
  readonly shortCode?: string
  readonly isDone?: boolean
}

/** Adds statuses at the end of a studio's catalogue; undo deletes them. */
export async function createStatuses(
  input: { readonly studio: StudioReplica; readonly statuses: readonly NewStatus[] },
  context: ChangeContext,
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
  const label = rows.length === 1 ? 'Create status' : `Create ${rows.length} statuses`
  return await context.mutate(
    insertRows,
    { table: 'task_statuses', rows, extra: { studio_id: studioId }, label },
    studio,
  )
}
