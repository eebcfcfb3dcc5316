import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { makeLexicon } from '#core/plan/lexicon.ts'
import { loadDateReader, mayContainDate } from '#core/plan/load-date-reader.ts'
import { listFieldNames } from '#core/plan/field-names.ts'
import { isAboutItems, makePlan } from '#core/plan/plan.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Action, Problem, Thing } from '#core/plan/reading.ts'
import { listSpaceTasks, toSpaceTask } from '#core/plan/space-tasks.ts'
import { listNames } from '#core/plan/studio-names.ts'
import { describeExceptions } from '#core/plan/describe-exceptions.ts'
import { describeProblem } from '#core/plan/describe-plan.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Planned } from '../change/apply-plan-with-undo.ts'
import { nothingMatched, usageError, type CliError } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { listTaskRecords, toItemPath } from './task-record.ts'

/** What a sentence is planned with. */
export type PlanPlace = {
  readonly studio: StudioReplica
  readonly spaces: readonly SpaceReplica[]
  readonly today: CalendarDate
  readonly context: Context
}

/**
 * A sentence's plan by task, or by item if it only sets item fields; `except` is what it leaves out, such as `except
 * Compositing of sq020`, or empty.
 */
export type SentencePlan = {
  readonly plan: readonly Planned[]
  readonly unit: 'task' | 'item'
  readonly except: string
}

/** Plans a sentence; throws if it is not understood or matches nothing. */
export async function planSentence(sentence: string, place: PlanPlace): Promise<SentencePlan> {
  const { studio, spaces, today, context } = place
  const { userId } = await context.loadSession()
  const me: Thing = {
    kind: 'person',
    id: userId,
    name: studio.replica.find('studio_members', userId)?.displayName ?? 'me',
    within: [],
  }
  const fields = listFieldNames(studio)
  const readDate = mayContainDate(sentence, fields) ? await loadDateReader() : undefined
  const lexicon = makeLexicon(listNames(studio, spaces))
  const reading = readSentence(sentence, {
    lexicon,
    fields,
    today,
    me,
    hasSelection: false,
    readDate,
  })
  const [problem] = reading.problems
  if (problem !== undefined) throw toError(problem)
  const unit = isAboutItems(reading.actions) ? 'item' : 'task'
  const tasks = spaces.flatMap((space) => (unit === 'item' ? listOfItems(studio, space) : listOfTasks(studio, space)))
  const plan = makePlan({ reading, tasks, today, mayDo: makeIsActionAllowed(studio) })
  if (plan.length === 0) throw nothingMatched(`No ${unit}s match.`, 'Check what the sentence says before the arrow.')
  return { plan, unit, except: describeExceptions(reading.terms) }
}

type Told = Planned['task']

function listOfTasks(studio: StudioReplica, space: SpaceReplica): readonly Told[] {
  return listTaskRecords(studio, space).map((record) => ({ ...toSpaceTask({ studio, ...record }), path: record.path }))
}

/** Returns tasks under their item's id and path, and items without tasks. */
function listOfItems(studio: StudioReplica, space: SpaceReplica): readonly Told[] {
  return Array.from(listSpaceTasks(studio, space), (each) => {
    const item = space.replica.find('items', each.itemId)
    return { ...each, id: each.itemId, path: item === undefined ? '' : toItemPath(studio, space, item) }
  })
}

/** Returns whether the caller's role allows an action at all; the database checks each task again. */
export function makeIsActionAllowed(studio: StudioReplica): (action: Action) => boolean {
  return (action) => {
    if (action.field === 'own') return studio.canWrite(action.own)
    return studio.can(action.field === 'comment' ? 'comment' : 'create')
  }
}

function toError(problem: Problem): CliError {
  const { text, hint } = describeProblem(problem)
  return usageError(
    problem.kind === 'no-tasks' || problem.kind === 'no-action' ? text : `${text} Nothing was changed.`,
    hint,
  )
}
