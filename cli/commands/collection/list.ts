import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toCollectionRow } from './to-collection-row.ts'

export const verb = defineVerb({
  summary: 'list collections and how many items each has',
  options: [rowsFlag],
  examples: ['collection list --space ep01'],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
    const rows = spaces.flatMap((space) =>
      space.getCollections().map((collection) => toCollectionRow(studio, space, collection)),
    )
    await printWanted({
      rows,
      fields: ['id', 'path', 'name', 'space', 'project', 'episode', 'description', 'items'],
      columns: ['path', 'name', 'items'],
      options,
      context,
    })
  },
})
