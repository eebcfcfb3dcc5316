import type { Done, UndoStep } from '#core/change/context.ts'
import { findMacro, loadMacros } from '#core/people/macros.ts'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { AppError } from '#core/lib/errors.ts'
import { listPlanWrites, type PlanWrite } from '#core/plan/apply-plan.ts'
import { makeLexicon } from '#core/plan/lexicon.ts'
import { loadDateReader, mayHoldDate } from '#core/plan/load-date-reader.ts'
import { makePlan, valueOf, type PlannedTask } from '#core/plan/plan.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Action, Problem, Thing } from '#core/plan/reading.ts'
import { toSpaceTask, type SpaceTask } from '#core/plan/space-tasks.ts'
import { listNames } from '#core/plan/studio-names.ts'
import { describeChange, describeProblem } from '#core/plan/tell-plan.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
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
import { listTaskRecords } from '#cli/select/task-record.ts'

type Options = Pick<GlobalOptions, 'project' | 'space' | 'timeZone'> & {
  readonly sentence: readonly string[]
  readonly macro?: string
  readonly dryRun?: boolean
  readonly confirm?: string
}

const fields = ['id', 'path', 'change', 'result'] as const

export const verb = defineVerb({
  arguments: '[sentence...]',
  summary: 'change tasks by a sentence: which ones → what becomes of them',
  options: [
    flag('-n, --dry-run', 'show the plan and change nothing'),
    flag('--macro <name>', 'a sentence you saved in the palette, by its name'),
    flag('--confirm <count>', 'how many tasks; needed instead of --yes above 500'),
  ],
  examples: [
    "do 'sq010 layout → wip assign mei due fri' --space ep01 --dry-run",
    "do 'sq010 sh0030-sh0040 anim -> est 3d high' --space ep01",
  ],
  run: async (options: Options, context) => {
    assertFields(fields, context.options)
    const client = await context.openClient()
    const sentence = await chooseSentence(options, client)
    const studio = await loadStudio(client, context)
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
    const today = dateInZone(context.clock.now(), options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
    const plan = await planSentence(sentence, { studio, spaces, today, context })
    const planned = plan.filter(({ reason }) => reason === 'planned')
    const changes = plan.map((planned) => describeChange(planned, studio))
    const print = (resultOf: (at: number) => string): void => {
      const rows = plan.map(({ task }, at) => {
        const change = changes[at] ?? null
        return { id: task.id, path: task.path, change, result: resultOf(at) }
      })
      context.print({ rows, fields, columns: ['path', 'change', 'result'] })
    }
    if (options.dryRun === true) {
      print((at) => plan[at]?.reason ?? '')
      context.say(`Would change ${planned.length} of ${plan.length} tasks. Nothing was changed.`)
      return exitCodes.done
    }
    await confirmSize(planned.length, options, context)
    const { first, steps, error } = await applyPlan(listPlanWrites(planned, { client, studio, label: sentence }))
    const isChanged = ({ task, actions }: Planned): boolean =>
      actions.every(
        (action) =>
          action.field === 'comment' || currentValue(task.space, task.task.id, action.field) === valueOf(action),
      )
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

type Planned = PlannedTask<SpaceTask & { readonly path: string }>
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

/** The words of the command line, or the macro that is named instead. */
async function chooseSentence({ sentence, macro }: Options, client: StudioClient): Promise<string> {
  if (macro === undefined && sentence.length === 0)
    throw usageError('Which tasks, and what becomes of them?', "Write a sentence, as in 'sq020 anim → done'.")
  if (macro === undefined) return sentence.join(' ')
  if (sentence.length > 0) throw usageError('Write a sentence or name a macro, not both.')
  const macros = await loadMacros(client)
  const found = findMacro(macros, macro)
  if (found !== undefined) return found.sentence
  const names = macros.map(({ name }) => name).join(', ')
  throw nothingMatched(
    `You have no macro called ${macro}.`,
    names === '' ? 'Save a sentence as a macro in the palette; access tokens do not see them.' : `There are: ${names}.`,
  )
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
  const lexicon = makeLexicon(listNames(studio, spaces))
  const reading = readSentence(sentence, { lexicon, today, me, hasSelection: false, readDate })
  const [problem] = reading.problems
  if (problem !== undefined) throw toError(problem)
  const tasks = spaces
    .flatMap((space) => listTaskRecords(studio, space))
    .map((record) => ({ ...toSpaceTask({ studio, ...record }), path: record.path }))
  const mayDo = ({ field }: Action): boolean => studio.can(field === 'comment' ? 'comment' : 'create')
  const plan = makePlan({ reading, tasks, today, mayDo })
  if (plan.length === 0) throw nothingMatched('No tasks match.', 'Check what the sentence says before the arrow.')
  return plan
}

function toError(problem: Problem): CliError {
  const { text, hint } = describeProblem(problem)
  return usageError(
    problem.kind === 'no-tasks' || problem.kind === 'no-action' ? text : `${text} Nothing was changed.`,
    hint,
  )
}

type Applied = {
  readonly first: Done | undefined
  readonly steps: readonly UndoStep[]
  readonly error: AppError | undefined
}

/** Carries a plan out, each write once the one before is confirmed: what one is refused for, the next will be too. */
async function applyPlan(writes: readonly PlanWrite[]): Promise<Applied> {
  const steps: UndoStep[] = []
  let first: Done | undefined
  for (const write of writes) {
    const done = await write()
    if (!done.ok) return { first, steps, error: done.error }
    const answer = await done.value.answered
    if (!answer.ok) return { first, steps, error: answer.error }
    first ??= done.value
    steps.push(...(done.value.undo?.steps ?? []))
  }
  return { first, steps, error: undefined }
}
