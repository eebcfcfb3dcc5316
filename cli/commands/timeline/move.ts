import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { usageError } from '#cli/cli-error.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { whereFlag, type WhereOptions } from '#cli/select/wanted-tasks.ts'
import { pickBlocks, toDay, type PlacedBlock } from './load-blocks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { blockFlags } from './block-flags.ts'
import { checkDays, freeRow, open, print, save } from './save-block.ts'

type Options = WhereOptions & {
  readonly block?: string
  readonly start?: string
  readonly artist?: string
  readonly days?: number
}

export const verb = defineVerb({
  arguments: '[block]',
  summary: 'move a block, named by its id or the start of it, or those found by --where',
  options: [...blockFlags, whereFlag],
  examples: ['timeline move 019aa3f2 --start 2026-12-03', "timeline move --where 'stage=anim done=no' --days 2 --yes"],
  /** Moves blocks to another day, artist or length; anything not given stays. */
  run: async (options: Options, context) => {
    const { block: text, start, artist, days } = options
    if (start === undefined && artist === undefined && days === undefined)
      throw usageError('Where to?', 'Pass --start, --artist or --days.')
    const place = await open(context)
    const { userId: myId } = await context.loadSession()
    const day = start === undefined ? undefined : toDay(start)
    const artistId = artist === undefined ? undefined : pickMember(place.studio, artist, myId).userId
    // Queued blocks found by a condition stay queued unless a day and artist are given.
    const isMeant = (block: PlacedBlock) =>
      (day ?? block.startDate) !== undefined && (artistId ?? block.assigneeId) !== undefined
    const wanted = await pickBlocks(text === undefined ? [] : [text], options, { ...place, context, isMeant })
    const moves = wanted.map((before) => {
      const [startDate, assigneeId] = [day ?? before.startDate, artistId ?? before.assigneeId]
      if (startDate === undefined || assigneeId === undefined)
        throw usageError(`The block of ${before.path} is in the queue.`, 'Pass --start and --artist to plan it.')
      const { id, taskId, rowIndex } = before
      return {
        before,
        block: { id, taskId, startDate, assigneeId, rowIndex, durationDays: checkDays(days ?? before.durationDays) },
      }
    })
    const rows = []
    // One at a time: each needs a free row beside the previous ones.
    let taken: readonly TaskBlockRow[] = place.blocks
    for (const { before, block: moved } of moves) {
      const block = { ...moved, rowIndex: freeRow(taken, moved) }
      taken = taken.map((each) => (each.id === block.id ? block : each))
      rows.push(await save({ block, before, path: before.path }, place, context))
    }
    print(rows, context)
  },
})
