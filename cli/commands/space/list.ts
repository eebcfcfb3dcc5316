import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toSpaceRow } from './to-space-row.ts'

export const verb = defineVerb({
  summary: 'list spaces',
  examples: ['space list --project the-salt-road'],
  run: async (options: GlobalOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const rows = listSpaces(studio, options).map((space) => toSpaceRow(studio, space))
    context.printList({
      rows,
      fields: ['id', 'path', 'name', 'slug', 'project', 'layout', 'active', 'stages'],
      columns: ['path', 'name', 'layout', 'stages'],
    })
  },
})
