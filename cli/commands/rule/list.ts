import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { openRules } from './rule-flags.ts'
import { ruleFields, toRuleRow } from './to-rule-row.ts'

export const verb = defineVerb({
  summary:
    'list the studio’s rules, how often each fired in 30 days, and why one stopped; for whoever manages its users',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const { rules, rows } = await openRules(context)
    await printWanted({
      rows: rules.map((rule) => toRuleRow(rule, rows)),
      fields: [...ruleFields],
      columns: ['name', 'when', 'if', 'actions', 'state', 'fired', 'stopped'],
      options,
      context,
    })
  },
})
