import { newId } from '#core/lib/ids.ts'
import { saveRule } from '#core/rules/manage-rules.ts'
import type { RuleRows, RuleText } from '#core/rules/rule.ts'
import { ruleTemplates } from '#core/rules/templates.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { changeRule, openRules, ruleFlags, type RuleOptions } from './rule-flags.ts'
import { toRuleRow } from './to-rule-row.ts'

type Options = RuleOptions & IfMissing & { readonly name?: string; readonly template?: string; readonly on?: boolean }

const templates = ruleTemplates.map(({ id }) => id).join(', ')

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a rule: what the studio does automatically when something happens; off until --on',
  options: [
    ...ruleFlags,
    flag('--template <template>', `begin with one of: ${templates}`),
    flag('--on', 'turn it on at once; try it before with: rule dry-run'),
    ifMissingFlag,
  ],
  examples: [
    'rule create "Next stage" --template start-next-stage',
    `rule create "Ready" --when 'status becomes done of Layout' --if 'next.status == "TO DO"' --then 'notify next "Ready for you"'`,
  ],
  run: async ({ name = '', template, on = false, ...options }: Options, context) => {
    const { studioId, rules, rows } = await openRules(context)
    const present = findExisting(rules, name, options)
    if (present !== undefined) {
      context.printRecord(toRuleRow(present, rows))
      return context.say('No change needed.')
    }
    const rule = changeRule({ ...readTemplate(template, rows), name }, options, rows)
    const gateway = await context.loadGateway()
    const made = await saveRule({ ...rule, id: newId(), studioId, projectId: undefined, isActive: on }, { gateway })
    context.printRecord(toRuleRow(made, rows))
    if (!on)
      context.say(`It is off. Try it: studio-cli rule dry-run "${name}"; turn it on: rule set "${name}" --state on`)
  },
})

function readTemplate(id: string | undefined, rows: RuleRows): Partial<RuleText> {
  if (id === undefined) return {}
  const template = ruleTemplates.find((each) => each.id === id)
  if (template === undefined) throw usageError(`There is no template "${id}".`, `Use ${templates}.`)
  const made = template.make(rows)
  if ('lacks' in made) throw usageError(`For this the studio needs ${made.lacks}.`)
  return made
}
