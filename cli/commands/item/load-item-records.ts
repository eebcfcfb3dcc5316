import { foldName } from '#core/lib/slug.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { makeListMatcher } from '#cli/select/name-pattern.ts'

export type ItemFilterOptions = Pick<GlobalOptions, 'project' | 'space'> & { readonly collection?: string }

export const itemFields = [
  'id',
  'path',
  'name',
  'slug',
  'description',
  'collection',
  'space',
  'project',
  'tasks',
  'type',
  'omitted',
  'frameIn',
  'frameOut',
  'handleIn',
  'handleOut',
  'frameRate',
] as const

export type ItemRecord = Awaited<ReturnType<typeof loadItemRecords>>[number]

/** Items with where they are and their place in the cut, in the grid's order. */
export async function loadItemRecords(options: ItemFilterOptions, context: Context) {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const isWanted = options.collection === undefined ? () => true : makeListMatcher(options.collection)
  const spaces = await openSpaces({ client, studio }, listSpaces(studio, options))
  return spaces.flatMap((space) => {
    const row = studio.replica.find('spaces', space.spaceId)
    const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
    return space
      .getCollections()
      .filter(isWanted)
      .flatMap((collection) =>
        space.getItems(collection.id).map((item) => ({
          id: item.id,
          path: `${project?.slug ?? ''}/${row?.slug ?? ''}/${foldName(collection.name)}/${item.slug}`,
          name: item.title,
          slug: item.slug,
          description: item.description,
          collection: collection.name,
          spaceId: space.spaceId,
          space: row?.name ?? null,
          project: project?.name ?? null,
          tasks: space.getTasks(item.id).length,
          type: item.itemType,
          omitted: item.isOmitted,
          frameIn: item.frameIn ?? null,
          frameOut: item.frameOut ?? null,
          handleIn: item.handleIn ?? null,
          handleOut: item.handleOut ?? null,
          frameRate: item.frameRate ?? null,
        })),
      )
  })
}

export type ItemShowOptions = ItemFilterOptions & { readonly item: string }

/** The one item that a name, slug, id or the end of a path means. */
export async function findItemRecord(options: ItemShowOptions, context: Context): Promise<ItemRecord> {
  const records = await loadItemRecords(options, context)
  const wanted = options.item.toLowerCase()
  const isAtPath = ({ path }: ItemRecord): boolean => `/${path}`.toLowerCase().endsWith(`/${wanted}`)
  const atPath = wanted.includes('/') ? records.filter(isAtPath) : []
  const [only, second] = atPath
  return only !== undefined && second === undefined
    ? only
    : pickOne(atPath.length > 0 ? atPath : records, options.item, { one: 'item', many: 'items' })
}
