import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import { usageError } from '#cli/cli-error.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { pickBlock, toDay } from './load-blocks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { blockFlags } from './block-flags.ts'
import { checkDays, freeRow, open, print, save } from './save-block.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly block?: string
  readonly start?: string
  readonly artist?: string
  readonly days?: number
}

export const verb = defineVerb({
  arguments: '<block>',
  summary: 'move a block, named by its id or the start of it',
  options: blockFlags,
  examples: ['timeline move 019aa3f2 --start 2026-12-03'],
  /** Moves a block to another day, artist or length; what is not named stays. */
  run: async (options: Options, context) => {
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
      throw usageError('The block is in the queue.', 'Pass --start and --artist to plan it.')
    const { id, taskId, rowIndex: row } = before
    const durationDays = checkDays(days ?? before.durationDays)
    const moved = { id, taskId, startDate, assigneeId, durationDays, rowIndex: row }
    const rowIndex = freeRow(place.blocks, moved)
    print([await save({ block: { ...moved, rowIndex }, before, path: before.path }, place, context)], context)
  },
})
