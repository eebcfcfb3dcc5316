import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { loadDateReader, mayHoldDate } from '#core/plan/load-date-reader.ts'
import { makePlan, valueOf, type PlannedTask } from '#core/plan/plan.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Action, Problem, Thing } from '#core/plan/reading.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import { applyPlan, type RecordFacts } from '#cli/change/apply-plan.ts'
import { rememberWrite, toEffect } from '#cli/change/carry-out-write.ts'
import { confirmSize } from '#cli/change/confirm-size.ts'
import { currentValue } from '#cli/change/task-change.ts'
import { nothingMatched, usageError, type CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, toExitCode, type ExitCode } from '#cli/exit-code.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { assertFields } from '#cli/output.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { makeStudioLexicon } from '#cli/select/make-studio-lexicon.ts'
import { listTaskRecords } from '#cli/select/task-record.ts'

type Options = Pick<GlobalOptions, 'project' | 'space' | 'timeZone'> & {
  readonly sentence: readonly string[]
  readonly dryRun?: boolean
  readonly confirm?: string
}

const fields = ['id', 'path', 'change', 'result'] as const

export const verb = defineVerb({
  arguments: '<sentence...>',
  summary: 'change tasks by a sentence: which ones → what becomes of them',
  options: [
    flag('-n, --dry-run', 'show the plan and change nothing'),
    flag('--confirm <count>', 'how many tasks; needed instead of --yes above 500'),
  ],
  examples: [
    "do 'sq010 layout → wip assign mei due fri' --space ep01 --dry-run",
    "do 'sq010 sh0030-sh0040 anim -> est 3d high' --space ep01",
  ],
  run: async (options: Options, context) => {
    assertFields(fields, context.options)
    const sentence = options.sentence.join(' ')
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
    const today = dateInZone(context.clock.now(), options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
    const plan = await planSentence(sentence, { studio, spaces, today, context })
    const planned = plan.filter(({ reason }) => reason === 'planned')
    const changes = plan.map(describe(studio))
    const print = (resultOf: (at: number) => string): void => {
      const rows = plan.map(({ task }, at) => {
        const change = changes[at] ?? null
        return { id: task.id, path: task.record.path, change, result: resultOf(at) }
      })
      context.print({ rows, fields, columns: ['path', 'change', 'result'] })
    }
    if (options.dryRun === true) {
      print((at) => plan[at]?.reason ?? '')
      context.say(`Would change ${planned.length} of ${plan.length} tasks. Nothing was changed.`)
      return exitCodes.done
    }
    await confirmSize(planned.length, options, context)
    const { first, steps, error } = await applyPlan(planned, { client, studio, label: sentence })
    const isChanged = ({ task, actions }: Planned): boolean =>
      actions.every((action) => action.field === 'comment' || readValue(task, action.field) === valueOf(action))
    const changed = error === undefined ? planned.filter(isChanged).length : 0
    if (first !== undefined) {
      const effect = toEffect({ ...first, changedCount: planned.length, undo: { label: sentence, steps } })
      await rememberWrite({ id: first.id, label: sentence, studioId: studio.studioId, effect }, context)
    }
    print((at) => resultOf(plan[at], { isChanged, isBroken: error !== undefined }))
    if (first !== undefined)
      context.say(`Changed ${changed} of ${plan.length} tasks. Undo with: studio-cli undo ${first.id}`)
    else context.say(`Changed none of ${plan.length} tasks.`)
    if (error !== undefined) context.say(`studio-cli: ${error.message}`)
    return toEnding(plan, { changed, wanted: planned.length, error })
  },
})

type Planned = PlannedTask<RecordFacts>
type Ending = { readonly changed: number; readonly wanted: number; readonly error: Error | undefined }

function resultOf(
  planned: Planned | undefined,
  { isChanged, isBroken }: { readonly isChanged: (planned: Planned) => boolean; readonly isBroken: boolean },
): string {
  if (planned === undefined || planned.reason !== 'planned') return planned?.reason ?? ''
  return isBroken ? 'failed' : isChanged(planned) ? 'changed' : 'conflict'
}

function toEnding(plan: readonly Planned[], { changed, wanted, error }: Ending): ExitCode {
  if (error !== undefined) return toExitCode(error)
  const isRefused = plan.some(({ reason }) => reason === 'forbidden')
  if (changed === wanted && !isRefused) return exitCodes.done
  return changed > 0 ? exitCodes.partlyDone : exitCodes.failure
}

type Known = {
  readonly studio: StudioReplica
  readonly spaces: readonly SpaceReplica[]
  readonly today: CalendarDate
  readonly context: Context
}

async function planSentence(sentence: string, { studio, spaces, today, context }: Known): Promise<readonly Planned[]> {
  const { userId } = await context.loadSession()
  const me: Thing = {
    kind: 'person',
    id: userId,
    name: studio.replica.find('studio_members', userId)?.displayName ?? 'me',
    within: [],
  }
  const readDate = mayHoldDate(sentence) ? await loadDateReader() : undefined
  const lexicon = makeStudioLexicon(studio, spaces)
  const reading = readSentence(sentence, { lexicon, today, me, hasSelection: false, readDate })
  const [problem] = reading.problems
  if (problem !== undefined) throw toError(problem)
  const tasks = spaces.flatMap((space) => listTaskRecords(studio, space)).map((record) => toFacts(record, studio))
  const mayDo = ({ field }: Action): boolean => studio.can(field === 'comment' ? 'comment' : 'create')
  const plan = makePlan({ reading, tasks, today, mayDo })
  if (plan.length === 0) throw nothingMatched('No tasks match.', 'Check what the sentence says before the arrow.')
  return plan
}

function toFacts(record: ReturnType<typeof listTaskRecords>[number], studio: StudioReplica): RecordFacts {
  const { task, space, done, names } = record
  const collectionId = space.replica.find('items', task.itemId)?.collectionId ?? ''
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId ?? ''
  return {
    record,
    id: task.id,
    places: [task.itemId, collectionId, space.spaceId, projectId],
    stageId: task.stageId,
    statusId: task.statusId,
    assigneeIds: names.assignee.map(({ id }) => id),
    assigneeId: task.assigneeId,
    dueDate: task.dueDate,
    priority: task.priority,
    estimatedHours: space.findEstimatedHours(task.id),
    isDisabled: task.isDisabled,
    isDone: done,
  }
}

function readValue({ record }: RecordFacts, field: Exclude<Action['field'], 'comment'>): unknown {
  return currentValue(record.space, record.task.id, field)
}

const words = {
  statusId: 'status',
  assigneeId: 'assignee',
  dueDate: 'due',
  estimatedHours: 'estimate',
  priority: 'priority',
} as const

/** `status WFA → DONE · due none → 2026-11-27`; absent where nothing changes. */
function describe(studio: StudioReplica): (planned: Planned) => string | null {
  const nameOf = (id: unknown): string => {
    const [status] = studio.getStatuses().filter((each) => each.id === id)
    const [member] = studio.getMembers().filter((each) => each.userId === id)
    return status?.name ?? member?.displayName ?? String(id)
  }
  const show = (field: string, value: unknown): string => {
    if (value === undefined) return 'none'
    if (field === 'estimatedHours') return formatEstimate(Number(value))
    return field === 'priority' ? nameOfPriority(Number(value)) : nameOf(value)
  }
  return ({ task, actions }) => {
    const told = actions.map((action) =>
      action.field === 'comment'
        ? `“${action.to}”`
        : `${words[action.field]} ${show(action.field, task[action.field])} → ${show(action.field, valueOf(action))}`,
    )
    return told.length === 0 ? null : told.join(' · ')
  }
}

function toError(problem: Problem): CliError {
  switch (problem.kind) {
    case 'unknown': {
      const { word, suggestion } = problem
      return usageError(
        `"${word}" is not understood. Nothing was changed.`,
        suggestion && `Did you mean ${suggestion}?`,
      )
    }
    case 'choice':
      return usageError(
        `"${problem.word}" could be: ${problem.choices.map(({ label }) => label).join(', ')}. Nothing was changed.`,
        `Write one of: ${problem.choices.map(({ text }) => text).join(' | ')}`,
      )
    case 'no-tasks':
      return usageError('Which tasks?', "Say it before an arrow, as in 'sq020 anim → done'; all is every task.")
    case 'no-action':
      return usageError('What becomes of them?', "Say it after an arrow, as in 'sq020 anim → done assign me due fri'.")
    default:
      return usageError(`"${problem.word}" is not where the sentence says. Nothing was changed.`)
  }
}
