import fc from 'fast-check'
import { toBroughtDecisions } from '#core/packet/bring-decisions.ts'
import type { Decision, Decisions } from '#core/packet/decisions.ts'
import { planDecisions, type PlannedDecision } from '#core/packet/plan-decisions.ts'
import type { AnyId } from '#core/lib/ids.ts'

/**
 * A step in a session's history: the room judges, somebody decides offline, packets are brought back, or that is
 * undone.
 */
export type Step = {
  readonly kind: 'judge' | 'decide' | 'bring' | 'undo'
  readonly packet: number
  readonly task: number
  readonly status: number
  /** If even, both packets are brought back at once; also picks how conflicts are resolved. */
  readonly choice: number
}

/** A session's state at some moment, according to its server. */
export type SessionState = {
  readonly statuses: readonly string[]
  readonly judged: readonly (string | undefined)[]
  readonly notes: readonly string[]
  readonly brought: readonly string[]
}

type Brought = ReturnType<typeof toBroughtDecisions>[number]

/** A server where sessions are judged: the in-memory model or the database. */
export type SessionServer = {
  readonly judge: (task: number, status: string, noteId: string) => Promise<void> | void
  readonly bring: (decisions: readonly Brought[]) => Promise<readonly string[]> | readonly string[]
  readonly takeBack: (ids: readonly string[]) => Promise<void> | void
  readonly read: () => Promise<SessionState> | SessionState
}

/** Any step, at random. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('judge', 'decide', 'decide', 'bring', 'undo'),
  packet: fc.nat(1),
  task: fc.nat(2),
  status: fc.nat(2),
  choice: fc.nat(9),
})

type World = {
  readonly server: SessionServer
  readonly tasks: readonly string[]
  readonly statuses: readonly string[]
  readonly newId: () => AnyId
}

/** Everything decided during a history, to check the end against. */
export type DecisionLog = {
  readonly decisions: readonly Decision[]
  readonly noteIds: readonly string[]
  /** Decisions that changed a status their author had never seen, without anybody choosing that. */
  readonly overwritten: readonly string[]
}

/** Plays a history on a server and brings everything back at the end. */
export async function playHistory(steps: readonly Step[], world: World): Promise<DecisionLog> {
  const { server, tasks, statuses, newId } = world
  const start = (await server.read()).statuses
  const away: Away = { packets: [[], []], overwritten: [] }
  const noteIds: string[] = []
  let last: readonly string[] = []
  for (const step of steps) {
    const at = step.task % tasks.length
    const statusId = statuses[step.status % statuses.length] ?? ''
    if (step.kind === 'judge') {
      const id = newId()
      noteIds.push(id)
      await server.judge(at, statusId, id)
    } else if (step.kind === 'decide') decide(away, step, { ...world, seen: start[at] ?? '' })
    else if (step.kind === 'bring') {
      const which = step.choice % 2 === 0 ? [0, 1] : [step.packet % 2]
      last = await bring(away, { which, choice: step.choice, start }, world)
    } else {
      await server.takeBack(last)
      last = []
    }
  }
  // Finally every open conflict is resolved by a choice, and nothing is applied twice.
  await bring(away, { which: [0, 1], choice: 0, start }, world)
  await bring(away, { which: [1, 0], choice: 0, start }, world)
  return { decisions: away.packets.flat(), noteIds, overwritten: away.overwritten }
}

/** The decisions of two people so far. */
type Away = { readonly packets: readonly Decision[][]; readonly overwritten: string[] }

function decide(
  { packets }: Away,
  { packet, task, status }: Step,
  { tasks, statuses, newId, seen }: World & { readonly seen: string },
): void {
  const own = packets[packet % 2] ?? []
  const taskId = tasks[task % tasks.length] ?? ''
  const statusId = statuses[status % statuses.length] ?? ''
  const seenStatusId = own.findLast((each) => each.taskId === taskId)?.statusId ?? seen
  const [note, by] = [{ content: 'x', metadata: {} }, { name: `Person ${packet % 2}` }]
  own.push({ id: newId(), entryId: newId(), taskId, seenStatusId, statusId, note, by, at: own.length })
}

type Bringing = { readonly which: readonly number[]; readonly choice: number; readonly start: readonly string[] }

