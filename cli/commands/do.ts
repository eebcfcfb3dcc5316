import { countOf } from '#core/lib/text.ts'
import { findMacro, loadMacros, macrosOf } from '#core/people/macros.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { describeChange } from '#core/plan/describe-plan.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { applyPlanWithUndo, type Planned, type PlanReport } from '#cli/change/apply-plan-with-undo.ts'
import { confirmSize } from '#cli/change/confirm-size.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { exitCodes, toExitCode, type ExitCode } from '#cli/exit-code.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { assertFields } from '#cli/output.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSentenceSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { planSentence } from '#cli/select/plan-sentence.ts'

type Options = Pick<GlobalOptions, 'project' | 'space' | 'timeZone'> & {
  readonly sentence: readonly string[]
  readonly macro?: string
  readonly dryRun?: boolean
  readonly confirm?: string
}

const fields = ['id', 'path', 'change', 'result'] as const

export const verb = defineVerb({
  arguments: '[sentence...]',
  summary: 'change tasks by a sentence: which tasks → what should change',
  options: [
    flag('-n, --dry-run', 'show the plan and change nothing'),
    flag('--macro <name>', 'a sentence you saved in the palette, by its name'),
    flag('--confirm <count>', 'how many tasks; needed instead of --yes above 500'),
  ],
  examples: [
    "do 'sq010 layout → wip assign mei due tomorrow' --space ep01 --dry-run",
    "do 'sq010 sh0030-sh0040 anim -> est 3d high' --space ep01",
    "do 'sq010 anim -> farm Southlight' --space ep01 --dry-run",
    "do 'sq010 est over 1d → push due 2 days' --space ep01 --dry-run",
    "do 'sq010 layout → due in 5 working days' --space ep01 --dry-run",
    "do 'sq010 layout → push due 5 working days' --space ep01 --dry-run",
  ],
  run: async (options: Options, context) => {
    assertFields(fields, context.options)
    const client = await context.openClient()
    checkSentence(options)
    const studio = await loadStudio(client, context)
    const sentence = await chooseSentence(options, client, studio)
    const spaces = await openSpaces({ client, studio }, listSentenceSpaces(studio, options))
    const today = dateInZone(context.clock.now(), options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
    const { plan, unit, except } = await planSentence(sentence, { studio, spaces, today, context })
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
      const subject = [countOf(plan.length, unit), except].filter((part) => part !== '').join(', ')
      context.say(`Would change ${planned.length} of ${subject}. Nothing was changed.`)
      return exitCodes.done
    }
    await confirmSize(planned.length, options, context)
    const report = await applyPlanWithUndo(plan, { client, studio, label: sentence, context })
    print((at) => report.results[at] ?? '')
    if (report.id !== undefined)
      context.say(`Changed ${report.changed} of ${countOf(plan.length, unit)}. Undo with: studio-cli undo ${report.id}`)
    else context.say(`Changed none of ${countOf(plan.length, unit)}.`)
    if (report.error !== undefined) context.say(`studio-cli: ${report.error.message}`)
    return toEnding(plan, report)
  },
})

function toEnding(plan: readonly Planned[], { changed, wanted, error }: PlanReport): ExitCode {
  if (error !== undefined) return toExitCode(error)
  const isRefused = plan.some(({ reason }) => reason === 'forbidden' || reason === 'no-field')
  if (changed === wanted && !isRefused) return exitCodes.done
  return changed > 0 ? exitCodes.partlyDone : exitCodes.failure
}

function checkSentence({ sentence, macro }: Options): void {
  if (macro === undefined && sentence.length === 0)
    throw usageError('Which tasks, and what should change?', "Write a sentence, as in 'sq020 anim → done'.")
  if (macro !== undefined && sentence.length > 0) throw usageError('Write a sentence or name a macro, not both.')
}

/** Returns the sentence from the command line, or that of the named macro in this studio. */
async function chooseSentence(
  { sentence, macro }: Options,
  client: StudioClient,
  { studioId }: Pick<StudioReplica, 'studioId'>,
): Promise<string> {
  if (macro === undefined) return sentence.join(' ')
  const macros = macrosOf(await loadMacros(client), studioId)
  const found = findMacro(macros, macro)
  if (found !== undefined) return found.sentence
  const names = macros.map(({ name }) => name).join(', ')
  throw nothingMatched(
    `You have no macro called ${macro}.`,
    names === '' ? 'Save a sentence as a macro in the palette; access tokens do not see them.' : `There are: ${names}.`,
  )
}
