import { listRuleRuns } from '#core/rules/manage-rules.ts'
import { usageError } from '#cli/cli-error.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { findRule, openRules } from './rule-flags.ts'

type Options = WantedOptions & { readonly rule?: string; readonly limit: number }

export const verb = defineVerb({
  arguments: '<rule>',
  summary: 'list the events a rule answered and the outcome of each, newest first; kept for 90 days',
  options: [flagOf('--limit <count>', 'list_rule_runs.p_limit'), rowsFlag],
  run: async ({ rule: which = '', limit, where }: Options, context) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > 200)
      throw usageError('--limit must be a whole number from 1 to 200.')
    const { id } = findRule(await openRules(context), which)
    const runs = await listRuleRuns(id, limit, { gateway: await context.loadGateway() })
    await printWanted({
      rows: runs.map((run) => ({ ...run, seq: Number(run.id) })),
      fields: ['seq', 'ranAt', 'about', 'changed', 'problem'],
      columns: ['seq', 'ranAt', 'about', 'changed', 'problem'],
      options: { where },
      context,
    })
  },
})
