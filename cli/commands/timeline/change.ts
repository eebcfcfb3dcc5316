import type { CalendarDate } from '#core/domain/calendar-date.ts'
import type { TimelineBlock } from '#core/domain/entities.ts'
import type { TaskBlockRow } from '#core/domain/rows.ts'
import { findFreeRow, isScheduled } from '#core/domain/timeline-layout.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { BlockId, OperationId, UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { rememberWrite } from '#cli/change/carry-out-write.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { loadBlocks, pickBlock, toDay, type PlacedBlock } from './load-blocks.ts'

export type TimelineChangeOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly targets?: readonly string[]
  readonly blocks?: readonly string[]
  readonly block?: string
  readonly start?: string
  readonly artist?: string
  readonly days?: number
}

type Place = { readonly studio: StudioReplica; readonly gateway: Gateway; readonly blocks: readonly PlacedBlock[] }

/** Puts tasks on an artist's row: the block that waits in the queue where there is one, else a new one. */
export async function runTimelinePlan(options: TimelineChangeOptions, context: Context): Promise<void> {
  const { start, artist, days = 1 } = options
  if (start === undefined || artist === undefined) throw usageError('When, and for whom?', 'Pass --start and --artist.')
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const records = await loadTasks({ client, studio }, options, await expandTargets(options.targets ?? [], context.io))
  if (records.length === 0) throw usageError('Which tasks?', 'Name them, as in sq010/sh0040:animation.')
  const place = { studio, gateway: client.gateway, blocks: await loadBlocks(client.gateway, studio.studioId) }
  const assigneeId = pickMember(studio, artist, client.userId).userId
  const rows = []
  // One after the other: each must find its free row below those before it.
  const taken: TimelineBlock[] = [...place.blocks]
  for (const { task, path } of records) {
    const queued = place.blocks.find((block) => block.taskId === task.id && block.startDate === undefined)
    const wanted = { startDate: toDay(start), assigneeId, durationDays: checkDays(days) }
    const id = queued?.id ?? context.ids.newId<BlockId>()
    const rowIndex = freeRow(taken, { id, taskId: task.id, rowIndex: 0, ...wanted })
    const block = { id, taskId: task.id, ...wanted, rowIndex }
    taken.push(block)
    rows.push(await save({ block, before: queued, path }, place, context))
  }
  print(rows, context)
}

/** Moves a block to another day, artist or length; what is not named stays. */
export async function runTimelineMove(options: TimelineChangeOptions, context: Context): Promise<void> {
  const { block: text = '', start, artist, days } = options
  if (start === undefined && artist === undefined && days === undefined)
    throw usageError('Where to?', 'Pass --start, --artist or --days.')
  const place = await open(context)
  const before = pickBlock(place.blocks, text)
  const { userId: myId } = await context.loadSession()
  const startDate: CalendarDate | undefined = start === undefined ? before.startDate : toDay(start)
  const assigneeId: UserId | undefined =
    artist === undefined ? before.assigneeId : pickMember(place.studio, artist, myId).userId
  if (startDate === undefined || assigneeId === undefined)
    throw usageError('The block waits in the queue.', 'Pass --start and --artist to plan it.')
  const { id, taskId, rowIndex: row } = before
  const durationDays = checkDays(days ?? before.durationDays)
  const moved = { id, taskId, startDate, assigneeId, durationDays, rowIndex: row }
  const rowIndex = freeRow(place.blocks, moved)
  print([await save({ block: { ...moved, rowIndex }, before, path: before.path }, place, context)], context)
}

/** Takes blocks off the timeline; the last block of a task goes back to the queue. */
export async function runTimelineDelete({ blocks = [] }: TimelineChangeOptions, context: Context): Promise<void> {
  const place = await open(context)
  const rows = []
  for (const before of blocks.map((text) => pickBlock(place.blocks, text))) {
    // The procedure's own answer (delete_task_block).
    const answer = (await place.gateway.call('delete_task_block', { p_block_id: before.id })) as { queued?: boolean }
    const effect = answer.queued === true ? toUpdate(before) : toCreate(before)
    const operation = await rememberWrite(
      {
        id: context.ids.newId<OperationId>(),
        label: `Take ${before.path} off the timeline`,
        studioId: place.studio.studioId,
        effect,
      },
      context,
    )
    rows.push({ id: before.id, path: before.path, result: answer.queued === true ? 'queued' : 'deleted', operation })
  }
  context.print({ rows, fields: ['id', 'path', 'result', 'operation'] })
}

type Saved = { readonly block: TaskBlockRow; readonly before: PlacedBlock | undefined; readonly path: string }

async function save({ block, before, path }: Saved, { gateway, studio }: Place, context: Context) {
  const { procedure, args } = before === undefined ? toCreate(block) : toUpdate(block)
  await gateway.call(procedure, args)
  const effect =
    before === undefined
      ? ({ kind: 'call', procedure: 'delete_task_block', args: { p_block_id: block.id } } as const)
      : toUpdate(before)
  const { studioId } = studio
  const id = context.ids.newId<OperationId>()
  const operation = await rememberWrite({ id, label: `Plan ${path}`, studioId, effect }, context)
  return {
    id: block.id,
    path,
    start: block.startDate ?? null,
    days: block.durationDays,
    row: block.rowIndex,
    operation,
  }
}

function toCreate(block: TaskBlockRow) {
  const args = { ...toArguments(block), p_task_id: block.taskId, p_id: block.id }
  return { kind: 'call', procedure: 'create_task_block', args } as const
}

function toUpdate(block: TaskBlockRow) {
  const args = { ...toArguments(block), p_block_id: block.id }
  return { kind: 'call', procedure: 'update_task_block', args } as const
}

function toArguments({ assigneeId, startDate, durationDays, rowIndex }: TaskBlockRow) {
  // All of them, since the procedure takes what is missing for another one.
  return {
    p_assignee_id: assigneeId ?? null,
    p_start_date: startDate ?? null,
    p_duration: durationDays,
    p_row_index: rowIndex,
  }
}

function freeRow(
  blocks: readonly TimelineBlock[],
  block: TimelineBlock & { assigneeId: UserId; startDate: CalendarDate },
) {
  const others = blocks.filter(isScheduled).filter(({ assigneeId }) => assigneeId === block.assigneeId)
  return findFreeRow(others, block)
}

function checkDays(days: number): number {
  if (days >= 0.1 && days <= 3650) return days
  throw usageError('--days must be a number from 0.1 to 3650.')
}

function print(rows: readonly Awaited<ReturnType<typeof save>>[], context: Context): void {
  context.print({
    rows,
    fields: ['id', 'path', 'start', 'days', 'row', 'operation'],
    columns: ['id', 'path', 'start', 'days'],
  })
  const last = rows.at(-1)
  if (last !== undefined)
    context.say(`Take ${rows.length > 1 ? 'the last' : 'it'} back with: studio-cli undo ${last.operation}`)
}

async function open(context: Context): Promise<Place> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  return { studio, gateway: client.gateway, blocks: await loadBlocks(client.gateway, studio.studioId) }
}
