import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import * as v from 'valibot'
import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { countOf } from '#core/lib/text.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { CliError, nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { makeTaskTest, type WhereOptions } from '#cli/select/wanted-tasks.ts'

const blockShape = v.object({
  id: v.string(),
  task_id: v.string(),
  assignee_id: v.nullable(v.string()),
  start_date: v.nullable(v.string()),
  duration: v.number(),
  row_index: v.number(),
  project_name: v.string(),
  space_name: v.string(),
  collection_name: v.string(),
  item_name: v.string(),
  stage_name: v.string(),
})

/** A block with the place of its task. */
export type PlacedBlock = TaskBlockRow & {
  readonly path: string
  readonly project: string
  readonly space: string
  readonly stage: string
}

/** Loads every block of the studio that the caller may see. */
export async function loadBlocks(gateway: Gateway, studioId: StudioId): Promise<readonly PlacedBlock[]> {
  const answer = await gateway.callForAll('get_studio_timeline_blocks', { p_studio_id: studioId }, 'id')
  const rows = v.safeParse(v.array(blockShape), answer)
  if (!rows.success)
    throw new CliError('failure', 'The server’s timeline could not be read.', 'Is studio-cli up to date with the host?')
  // Queued blocks first, then day by day.
  const inOrder = rows.output.toSorted(
    (first, second) =>
      (first.start_date ?? '').localeCompare(second.start_date ?? '') || first.row_index - second.row_index,
  )
  return inOrder.map((row) => {
    const names = [row.project_name, row.space_name, row.collection_name, row.item_name].map(foldName)
    return {
      id: toId(row.id),
      taskId: toId(row.task_id),
      assigneeId: row.assignee_id === null ? undefined : toId(row.assignee_id),
      startDate: row.start_date === null ? undefined : toDay(row.start_date),
      durationDays: row.duration,
      rowIndex: row.row_index,
      path: `${names.join('/')}:${foldName(row.stage_name)}`,
      project: row.project_name,
      space: row.space_name,
      stage: row.stage_name,
    }
  })
}

/** Finds the block by the start of its id. */
export function pickBlock(blocks: readonly PlacedBlock[], text: string): PlacedBlock {
  const found = blocks.filter(({ id }) => id.startsWith(text.toLowerCase()))
  const [only, second] = found
  if (only === undefined)
    throw nothingMatched(`There is no block "${text}".`, 'List them with: studio-cli timeline list --json=id,path')
  if (second !== undefined) throw usageError(`${found.length} blocks begin with "${text}".`, 'Type more of the id.')
  return only
}

/**
 * Returns the named blocks, or those of tasks that match the conditions after confirmation; throws if neither is given.
 */
export async function pickBlocks(
  texts: readonly string[],
  { where, ...options }: WhereOptions,
  { client, studio, blocks, context, isMeant = () => true }: Picking,
): Promise<readonly PlacedBlock[]> {
  if (texts.length > 0 && where !== undefined) throw usageError('Name blocks or pass --where, not both.')
  if (where === undefined) {
    if (texts.length === 0) throw usageError('Which block?', 'Name one, or select with --where.')
    return texts.map((text) => pickBlock(blocks, text))
  }
  const isOfTask = await makeTaskTest({ client, studio }, { where, ...options })
  const found = blocks.filter((block) => isOfTask(block.taskId) && isMeant(block))
  if (found.length === 0) throw nothingMatched('No blocks match.', 'See: studio-cli timeline list --where …')
  await context.confirm(`This changes ${countOf(found.length, 'block')}. Continue?`)
  return found
}

type Picking = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly blocks: readonly PlacedBlock[]
  readonly context: Pick<Context, 'confirm'>
  /** Filters the blocks found by conditions; all if absent. */
  readonly isMeant?: (block: PlacedBlock) => boolean
}

/** Parses a day as typed. */
export function toDay(text: string): CalendarDate {
  if (isCalendarDate(text)) return text
  throw usageError(`"${text}" is not a date.`, 'Write it like 2026-12-18.')
}