/** Brings packets back and returns the applied decisions; leaves some conflicts open at random. */
async function bring(
  { packets, overwritten }: Away,
  { which, choice, start }: Bringing,
  { server, tasks, statuses }: World,
): Promise<readonly string[]> {
  const now = await server.read()
  const place = {
    tasks: new Map(
      tasks.map((id, at) => [id, { path: id, statusId: now.statuses[at] ?? '', isDisabled: false }] as const),
    ),
    statusNames: new Map(statuses.map((id) => [id, id])),
    brought: new Set(now.brought),
  }
  const plan = planDecisions(
    which.map((at) => ({ name: `${at}.json`, decisions: toFile(packets[at] ?? [], at) })),
    place,
  )
  const choices = new Map(
    plan.conflicts.flatMap(({ taskId, decisions }): readonly [string, string][] => {
      const one = decisions[choice % (decisions.length + 1)]
      return choice % 5 === 4 ? [] : [[taskId, one?.decision.id ?? 'keep']]
    }),
  )
  const presentOf = ({ decision }: PlannedDecision) => place.tasks.get(decision.taskId)?.statusId ?? ''
  const silent = plan.lines.filter(
    (line) => line.state === 'new' && line.to !== undefined && line.decision.statusId !== presentOf(line),
  )
  const hasSeen = (line: PlannedDecision): boolean => {
    const { taskId } = line.decision
    const own = packets.find((all) => all.includes(line.decision))?.filter((each) => each.taskId === taskId)
    const seen = [start[tasks.indexOf(taskId)], ...(own ?? []).map(({ statusId }) => statusId)]
    return seen.includes(presentOf(line))
  }
  for (const { decision } of silent) {
    // If two people decide the same, it is enough that one has seen it.
    const isKnown = silent.some((line) => line.decision.taskId === decision.taskId && hasSeen(line))
    if (!isKnown) overwritten.push(decision.id)
  }
  const decisions = toBroughtDecisions(plan, choices, [])
  const results = await server.bring(decisions)
  return decisions.flatMap(({ id }, at) => (results[at] === 'applied' ? String(id) : []))
}

function toFile(decisions: readonly Decision[], at: number): Decisions {
  const id = `0000000${at}-0000-4000-8000-000000000000`
  const place = { studioId: id, sessionId: id, packetId: id }
  return { format: 'xsheet-decisions', version: 1, ...place, decisions: [...decisions] }
}

/** Makes an in-memory model of the database's decisions (private.bring_decision, private.take_back_decisions). */
export function makeModelServer(tasks: readonly string[], first: string): SessionServer {
  const statuses = tasks.map(() => first)
  const judged = tasks.map((): string | undefined => undefined)
  const notes: string[] = []
  type Row = { readonly id: string; readonly at: number; readonly status: string | undefined } & {
    readonly from: string | undefined
    readonly judgedBefore: string | undefined
  }
  let brought: readonly Row[] = []
  const atOf = (taskId: unknown): number => tasks.indexOf(String(taskId))

  const bringOne = (decision: Brought): string => {
    const id = String(decision['id'])
    if (brought.some((row) => row.id === id)) return 'there already'
    const at = atOf(decision['taskId'])
    const status = decision['keep'] === true ? undefined : (decision['statusId'] as string | undefined)
    const present = statuses[at]
    if (status !== undefined && status !== present && decision['seenStatusId'] !== present) return 'conflict'
    const from = status !== undefined && status !== present ? present : undefined
    brought = [...brought, { id, at, status, from, judgedBefore: judged[at] }]
    if (status !== undefined) {
      statuses[at] = status
      judged[at] = status
    }
    notes.push(id)
    return 'applied'
  }
  return {
    judge: (at, status, noteId) => {
      statuses[at] = status
      judged[at] = status
      notes.push(noteId)
    },
    bring: (decisions) => decisions.map(bringOne),
    takeBack: (ids) => {
      for (const { id, at, status, from, judgedBefore } of brought.filter((row) => ids.includes(row.id)).toReversed()) {
        if (status !== undefined && judged[at] === status) judged[at] = judgedBefore
        if (from !== undefined && statuses[at] === status) statuses[at] = from
        notes.splice(notes.indexOf(id), 1)
        brought = brought.filter((row) => row.id !== id)
      }
    },
    read: () => ({
      statuses: [...statuses],
      judged: [...judged],
      notes: [...notes],
      brought: brought.map(({ id }) => id),
    }),
  }
}
