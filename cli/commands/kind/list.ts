import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'

export const verb = defineVerb({
  summary: 'list the studio’s kinds of items, with the stages new ones begin with',
  examples: ['kind list --json=key,stages'],
  run: async (_: GlobalOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const stages = new Map(studio.getStages().map(({ id, name }) => [id, name]))
    const spaces = [...studio.replica.getRows('spaces').values()]
    const rows = studio.getKinds().map(({ id, key, name, itemType, icon, stageIds }) => ({
      id,
      key,
      name,
      type: itemType,
      icon,
      stages: stageIds.flatMap((stageId) => stages.get(stageId) ?? []),
      spaces: spaces.flatMap((space) => (space.kindIds.includes(id) ? [space.name] : [])),
    }))
    const fields = ['id', 'key', 'name', 'type', 'icon', 'stages', 'spaces'] as const
    context.printList({ rows, fields, columns: ['key', 'name', 'type', 'stages', 'spaces'] })
  },
})
