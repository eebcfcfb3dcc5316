import { findNamed } from '#cli/select/find-named.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { asSentence } from '#core/lib/text.ts'
import { findRuleProblem } from '#core/rules/evaluate-rule.ts'
import { findConditionHint } from '#core/rules/event-condition.ts'
import { listRules, loadRuleHistory, type Rule } from '#core/rules/manage-rules.ts'
import type { RuleRows, RuleText } from '#core/rules/rule.ts'
import { actionForms, readActions, readTrigger, triggerForms } from '#core/rules/rule-text.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'

/** The flags that describe a rule, in the same syntax as the settings. */
export type RuleOptions = { readonly when?: string; readonly if?: string; readonly then?: readonly string[] }

export const ruleFlags = [
  flag('--when <trigger>', `when it fires: ${triggerForms.join('; ')}; field KEY changes; each may end: of STAGE`),
  flag('--if <expression>', 'only if this is true: next.assignee != null'),
  flag('--then <action>', `what it does: ${actionForms.join('; ')}; repeatable`, { as: 'list' }),
]

export type OpenRules = {
  readonly studioId: StudioId
  readonly rules: readonly Rule[]
  /** The names that rules can refer to. */
  readonly rows: RuleRows
}

/** Loads the selected studio's rules and the names they can refer to. */
export async function openRules(context: Context): Promise<OpenRules> {
  const { id } = await findStudio(context)
  const gateway = await context.loadGateway()
  const [rules, { rows }] = await Promise.all([
    listRules(id, { gateway }),
    loadRuleHistory({ studioId: id, days: 0 }, { gateway }),
  ])
  return { studioId: id, rules, rows }
}

/** Finds the rule by name or id. */
export function findRule({ rules }: Pick<OpenRules, 'rules'>, which: string): Rule {
  return findNamed(rules, which, { noun: 'rule' })
}

/** Returns a rule with the flags' changes; errors say what is allowed. */
export function changeRule(rule: Partial<RuleText>, options: RuleOptions, rows: RuleRows): RuleText {
  const trigger = options.when === undefined ? undefined : readTrigger(options.when, rows)
  if (trigger?.ok === false) throw usageError(`--when: ${trigger.error.message}`)
  const actions = options.then === undefined ? undefined : readActions(options.then, rows)
  if (actions?.ok === false) throw usageError(`--then: ${actions.error.message}`)
  const changed = {
    name: rule.name ?? '',
    trigger: trigger?.value ?? rule.trigger,
    condition: (options.if ?? rule.condition ?? '').trim(),
    actions: actions?.value ?? rule.actions,
  }
  if (changed.trigger === undefined) throw usageError('When does it fire?', 'See --when, or --template.')
  if (changed.actions === undefined) throw usageError('What does it do?', 'See --then, or --template.')
  const whole: RuleText = { ...changed, trigger: changed.trigger, actions: changed.actions }
  const problem = findRuleProblem(whole, rows)
  if (problem !== undefined) throw usageError(`The rule cannot run: ${asSentence(problem)}`)
  // Saved conditions keep working as they are; only a newly typed one is checked first.
  const hint = options.if === undefined ? undefined : findConditionHint(whole.condition, rows)
  if (hint !== undefined) throw usageError(`--if: ${asSentence(hint)}`)
  return whole
}
