import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { countOf } from '#core/lib/text.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { assertNarrowed } from '#cli/select/load-items.ts'
import { loadTasks, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { loadBlocks, toDay } from './load-blocks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { filterFlags } from '../task/task-flags.ts'
import { blockFlags } from './block-flags.ts'
import { checkDays, freeRow, print, save } from './save-block.ts'

type Options = TaskFilterOptions & {
  readonly targets?: readonly string[]
  readonly start?: string
  readonly artist?: string
  readonly days?: number
}

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'plan tasks on somebody’s row, from the queue if they are in it',
  options: [...blockFlags, ...filterFlags],
  examples: [
    "timeline plan sq010/sh0040:anim --artist 'Mei Tanaka' --start 2026-12-01 --days 3",
    "timeline plan --where 'stage=anim done=no' --artist me --start 2026-12-01 --yes",
  ],
  /** Puts tasks on an artist's row, using the queued block if there is one, else a new one. */
  run: async (options: Options, context) => {
    const { start, artist, days = 1 } = options
    if (start === undefined || artist === undefined)
      throw usageError('When, and for whom?', 'Pass --start and --artist.')
    const targets = await expandTargets(options.targets ?? [], context.io)
    assertNarrowed(options, targets)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const records = await loadTasks({ client, studio }, options, targets)
    if (records.length === 0) throw nothingMatched('No tasks match.', 'See: studio-cli task list --where …')
    if (targets.length === 0) await context.confirm(`This plans ${countOf(records.length, 'task')}. Continue?`)
    const place = { studio, gateway: client.gateway, blocks: await loadBlocks(client.gateway, studio.studioId) }
    const assigneeId = pickMember(studio, artist, client.userId).userId
    const rows = []
    // One at a time: each needs a free row below the previous ones.
    const taken: TaskBlockRow[] = [...place.blocks]
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
  },
})
