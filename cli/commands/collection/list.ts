import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toCollectionRow } from './to-collection-row.ts'

export const verb = defineVerb({
  summary: 'list collections and how many items each has',
  examples: ['collection list --space ep01'],
  run: async (options: GlobalOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
    const rows = spaces.flatMap((space) =>
      space.getCollections().map((collection) => toCollectionRow(studio, space, collection)),
    )
    context.printList({
      rows,
      fields: ['id', 'path', 'name', 'space', 'project', 'episode', 'description', 'items'],
      columns: ['path', 'name', 'items'],
    })
  },
})
