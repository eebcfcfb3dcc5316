import type { Rule } from '#core/rules/manage-rules.ts'
import type { RuleRows } from '#core/rules/rule.ts'
import { writeAction, writeTrigger } from '#core/rules/rule-text.ts'

export const ruleFields = [
  'id',
  'name',
  'when',
  'if',
  'actions',
  'project',
  'state',
  'stopped',
  'author',
  'fired',
  'last',
  'problem',
] as const

/** Converts a rule to the row of `rule list`, in the syntax that `--when`, `--if` and `--then` accept. */
export function toRuleRow({ trigger, condition, actions, projectId, isActive, ...rule }: Rule, rows: RuleRows) {
  return {
    id: rule.id,
    name: rule.name,
    when: writeTrigger(trigger, rows),
    if: condition,
    actions: actions.map((action) => writeAction(action, rows)),
    project: projectId ?? null,
    state: isActive ? 'on' : rule.stopped === '' ? 'off' : 'stopped',
    stopped: rule.stopped,
    author: rule.author,
    fired: rule.runs,
    last: rule.last?.ranAt ?? null,
    problem: rule.last?.problem ?? '',
  }
}
