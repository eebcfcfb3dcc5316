import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { findFreeRow, isScheduled } from '#core/timeline/layout.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { rememberWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadBlocks, type PlacedBlock } from './load-blocks.ts'
import { blockFields, toBlockRow } from './to-block-row.ts'

type Place = { readonly studio: StudioReplica; readonly gateway: Gateway; readonly blocks: readonly PlacedBlock[] }

/** A timeline opened for changes. */
type OpenPlace = Place & { readonly client: StudioClient }

type Saved = { readonly block: TaskBlockRow; readonly before: PlacedBlock | undefined; readonly path: string }

export async function save({ block, before, path }: Saved, { gateway, studio }: Place, context: Context) {
  const { procedure, args } = before === undefined ? toCreate(block) : toUpdate(block)
  await gateway.call(procedure, args)
  const effect =
    before === undefined
      ? // Not delete_task_block: a task that was not in the queue must not return to it.
        ({ kind: 'call', procedure: 'delete_rows', args: { p_table: 'task_blocks', p_keys: [block.id] } } as const)
      : toUpdate(before)
  const { studioId } = studio
  const id = context.ids.newId<OperationId>()
  const operation = await rememberWrite({ id, label: `Plan ${path}`, studioId, effect }, context)
  return { ...toBlockRow(studio, block, path), operation }
}

export function toCreate(block: TaskBlockRow) {
  const args = { ...toArguments(block), p_task_id: block.taskId, p_id: block.id }
  return { kind: 'call', procedure: 'create_task_block', args } as const
}

export function toUpdate(block: TaskBlockRow) {
  const args = { ...toArguments(block), p_block_id: block.id }
  return { kind: 'call', procedure: 'update_task_block', args } as const
}

function toArguments({ assigneeId, startDate, durationDays, rowIndex }: TaskBlockRow) {
  // Always pass every argument: without one, the call would mean another function.
  return {
    p_assignee_id: assigneeId ?? null,
    p_start_date: startDate ?? null,
    p_duration: durationDays,
    p_row_index: rowIndex,
  }
}

export function freeRow(
  blocks: readonly TaskBlockRow[],
  block: TaskBlockRow & { assigneeId: UserId; startDate: CalendarDate },
) {
  const others = blocks.filter(isScheduled).filter(({ assigneeId }) => assigneeId === block.assigneeId)
  return findFreeRow(others, block)
}

export function checkDays(days: number): number {
  if (days >= 0.1 && days <= 3650) return days
  throw usageError('--days must be a number from 0.1 to 3650.')
}

export function print(rows: readonly Awaited<ReturnType<typeof save>>[], context: Context): void {
  context.print({
    rows,
    fields: [...blockFields, 'operation'],
    columns: ['id', 'path', 'start', 'days'],
  })
  const last = rows.at(-1)
  if (last !== undefined)
    context.say(`Undo ${rows.length > 1 ? 'the last one ' : ''}with: studio-cli undo ${last.operation}`)
}

export async function open(context: Context): Promise<OpenPlace> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  return { client, studio, gateway: client.gateway, blocks: await loadBlocks(client.gateway, studio.studioId) }
}
