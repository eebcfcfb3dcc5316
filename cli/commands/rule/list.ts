import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { openRules } from './rule-flags.ts'
import { ruleFields, toRuleRow } from './to-rule-row.ts'

export const verb = defineVerb({
  summary:
    'list the studio’s rules, how often each fired in 30 days, and why one stopped; for whoever manages its users',
  run: async (_: GlobalOptions, context) => {
    const { rules, rows } = await openRules(context)
    context.printList({
      rows: rules.map((rule) => toRuleRow(rule, rows)),
      fields: [...ruleFields],
      columns: ['name', 'when', 'if', 'actions', 'state', 'fired', 'stopped'],
    })
  },
})
