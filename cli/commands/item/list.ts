import { toSlug } from '#core/domain/slug.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { makeListMatcher } from '#cli/select/name-pattern.ts'

export type ItemListOptions = Pick<GlobalOptions, 'project' | 'space'> & { readonly collection?: string }

export async function runItemList(options: ItemListOptions, context: Context): Promise<ExitCode> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const isWanted = options.collection === undefined ? () => true : makeListMatcher(options.collection)
  const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
  const rows = spaces.flatMap((space) => {
    const row = studio.replica.find('spaces', space.spaceId)
    const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
    return space
      .getCollections()
      .filter(isWanted)
      .flatMap((collection) =>
        space.getItems(collection.id).map((item) => ({
          id: item.id,
          path: `${project?.slug ?? ''}/${row?.slug ?? ''}/${toSlug(collection.name)}/${item.slug}`,
          name: item.title,
          slug: item.slug,
          description: item.description,
          collection: collection.name,
          space: row?.name ?? null,
          project: project?.name ?? null,
          tasks: space.getTasks(item.id).length,
        })),
      )
  })
  context.print({
    rows,
    fields: ['id', 'path', 'name', 'slug', 'description', 'collection', 'space', 'project', 'tasks'],
    columns: ['path', 'name', 'description', 'tasks'],
  })
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}
