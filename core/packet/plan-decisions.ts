import { groupBy } from '#core/lib/collections.ts'
import { compareText } from '#core/lib/text.ts'
import type { Decision } from './decisions.ts'
import type { DecisionsFile } from './read-decisions.ts'

/** A task of the session as it is in the studio now. */
export type DecidedTask = { readonly path: string; readonly statusId: string; readonly isDisabled: boolean }

/** The facts about the session that decisions are brought to. */
export type DecisionPlace = {
  /** Tasks by id, in the session's order; undefined if deleted. */
  readonly tasks: ReadonlyMap<string, DecidedTask | undefined>
  readonly statusNames: ReadonlyMap<string, string>
  /** The ids of decisions brought before. */
  readonly brought: ReadonlySet<string>
}

/** Why a decision cannot be brought; the server uses the same codes. */
export type RefusalReason = keyof typeof refusalWords

/** The words for each reason. */
export const refusalWords = {
  not_in_session: 'the task is not in this review',
  task_gone: 'the task was deleted',
  status_gone: 'the status was deleted',
  disabled: 'the task is disabled',
  may_not_judge: 'your role may not judge',
  may_not_comment: 'your role may not comment',
  other_session: 'it was brought to another review',
  empty: 'nothing was decided',
  invalid: 'it is not valid',
} as const

/** One decision and what would become of it. */
export type PlannedDecision = {
  readonly decision: Decision
  readonly path: string
  /** Status names; `to` is undefined if only a note is brought. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly state: 'new' | 'there already' | 'conflict' | 'refused'
  readonly reason?: RefusalReason
  /** The same person decided something else later, so that only the note is brought. */
  readonly isOverruled: boolean
}

/** A task whose status a person has to choose: the studio's, or one of those decided. */
export type DecisionConflict = {
  readonly taskId: string
  readonly path: string
  readonly now: string
  readonly decisions: readonly PlannedDecision[]
  /** Whether people decided differently; otherwise the studio's status has changed since. */
  readonly isBetweenPeople: boolean
}

export type DecisionPlan = {
  readonly lines: readonly PlannedDecision[]
  readonly conflicts: readonly DecisionConflict[]
  readonly place: DecisionPlace
}

/** Plans what files of decisions do to a session as it is now. No person takes precedence over another. */
export function planDecisions(files: readonly DecisionsFile[], place: DecisionPlace): DecisionPlan {
  const known = new Map<string, Decision>()
  const people = new Map<string, string>()
  for (const { name, decisions } of files) {
    for (const decision of decisions.decisions) {
      if (known.has(decision.id)) continue
      known.set(decision.id, decision)
      people.set(decision.id, toPerson(decision, name, decisions.packetId))
    }
  }
  const order = new Map([...place.tasks.keys()].map((id, at) => [id, at]))
  const rankOf = ({ taskId }: Decision): number => order.get(taskId) ?? order.size
  const all = [...known.values()].sort(
    (first, second) => rankOf(first) - rankOf(second) || first.at - second.at || compareText(first.id, second.id),
  )
  const planned = [...groupBy(all, ({ taskId }) => taskId)].map(([taskId, group]) =>
    planTask(taskId, { all: group, people, place }),
  )
  return {
    lines: planned.flatMap(({ lines }) => lines),
    conflicts: planned.flatMap(({ conflict }) => conflict ?? []),
    place,
  }
}

/** Identifies whoever decided; people without a name are told apart by file. */
function toPerson({ by }: Decision, file: string, packetId: string): string {
  if (by.userId !== undefined) return by.userId.toLowerCase()
  const name = by.name.trim().toLowerCase()
  return `${packetId}/${name === '' ? file : name}`
}

type PlannedTask = { readonly lines: readonly PlannedDecision[]; readonly conflict: DecisionConflict | undefined }

type OfTask = {
  readonly all: readonly Decision[]
  /** Who decided, by decision id. */
  readonly people: ReadonlyMap<string, string>
  readonly place: DecisionPlace
}

function planTask(taskId: string, group: OfTask): PlannedTask {
  const { all, people, place } = group
  const task = place.tasks.get(taskId)
  const nameOf = (id: string): string => place.statusNames.get(id) ?? 'a deleted status'
  const last = new Map(all.filter(({ statusId }) => statusId !== undefined).map((each) => [people.get(each.id), each]))
  const fresh = all.flatMap((decision): readonly PlannedDecision[] => {
    const { id, statusId } = decision
    const isOverruled = statusId !== undefined && last.get(people.get(id)) !== decision
    const to = statusId === undefined || isOverruled ? undefined : nameOf(statusId)
    const line = {
      decision,
      path: task?.path ?? 'a deleted task',
      from: task && nameOf(task.statusId),
      to,
      isOverruled,
    }
    if (place.brought.has(id)) return [{ ...line, state: 'there already' }]
    const reason = findReason(decision, { task, place, isOverruled })
    return [reason === undefined ? { ...line, state: 'new' } : { ...line, state: 'refused', reason }]
  })
  const judging = fresh.filter(({ state, to }) => state === 'new' && to !== undefined)
  if (task === undefined || judging.length === 0) return { lines: fresh, conflict: undefined }
  const wanted = new Set(judging.map(({ decision }) => decision.statusId))
  const isSettled =
    wanted.size === 1 && (wanted.has(task.statusId) || judging.some((line) => hasSeen(line, group, task.statusId)))
  if (isSettled) return { lines: fresh, conflict: undefined }
  const inConflict = new Set(judging)
  const lines = fresh.map((line) => (inConflict.has(line) ? { ...line, state: 'conflict' as const } : line))
  const decisions = lines.filter(({ state }) => state === 'conflict')
  const { path, statusId } = task
  return { lines, conflict: { taskId, path, now: nameOf(statusId), decisions, isBetweenPeople: wanted.size > 1 } }
}

type Within = { readonly task: DecidedTask | undefined; readonly place: DecisionPlace; readonly isOverruled: boolean }

function findReason(
  { taskId, statusId, note }: Decision,
  { task, place, isOverruled }: Within,
): RefusalReason | undefined {
  if (!place.tasks.has(taskId)) return 'not_in_session'
  if (task === undefined) return 'task_gone'
  if (statusId === undefined) return hasNote(note) ? undefined : 'empty'
  if (isOverruled) return undefined
  if (!place.statusNames.has(statusId)) return 'status_gone'
  return task.isDisabled ? 'disabled' : undefined
}

function hasNote(note: Decision['note']): boolean {
  const drawings = note?.metadata['drawings']
  return note !== undefined && (note.content.trim() !== '' || (Array.isArray(drawings) && drawings.length > 0))
}

/** Tells whether a person knew the status a task has now: they saw it when deciding, or set it themselves before. */
function hasSeen({ decision }: PlannedDecision, { all, people, place }: OfTask, now: string): boolean {
  return all.some(
    ({ id, seenStatusId, statusId }) =>
      people.get(id) === people.get(decision.id) &&
      ((seenStatusId === now && !place.brought.has(id)) || (id !== decision.id && statusId === now)),
  )
}
