import { findRuleProblem } from '#core/rules/evaluate-rule.ts'
import { asSentence } from '#core/lib/text.ts'
import type { Rule } from '#core/rules/manage-rules.ts'
import type { RuleRows, RuleText } from '#core/rules/rule.ts'
import { readActions, readTrigger, writeAction, writeTrigger } from '#core/rules/rule-text.ts'
import type { RuleDraft } from './rule-store.ts'

/** The rule of a draft, or the problems of its parts. */
export type ReadDraft =
  | { readonly ok: true; readonly rule: RuleText }
  | {
      readonly ok: false
      readonly problems: Readonly<Partial<Record<'name' | 'when' | 'condition' | 'actions', string>>>
    }

export function readRuleDraft(
  draft: Pick<RuleDraft, 'name' | 'when' | 'condition' | 'actions'>,
  rows: RuleRows,
): ReadDraft {
  const [trigger, actions] = [readTrigger(draft.when, rows), readActions(draft.actions.split('\n'), rows)]
  const name = draft.name.trim() === '' ? 'Give it a name.' : undefined
  const rule = {
    name: draft.name.trim(),
    trigger: trigger.ok ? trigger.value : ({ kind: 'status_changed' } as const),
    condition: draft.condition.trim(),
    actions: actions.ok ? actions.value : [],
  }
  const problem = findRuleProblem(rule, rows)
  if (name === undefined && trigger.ok && actions.ok && problem === undefined) return { ok: true, rule }
  return {
    ok: false,
    problems: {
      ...(name !== undefined && { name }),
      ...(!trigger.ok && { when: trigger.error.message }),
      ...(!actions.ok && { actions: actions.error.message }),
      ...(problem !== undefined && { condition: asSentence(problem.replace(/^If: /, '')) }),
    },
  }
}

/** Returns a rule as texts, for editing. */
export function toRuleDraft(rule: RuleText & Partial<Rule>, rows: RuleRows): Partial<RuleDraft> {
  const { id, name, condition, projectId, isActive = false } = rule
  return {
    ...(id !== undefined && { id }),
    name,
    when: writeTrigger(rule.trigger, rows),
    condition,
    actions: rule.actions.map((action) => writeAction(action, rows)).join('\n'),
    projectId,
    isActive,
  }
}
