import { compileCondition, dayOf } from './event-condition.ts'
import { isByGuest } from './is-by-guest.ts'
import { planChanges } from './plan-changes.ts'
import type { RuleChange, RuleEvent, RuleRows, RuleText, RuleTrigger } from './rule.ts'
import type { RuleState } from './rule-state.ts'

/** A rule's outcome for an event: nothing, the changes it makes, or why it cannot run. */
export type RuleOutcome =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'fires'; readonly changes: readonly RuleChange[] }
  | { readonly kind: 'broken'; readonly reason: string }

/** A rule prepared for many events. */
export type ReadyRule = {
  /** Evaluates an event on `then`, the rows right after it; changes are planned on `now`. */
  readonly evaluate: (event: RuleEvent, then: RuleState, now?: RuleState) => RuleOutcome
}

/** The kind of event that each trigger answers. */
export const eventKindOf: Readonly<Record<RuleTrigger['kind'], string>> = {
  status_changed: 'task.status_changed',
  all_of_group: 'task.status_changed',
  revision_posted: 'revision.posted',
  comment_posted: 'comment.posted',
  field_changed: 'field.changed',
  date_reached: 'task.date_reached',
}
const quiet: RuleOutcome = { kind: 'quiet' }

/**
 * Prepares a rule. The worker, the dry run and the preview all decide here what follows from an event. Reads only. A
 * rule that names something deleted is broken.
 */
export function readyRule(rule: RuleText & { readonly id?: string }, catalogue: RuleRows): ReadyRule {
  const problem = findProblem(rule, catalogue)
  const compiled = compileCondition(rule.condition, catalogue)
  return {
    evaluate(event, state, now = state) {
      if (event.kind !== eventKindOf[rule.trigger.kind] || !isMeant(rule, event, state)) return quiet
      if (problem !== undefined) return { kind: 'broken', reason: problem }
      if (compiled !== undefined) {
        if (!('evaluate' in compiled)) return { kind: 'broken', reason: `If: ${compiled.reason}` }
        const result = compiled.evaluate({ event, state }, dayOf(event))
        // A condition that cannot be calculated does not hold.
        if (!result.ok || result.value !== true) return quiet
      }
      return { kind: 'fires', changes: planChanges(rule.actions, event, now) }
    },
  }
}

/** Returns what is wrong with a rule: an invalid expression, or something deleted; undefined if nothing is. */
export function findRuleProblem(rule: RuleText, catalogue: RuleRows): string | undefined {
  const compiled = compileCondition(rule.condition, catalogue)
  return (
    findProblem(rule, catalogue) ??
    (compiled !== undefined && 'reason' in compiled ? `If: ${compiled.reason}` : undefined)
  )
}

function isMeant(
  { trigger, ...rule }: RuleText & { readonly id?: string },
  event: RuleEvent,
  state: RuleState,
): boolean {
  const { kind, status, stage, key, by } = trigger
  if (stage !== undefined && state.findTask(event.task_id)?.stageId !== stage) return false
  switch (kind) {
    case 'status_changed':
      return status === undefined || becomes(event, status, state)
    case 'field_changed':
      return key === undefined || event.new['key'] === key
    case 'comment_posted':
      return by !== 'guest' || isByGuest(event, state.catalogue)
    case 'date_reached':
      return event.thing_id === rule.id
    case 'all_of_group':
      return isGroupDone(trigger, event, state)
    case 'revision_posted':
      return true
  }
}

function becomes(event: RuleEvent, status: string, state: RuleState): boolean {
  const [was, is] = [event.old['status_id'], event.new['status_id']].map(String)
  if (status !== 'done') return is === status
  return state.findStatus(is ?? '')?.isDone === true && state.findStatus(was ?? '')?.isDone !== true
}

/** Tells whether the event finished the last task of a group, or the first one. */
function isGroupDone({ group, how, stage }: RuleTrigger, event: RuleEvent, state: RuleState): boolean {
  const item = state.findItem(event.item_id)
  const isOut = item === undefined || item.isOmitted || item.type === 'sequence' || item.type === 'episode'
  if (isOut || !becomes(event, 'done', state)) return false
  const items = group === 'collection' ? state.getGroup(item.collectionId) : [item]
  const tasks = items
    .flatMap(({ id }) => state.getTasks(id))
    .filter(({ stageId }) => stage === undefined || stageId === stage)
  const done = tasks.filter((task) => state.isDone(task)).length
  return how === 'any' ? done === 1 : tasks.length > 0 && done === tasks.length
}

const placesOfTask: readonly string[] = ['this', 'next', 'all']
const placesOfItem: readonly string[] = ['this', 'sequence', 'episode']

function findProblem({ trigger, actions }: RuleText, rows: RuleRows): string | undefined {
  const { status, stage, key } = trigger
  const has = (list: readonly { readonly id: string }[], id: string): boolean => list.some((one) => one.id === id)
  if (status !== undefined && status !== 'done' && !has(rows.statuses, status)) return 'the status it waits for is gone'
  if (stage !== undefined && !has(rows.stages, stage)) return 'the stage it waits for is gone'
  if (key !== undefined && !rows.fields.some((field) => field.key === key)) return `the field ${key} is gone`
  for (const action of actions) {
    if ('status' in action && !has(rows.statuses, action.status)) return 'the status it sets is gone'
    if (action.do === 'set_status' && !placesOfTask.includes(action.on) && !has(rows.stages, action.on))
      return 'the stage it sets is gone'
    if (action.do === 'set_field') {
      const field = rows.fields.find((known) => known.key === action.key)
      if (field === undefined) return `the field ${action.key} is gone`
      const isPlace = (field.of === 'task' ? placesOfTask : placesOfItem).includes(action.on)
      if (!isPlace && !(field.of === 'task' && has(rows.stages, action.on))) return 'the stage it sets is gone'
    }
    if (action.do === 'call' && !has(rows.webhooks, action.webhook)) return 'the webhook it calls is gone'
  }
  return undefined
}
