import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toSpaceRow } from './to-space-row.ts'

export const verb = defineVerb({
  summary: 'list spaces',
  options: [rowsFlag],
  examples: ['space list --project the-salt-road'],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const rows = listSpaces(studio, options).map((space) => toSpaceRow(studio, space))
    await printWanted({
      rows,
      fields: ['id', 'path', 'name', 'slug', 'project', 'layout', 'active', 'stages'],
      columns: ['path', 'name', 'layout', 'stages'],
      options,
      context,
    })
  },
})
