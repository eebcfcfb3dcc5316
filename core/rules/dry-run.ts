import { isSame } from '#core/lib/is-same.ts'
import { readyRule } from './evaluate-rule.ts'
import type { RuleChange, RuleEvent, RuleRows, RuleText } from './rule.ts'
import { RuleState } from './rule-state.ts'
import { writeChange } from './rule-text.ts'

/** Counts the tasks and items among changes. */
export function countChanged(changes: DryRun['changes']): number {
  return new Set(changes.map(({ id }) => id)).size
}

/** The result of a dry run: what a rule would have done, and what would still change now. */
export type DryRun = {
  /** How often it would have fired. */
  readonly fired: number
  /** What it would change if applied now: for each task and item, the result of one event. */
  readonly changes: readonly {
    /** The task's or item's id. */
    readonly id: string
    readonly name: string
    /** Describes the change. */
    readonly text: string
    readonly change: RuleChange
  }[]
  /** Why it cannot run. */
  readonly problem: string | undefined
  /** Whether there were more events than were examined. */
  readonly isCut: boolean
}

export type RuleHistory = {
  /** Newest first. */
  readonly events: readonly RuleEvent[]
  readonly rows: RuleRows
  readonly is_cut: boolean
}

/**
 * Tries a rule on past events. Walks back from now and reverts each event after evaluating it, so that each is
 * evaluated on the rows of its time; the changes that would apply now are computed on the current rows.
 */
export function dryRun(rule: RuleText & { readonly id?: string }, { events, rows, is_cut }: RuleHistory): DryRun {
  const ready = readyRule(rule, rows)
  const [then, now] = [new RuleState(rows), new RuleState(rows)]
  const changes = new Map<string, readonly DryRun['changes'][number][]>()
  let [fired, problem]: [number, string | undefined] = [0, undefined]
  for (const event of events) {
    const outcome = ready.evaluate(event, then)
    const present = ready.evaluate(event, then, now)
    then.revert(event)
    if (outcome.kind === 'broken') problem ??= outcome.reason
    if (outcome.kind !== 'fires' || outcome.changes.length === 0) continue
    fired += 1
    if (present.kind !== 'fires' || !isStillSo(event, now)) continue
    const places = present.changes.flatMap((change) => {
      const place = placeOf(change, now)
      return place === undefined ? [] : [{ ...place, text: writeChange(change, rows), change }]
    })
    for (const [id, ofPlace] of Map.groupBy(places, (place) => place.id)) {
      // The newest event decides; earlier ones are superseded.
      if (!changes.has(id)) changes.set(id, ofPlace)
    }
  }
  return { fired, changes: [...changes.values()].flat(), problem, isCut: is_cut }
}

/** Tells whether an event's value is still current; a status or field changed again since is not. */
function isStillSo({ kind, task_id, item_id, new: becomes }: RuleEvent, state: RuleState): boolean {
  if (kind === 'task.status_changed') return state.findTask(task_id)?.statusId === becomes['status_id']
  if (kind !== 'field.changed') return true
  const { fields = {} } = (task_id === undefined ? state.findItem(item_id) : state.findTask(task_id)) ?? {}
  return isSame(fields[String(becomes['key'])] ?? null, becomes['value'] ?? null)
}

function placeOf(change: RuleChange, state: RuleState): { readonly id: string; readonly name: string } | undefined {
  if (change.do === 'set_field' && 'itemId' in change) {
    const item = state.findItem(change.itemId)
    return item === undefined ? undefined : { id: item.id, name: item.name }
  }
  if (!('taskId' in change) || change.do === 'notify' || change.do === 'comment') return undefined
  const task = state.findTask(change.taskId)
  const item = state.findItem(task?.itemId)
  const stage = state.catalogue.stages.find(({ id }) => id === task?.stageId)
  return task === undefined ? undefined : { id: task.id, name: `${item?.name ?? ''} · ${stage?.name ?? ''}` }
}
