import * as v from 'valibot'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { verb as deleteBlocks } from '#cli/commands/timeline/delete.ts'
import { loadBlocks, pickBlock, toDay, type PlacedBlock } from '#cli/commands/timeline/load-blocks.ts'
import { verb as moveBlock } from '#cli/commands/timeline/move.ts'
import { verb as planTasks } from '#cli/commands/timeline/plan.ts'
import { checkDays } from '#cli/commands/timeline/save-block.ts'
import { toBlockRow } from '#cli/commands/timeline/to-block-row.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import type { StepPlace, StepPlan } from './step.ts'
import { line } from './tool.ts'

const start = line('its first day: 2026-12-18')
const artist = line('whose row: name, e-mail or id')
const days = v.pipe(v.number(), v.description('how many days'))
const block = line('its id, or the beginning of it')

/** Plan steps for the timeline. */
export const blockSteps = [
  v.strictObject({
    do: v.literal('plan_task'),
    task: line('path or id: sq010/sh0010:anim'),
    artist,
    start,
    days: v.optional(days),
  }),
  v.strictObject({
    do: v.literal('move_block'),
    block,
    artist: v.optional(artist),
    start: v.optional(start),
    days: v.optional(days),
  }),
  v.strictObject({ do: v.literal('delete_block'), block }),
] as const

type Planned = {
  readonly task: string
  readonly artist: string
  readonly start: string
  readonly days?: number | undefined
}
type Moved = {
  readonly block: string
  readonly artist?: string | undefined
  readonly start?: string | undefined
  readonly days?: number | undefined
}

/** Plans a task on an artist's row, using its queued block or a new one. */
export async function readPlanned(step: Planned, place: StepPlace): Promise<StepPlan> {
  const { client, studio, options } = place
  const [record, second] = await loadTasks(place, options, [step.task])
  if (record === undefined) throw nothingMatched(`There is no task "${step.task}".`)
  if (second !== undefined) throw usageError(`"${step.task}" names several tasks; plan one after the other.`)
  const { userId, displayName } = pickMember(studio, step.artist, client.userId)
  const [from, length] = [toDay(step.start), checkDays(step.days ?? 1)]
  const blocks = (await loadBlocks(client.gateway, studio.studioId)).filter(({ taskId }) => taskId === record.task.id)
  const change = `on the row of ${displayName}, ${from}, ${length} ${length === 1 ? 'day' : 'days'}`
  const values = { targets: [record.task.id], start: from, artist: userId, days: length }
  const about = { id: record.task.id, path: record.path }
  const over = { item_tasks: [record.task.id], task_blocks: blocks.map(({ id }) => id) }
  return toPlan({ about, change, command: { verb: planTasks, values, over }, state: blocks }, place)
}

/** Plans moving a block to another day, row or length; anything not given stays. */
export async function readMoved(step: Moved, place: StepPlace): Promise<StepPlan> {
  const { client, studio } = place
  const before = await findBlock(step.block, place)
  const row = toBlockRow(studio, before, before.path)
  const member = step.artist === undefined ? undefined : pickMember(studio, step.artist, client.userId)
  const wanted = {
    ...(step.start !== undefined && { start: toDay(step.start) }),
    ...(member !== undefined && { artist: member.userId }),
    ...(step.days !== undefined && { days: checkDays(step.days) }),
  }
  if (before.startDate === undefined && (wanted.start === undefined || member === undefined))
    throw usageError('The block is in the queue.', 'Give it a start and an artist.')
  const change = [
    differ('start', row.start, wanted.start),
    differ('artist', row.artist, member?.displayName),
    differ('days', row.days, wanted.days),
  ]
    .filter((each) => each !== undefined)
    .join(', ')
  const command = { verb: moveBlock, values: { block: before.id, ...wanted }, over: { task_blocks: [before.id] } }
  return toPlan({ about: before, change, command, state: before }, place)
}

/** Plans removing a block; a task's last one returns to the queue. */
export async function readDeleted(step: { readonly block: string }, place: StepPlace): Promise<StepPlan> {
  const before = await findBlock(step.block, place)
  const change = `off the timeline: ${before.startDate ?? 'in the queue'}, ${before.durationDays} days`
  const command = { verb: deleteBlocks, values: { blocks: [before.id] }, over: { task_blocks: [before.id] } }
  return toPlan({ about: before, change, command, state: before }, place)
}

const findBlock = async (text: string, { client, studio }: StepPlace): Promise<PlacedBlock> =>
  pickBlock(await loadBlocks(client.gateway, studio.studioId), text)

function differ(word: string, before: string | number | null, after: string | number | undefined): string | undefined {
  return after === undefined || after === before ? undefined : `${word} ${before ?? 'none'} → ${after}`
}

type Meant = {
  readonly about: { readonly id: string; readonly path: string }
  /** Empty if nothing would change. */
  readonly change: string
  readonly command: StepPlan['commands'][number]
  readonly state: unknown
}

function toPlan({ about: { id, path }, change, command, state }: Meant, { studio }: StepPlace): StepPlan {
  const left = (reason: string): StepPlan => ({ changes: [], left: [{ path, reason }], commands: [], state })
  if (!studio.can('create')) return left('forbidden')
  return change === '' ? left('unchanged') : { changes: [{ id, path, change }], left: [], commands: [command], state }
}
