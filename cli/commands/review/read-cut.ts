import { toCatalogue } from '#core/exchange/to-content.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import { findCutTasks, describeLeftOut } from '#core/reviews/find-cut-tasks.ts'
import type { ReviewedTask } from '#core/reviews/start-review.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import { flag } from '#cli/define-verb.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { readSource, type SourceOptions } from '#cli/exchange/read-source.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import type { Place } from './open-review.ts'

export type CutOptions = Pick<SourceOptions, 'rate' | 'match' | 'collection' | 'firstFrame' | 'handles' | 'format'> & {
  readonly cut?: string
  readonly stage?: string
  readonly project?: string
  readonly space?: string
}

/** Flags that name the tasks of a cut. */
export const cutFlags = [
  flag('--cut <file>', 'shots of an EDL, OpenTimelineIO or FCP 7 XML file, in its order and with its ranges'),
  flag('--stage <name>', 'with --cut: the stage to look at, also by its short name: anim'),
  flag('--rate <fps>', 'with --cut: frame rate of an EDL: 24, 23.976, 24000/1001'),
  flag('--match <template>', "with --cut: how its clips are named: '{collection}_{item}_v*'"),
  flag('--first-frame <number>', 'with --cut: number of every shot’s first frame, such as 1001', { as: 'number' }),
]

/** Returns the tasks of one stage that a cut shows, and reports what is missing. */
export async function readCut(
  place: Place,
  { cut, stage: wanted, project, space, ...source }: CutOptions & { readonly cut: string },
  context: Context,
): Promise<{ readonly projectId: ProjectId; readonly tasks: readonly ReviewedTask[] }> {
  const { studio } = place
  if (wanted === undefined) throw usageError('Which stage of the shots?', 'Pass --stage, such as --stage anim.')
  const stage = findStage(studio.getStages(), wanted)
  if (stage === undefined) {
    const names = studio.getStages().map(({ name }) => name)
    throw nothingMatched(`There is no stage "${wanted}".`, `Choose from: ${names.join(', ')}.`)
  }
  const rows = listSpaces(studio, { ...(project !== undefined && { project }), ...(space !== undefined && { space }) })
  const [first] = rows
  if (first === undefined) throw nothingMatched('There is no space to look for the shots in.')
  if (rows.some(({ projectId }) => projectId !== first.projectId)) {
    throw usageError('In which project are the shots?', 'Pass --project.')
  }
  const spaces = await openSpaces(place, rows)
  const [opened] = spaces
  if (opened === undefined) throw nothingMatched('There is no space to look for the shots in.')
  const catalogue = toCatalogue(studio, opened)
  const file = await readSource({ file: cut, ...source }, { catalogue, space: first.name, isPlayed: true })
  const { tasks, left } = findCutTasks(file.rows, { spaces, stage })
  const told = describeLeftOut(left)
  if (told !== undefined) context.warn(told)
  if (tasks.length === 0) throw nothingMatched('None of the cut’s shots is in the project.', 'See --match and --space.')
  return { projectId: first.projectId, tasks }
}
