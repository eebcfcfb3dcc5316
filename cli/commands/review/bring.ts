import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  bringDecisions,
  loadBroughtIds,
  toBroughtDecisions,
  type BroughtDecision,
  type DecisionChoices,
} from '#core/packet/bring-decisions.ts'
import { findDecidedSession, makeDecisionPlace } from '#core/packet/decision-place.ts'
import { describeConflict, describeDecision, describeDecisions } from '#core/packet/decision-words.ts'
import { planDecisions, type DecisionPlan } from '#core/packet/plan-decisions.ts'
import { isDecisionsName, readDecisionsFile, type DecisionsFile } from '#core/packet/read-decisions.ts'
import { rememberWrite } from '#cli/change/confirm-write.ts'
import { CliError, nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { describeSystemError } from '#cli/system-error.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { newId, type OperationId } from '#core/lib/ids.ts'
import { openReview } from './open-review.ts'

export type BringOptions = { readonly files: readonly string[]; readonly dryRun?: boolean; readonly take?: string }

export const verb = defineVerb({
  arguments: '<files...>',
  summary: 'bring back what was decided in a packet: decisions.json, or the folder or ZIP that holds it',
  options: [
    flag('-n, --dry-run', 'show what would change and change nothing'),
    flag('--take <which>', 'where a status was changed since: "theirs", or "keep" the studio\'s and post the note'),
  ],
  examples: ['review bring decisions.json --dry-run', 'review bring anna.zip jonas/ --take keep --yes'],
  /** Applies each decision once, whoever brings it and however often; conflicts stay until somebody chooses. */
  run: async (options: BringOptions, context) => {
    const { take } = options
    if (take !== undefined && take !== 'theirs' && take !== 'keep') throw usageError('--take is theirs or keep.')
    const files = (await Promise.all(options.files.map((file) => readFiles(file, context)))).flat()
    const client = await context.openClient()
    const studio = await openStudioOf(files, client, context)
    const found = findDecidedSession(files, studio)
    if (!found.ok) throw usageError(found.error)
    const session = found.value
    const { review, spaces } = await openReview({ client, studio }, session)
    const brought = await loadBroughtIds(session.id, client)
    const plan = planDecisions(files, makeDecisionPlace({ studio, review, spaces, brought }))
    const choices = choose(plan, take)
    const decisions = toBroughtDecisions(plan, choices, listMentionable(studio))
    for (const conflict of plan.conflicts) if (!choices.has(conflict.taskId)) context.say(describeConflict(conflict))
    context.say(`${session.name}: ${describeDecisions(plan)}.`)
    const left = plan.conflicts.filter(({ taskId }) => !choices.has(taskId)).length
    if (options.dryRun === true || decisions.length === 0) {
      print(plan, [], context)
      context.say(decisions.length === 0 ? 'Nothing to bring.' : 'Nothing was changed.')
      return left > 0 ? exitCodes.partlyDone : exitCodes.done
    }
    await context.confirm(`Bring ${decisions.length} of them to ${session.name}?`)
    const label = `Bring decisions to ${session.name}`
    const operation = newId<OperationId>()
    const answers = await bringDecisions({ sessionId: session.id, decisions }, client, async (soFar) => {
      // Even an interrupted bring can be undone.
      const ids = soFar.flatMap(({ id, result }) => (result === 'applied' ? id : []))
      const args = { p_session_id: session.id, p_decision_ids: ids, p_operation_id: newId() }
      const effect = { kind: 'call', procedure: 'take_back_decisions', args } as const
      if (ids.length > 0) await rememberWrite({ id: operation, label, studioId: studio.studioId, effect }, context)
    })
    print(plan, answers, context)
    const done = answers.filter(({ result }) => result === 'applied').length
    context.say(`Brought ${done} of ${plan.lines.length}.`)
    if (left > 0) context.say(`${left} left: choose with --take, or in the app.`)
    if (done > 0) context.say(`Undo with: studio-cli undo ${operation}`)
    const isWhole = left === 0 && answers.every(({ result }) => result === 'applied' || result === 'there already')
    return isWhole ? exitCodes.done : done > 0 ? exitCodes.partlyDone : exitCodes.failure
  },
})

/** Opens the named studio, else the files' studio if the caller belongs to it, else the default. */
async function openStudioOf(
  files: readonly DecisionsFile[],
  client: StudioClient,
  context: Context,
): Promise<StudioReplica> {
  const { studios } = await context.loadGateway()
  const wanted = context.options.studio === undefined ? files[0]?.decisions.studioId : undefined
  const own = wanted === undefined ? undefined : (await studios.list()).find(({ id }) => id === wanted)
  return await client.openStudio((own ?? (await findStudio(context))).id)
}

/** A flag can settle one person's decision against the studio's status, but not two people's against each other. */
function choose({ conflicts }: DecisionPlan, take: string | undefined): DecisionChoices {
  return new Map(
    conflicts.flatMap(({ taskId, decisions, isBetweenPeople }): readonly [string, string][] => {
      const theirs = isBetweenPeople ? undefined : decisions[0]?.decision.id
      const choice = take === 'keep' ? take : take === 'theirs' ? theirs : undefined
      return choice === undefined ? [] : [[taskId, choice]]
    }),
  )
}

function print(plan: DecisionPlan, answers: readonly BroughtDecision[], context: Context): void {
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const rows = plan.lines.map((line) => {
    const { id, taskId } = line.decision
    return { id, taskId, ...describeDecision(line, byId.get(id)) }
  })
  context.printList({
    rows,
    fields: ['id', 'taskId', 'who', 'path', 'change', 'note', 'state'],
    columns: ['path', 'change', 'who', 'note', 'state'],
  })
}

async function readFiles(given: string, { io }: Context): Promise<readonly DecisionsFile[]> {
  const place = path.resolve(io.cwd, given)
  try {
    const isFolder = (await stat(place)).isDirectory()
    const inside = isFolder ? (await readdir(place, { recursive: true })).filter(isDecisionsName) : []
    if (isFolder && inside.length === 0) throw nothingMatched(`There is no decisions.json in ${given}.`)
    const names = isFolder ? inside.map((name) => path.join(given, name)) : [given]
    const read = names.map(async (name) => {
      const files = await readDecisionsFile({ name, bytes: await readFile(path.resolve(io.cwd, name)) })
      if (!files.ok) throw new CliError('failure', files.error, 'Nothing was changed.')
      return files.value
    })
    return (await Promise.all(read)).flat()
  } catch (error) {
    const refused = describeSystemError(error)
    if (refused === undefined) throw error
    throw usageError(`${given}: ${refused.message}`)
  }
}
