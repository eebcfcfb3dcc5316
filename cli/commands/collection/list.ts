import { foldName } from '#core/lib/slug.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list collections and how many items each has',
  examples: ['collection list --space ep01'],
  run: async (options: GlobalOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
    const rows = spaces.flatMap((space) => {
      const row = studio.replica.find('spaces', space.spaceId)
      const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
      return space.getCollections().map((collection) => ({
        id: collection.id,
        path: `${project?.slug ?? ''}/${row?.slug ?? ''}/${foldName(collection.name)}`,
        name: collection.name,
        space: row?.name ?? null,
        project: project?.name ?? null,
        description: collection.description,
        items: space.getItems(collection.id).length,
      }))
    })
    context.printList({
      rows,
      fields: ['id', 'path', 'name', 'space', 'project', 'description', 'items'],
      columns: ['path', 'name', 'items'],
    })
  },
})
