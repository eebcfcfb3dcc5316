import type { Space } from '#core/domain/entities.ts'
import type { ProjectRow } from '#core/domain/rows.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { findRoute } from '#app/routes.ts'

/** The space an address is in, with its project; absent outside of spaces and for names nobody knows. */
export function findSpaceOfPath(
  path: string,
  studio: StudioReplica,
): { readonly project: ProjectRow; readonly space: Space } | undefined {
  const route = findRoute(path)
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
