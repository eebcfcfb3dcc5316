import { deleteRule } from '#core/rules/manage-rules.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findRule, openRules } from './rule-flags.ts'

export const verb = defineVerb({
  arguments: '<rule>',
  summary: 'delete a rule, by name or id; what it did stays; cannot be undone',
  run: async ({ rule: which = '' }: { readonly rule?: string }, context) => {
    const { id, name } = findRule(await openRules(context), which)
    await context.confirm(`This deletes the rule ${name}. Continue?`)
    await deleteRule(id, { gateway: await context.loadGateway() })
    context.printRecord({ id, name, result: 'deleted' })
  },
})
