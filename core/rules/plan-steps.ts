import { readyRule } from './evaluate-rule.ts'
import type { RuleChange, RuleEvent, RuleRows, RuleText } from './rule.ts'
import { RuleState } from './rule-state.ts'

/** What a rule does because of an event; a problem stops it instead. */
export type RuleStep = {
  readonly ruleId: string
  readonly seq: number
  readonly changes: readonly RuleChange[]
  readonly problem?: string
}

/** A rule, with those of the events' projects that its author may open. */
export type WorkingRule = RuleText & {
  readonly id: string
  readonly active_from: number
  readonly projects: readonly string[]
}

/**
 * Plans what a studio's rules do for its next events, in order. Each event is evaluated on the rows right after it, and
 * changes apply to the current rows. Further consequences of a change are events of their own, in a later turn.
 */
export function planSteps(
  rules: readonly WorkingRule[],
  events: readonly RuleEvent[],
  rows: RuleRows,
): readonly RuleStep[] {
  const [then, now] = [new RuleState(rows), new RuleState(rows)]
  const ready = rules.map((rule) => ({ rule, ready: readyRule(rule, rows) }))
  // The rows are those after the last event; this goes back to before the first.
  for (const event of events.toReversed()) then.revert(event)
  const steps: RuleStep[] = []
  const broken = new Set<string>()
  for (const event of events) {
    then.replay(event)
    for (const { rule, ready: one } of ready) {
      const isAsked = event.seq > rule.active_from && !broken.has(rule.id)
      if (!isAsked || event.project_id === undefined || !rule.projects.includes(event.project_id)) continue
      const outcome = one.evaluate(event, then, now)
      if (outcome.kind === 'broken') {
        broken.add(rule.id)
        steps.push({ ruleId: rule.id, seq: event.seq, changes: [], problem: outcome.reason })
      } else if (outcome.kind === 'fires' && outcome.changes.length > 0) {
        steps.push({ ruleId: rule.id, seq: event.seq, changes: outcome.changes })
        for (const change of outcome.changes) now.apply(change)
      }
    }
  }
  return steps
}
