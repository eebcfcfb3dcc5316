import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { listRules, loadRuleHistory, type Rule } from './manage-rules.ts'
import type { RuleRows } from './rule.ts'

/** A studio's rules by name, for those who manage its users. */
export const rulesQuery = defineQuery<{ readonly studioId: StudioId }, Rule>({
  name: 'rules',
  fields: {
    id: true,
    name: true,
    trigger: true,
    condition: true,
    actions: true,
    projectId: true,
    isActive: true,
    stopped: true,
    author: true,
    runs: true,
    last: true,
  },
  fetch: async (gateway, { studioId }) => ({ items: await listRules(studioId, { gateway }), next: undefined }),
})

/** What a studio's rules can name, as one row. */
export const ruleNamesQuery = defineQuery<{ readonly studioId: StudioId }, RuleRows & { readonly id: string }>({
  name: 'rule-names',
  fields: {
    id: true,
    statuses: true,
    stages: true,
    kinds: true,
    fields: true,
    people: true,
    webhooks: true,
    items: true,
    tasks: true,
  },
  fetch: async (gateway, { studioId }) => {
    const { rows } = await loadRuleHistory({ studioId, days: 0 }, { gateway })
    return { items: [{ id: 'names', ...rows }], next: undefined }
  },
})
