import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { makePlaceMatcher } from '#cli/select/place-matcher.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { makeStageMatcher } from '#cli/select/stage-matcher.ts'
import { makeTaskTest, whereFlag } from '#cli/select/wanted-tasks.ts'
import { loadBlocks, toDay, type PlacedBlock } from './load-blocks.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { blockFields, toBlockRow, toEnd } from './to-block-row.ts'

export type TimelineListOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly artist?: string
  readonly stage?: string
  readonly from?: string
  readonly to?: string
  readonly queue?: boolean
  readonly where?: readonly string[]
}

export const verb = defineVerb({
  summary: 'list blocks, by their first day',
  options: [
    flag('--artist <person>', 'one person: name, e-mail, id or me'),
    flag('--stage <name>', 'stage, also by its short name'),
    flag('--from <day>', 'blocks that end on this day or later'),
    flag('--to <day>', 'blocks that start on this day or earlier'),
    flag('--queue', 'only blocks in the queue'),
    whereFlag,
  ],
  examples: [
    'timeline list --artist me --from 2026-12-01',
    'timeline list --queue --json=id,path',
    "timeline list --where 'hours > 8 && !done'",
  ],
  /** Lists blocks by first day, queued ones last. */
  run: async (options: TimelineListOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const isOfTask = await makeTaskTest({ client, studio }, options)
    const { userId: myId } = await context.loadSession()
    const blocks = await loadBlocks(await context.loadGateway(), studio.studioId)
    const artistId = options.artist === undefined ? undefined : pickMember(studio, options.artist, myId).userId
    const tests = [
      makePlaceMatcher(studio, options),
      stageTest(options.stage),
      (block: PlacedBlock) => artistId === undefined || block.assigneeId === artistId,
      (block: PlacedBlock) => options.queue !== true || block.startDate === undefined,
      rangeTest(options),
      (block: PlacedBlock) => isOfTask(block.taskId),
    ]
    const rows = blocks
      .filter((block) => tests.every((test) => test(block)))
      .toSorted((a, b) => (a.startDate ?? '~').localeCompare(b.startDate ?? '~') || a.path.localeCompare(b.path))
      .map((block) => toBlockRow(studio, block, block.path))
    context.printList({
      rows,
      fields: blockFields,
      columns: ['block', 'path', 'artist', 'start', 'end', 'days'],
    })
  },
})

function stageTest(pattern: string | undefined) {
  const isStage = pattern === undefined ? undefined : makeStageMatcher(pattern)
  return ({ stage }: PlacedBlock) => isStage === undefined || isStage({ id: '', name: stage })
}

/** Returns whether a block has a day in the range; queued blocks are in no range. */
function rangeTest({ from, to }: TimelineListOptions) {
  const first = from === undefined ? undefined : toDay(from)
  const last = to === undefined ? undefined : toDay(to)
  return (block: PlacedBlock): boolean => {
    if (first === undefined && last === undefined) return true
    const [start, end] = [block.startDate, toEnd(block)]
    if (start === undefined || end === undefined) return false
    return (first === undefined || end >= first) && (last === undefined || start <= last)
  }
}
