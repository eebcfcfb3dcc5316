import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the studio’s stages in their order',
  examples: ['stage list --json=name'],
  run: async (_: GlobalOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const rows = studio.getStages().map(({ id, name, category, color }) => ({ id, name, category, color }))
    context.printList({ rows, fields: ['id', 'name', 'category', 'color'], columns: ['name', 'category'] })
  },
})
