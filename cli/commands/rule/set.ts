import { saveRule } from '#core/rules/manage-rules.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { changeRule, findRule, openRules, ruleFlags, type RuleOptions } from './rule-flags.ts'
import { toRuleRow } from './to-rule-row.ts'

type Options = RuleOptions & { readonly rule?: string; readonly name?: string; readonly state?: string }

export const verb = defineVerb({
  arguments: '<rule>',
  summary: 'change a rule, by name or id, or turn it on and off; you become its author, and it acts with your rights',
  options: [
    flag('--name <name>', 'its name'),
    ...ruleFlags,
    flag('--state <state>', 'on, or off; one that stopped goes on from now'),
  ],
  run: async ({ rule: which = '', name, state, ...options }: Options, context) => {
    if (state !== undefined && state !== 'on' && state !== 'off') throw usageError('--state is on or off.')
    const open = await openRules(context)
    const rule = findRule(open, which)
    const isOff = state === 'off'
    // Turning off a broken rule does not require fixing it.
    const text = isOff
      ? { ...rule, ...(name !== undefined && { name }) }
      : changeRule({ ...rule, ...(name !== undefined && { name }) }, options, open.rows)
    const isActive = state === undefined ? rule.isActive : state === 'on'
    const { id, projectId } = rule
    const gateway = await context.loadGateway()
    const saved = await saveRule({ ...text, id, projectId, isActive, studioId: open.studioId }, { gateway })
    context.printRecord(toRuleRow(saved, open.rows))
  },
})
