import type { Space } from '#core/schema/spaces.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findRoute } from '#app/routes.ts'

/** Pages that show more than one space. */
const manySpaces: readonly string[] = ['timeline', 'casting', 'assets', 'tasks']

/** Returns whether a page shows items of several spaces, so that its address names the open item's. */
export function showsManySpaces(path: string): boolean {
  return manySpaces.includes(findRoute(path)?.name ?? '')
}

/** Returns the space of an address with its project; undefined outside spaces and for unknown names. */
export function findSpaceOfPath(
  path: string,
  studio: StudioReplica,
  search = '',
): { readonly project: ProjectRow; readonly space: Space } | undefined {
  const route = findRoute(path)
  if (route !== undefined && manySpaces.includes(route.name)) return findSpaceOfSearch(studio, search)
  const projectSlug = route?.params['projectSlug']
  if (route === undefined || projectSlug === undefined) return undefined
  const project = studio.getProjects().find(({ slug, id }) => slug === projectSlug || id === projectSlug)
  if (project === undefined) return undefined
  const spaces = studio.getSpaces(project.id)
  const slug = route.params['spaceSlug']
  const found = {
    space: () => spaces.find((space) => space.slug === slug || space.id === slug),
    spaces: () => spaces[0],
    illustration: () => spaces.find(({ layout }) => layout === 'illustration'),
  } as const
  const space = route.name in found ? found[route.name as keyof typeof found]() : undefined
  return space === undefined ? undefined : { project, space }
}

/** Returns the space named by the query, on pages over several spaces. */
function findSpaceOfSearch(studio: StudioReplica, search: string): ReturnType<typeof findSpaceOfPath> {
  const space = studio.replica.find('spaces', new URLSearchParams(search).get('space') ?? '')
  const project = space && studio.replica.find('projects', space.projectId)
  return project === undefined || space === undefined ? undefined : { project, space }
}
