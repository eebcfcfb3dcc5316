import { countChanged } from '#core/rules/dry-run.ts'
import { tryRule } from '#core/rules/manage-rules.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { findRule, openRules } from './rule-flags.ts'

type Options = { readonly rule?: string; readonly days: number }

export const verb = defineVerb({
  arguments: '<rule>',
  summary: 'show how often a rule would have fired, and what it would change now; changes nothing',
  options: [flagOf('--days <count>', 'get_rule_history.p_days')],
  run: async ({ rule: which = '', days }: Options, context) => {
    if (!Number.isInteger(days) || days < 1 || days > 90)
      throw usageError('--days must be a whole number from 1 to 90.')
    const open = await openRules(context)
    const rule = findRule(open, which)
    const gateway = await context.loadGateway()
    const { fired, changes, problem, isCut } = await tryRule({ studioId: open.studioId, rule, days }, { gateway })
    const rows = changes.map(({ id, name, text, change }) => ({ id, name, does: change.do, change: text }))
    context.print({ rows, fields: ['id', 'name', 'does', 'change'], columns: ['name', 'change'] })
    const count = countChanged(changes)
    const what = count === 1 ? '1 task or item' : `${count} tasks and items`
    context.say(
      `${rule.name} would have fired ${fired} ${fired === 1 ? 'time' : 'times'} in ${days} days; turned on now it would change ${what}.`,
    )
    if (isCut) context.say('Only the newest 5,000 events were checked.')
    if (problem !== undefined) context.say(`It cannot run: ${problem}.`)
    return problem === undefined ? exitCodes.done : exitCodes.failure
  },
})
