import { findRoute, links, type RouteMatch } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'

// The key's name comes from the specification.
const KEY = 'previousLocation'

/** What the timeline receives about where the person came from. */
export type TimelineState = {
  readonly previousLocation: string
  readonly contextType: 'studio' | 'project' | 'space'
  readonly projectId: string | undefined
  readonly spaceId: string | undefined
  readonly projectSlug: string | undefined
  readonly spaceSlug: string | undefined
}

/** Remembers where the person leaves for the timeline, and returns it as state for the timeline. */
export function leaveForTimeline(path: string, search: string): TimelineState {
  const previousLocation = path + search
  try {
    sessionStorage.setItem(KEY, previousLocation)
  } catch {
    // Return then leads home.
  }
  const match = findRoute(path)
  const { projectSlug, spaceSlug } = match?.params ?? {}
  const { studio } = clientStore.get()
  const project = studio?.getProjects().find(({ slug }) => slug === projectSlug)
  const space = project && studio?.getSpaces(project.id).find(({ slug }) => slug === spaceSlug)
  return {
    previousLocation,
    contextType: contextOf(match),
    projectId: project?.id,
    spaceId: space?.id,
    projectSlug,
    spaceSlug,
  }
}

/** Returns where Return leads. */
export function findPreviousLocation(): string {
  try {
    return sessionStorage.getItem(KEY) ?? links.home()
  } catch {
    return links.home()
  }
}

function contextOf(match: RouteMatch | undefined): TimelineState['contextType'] {
  if (match?.params['spaceSlug'] !== undefined) return 'space'
  return match?.params['projectSlug'] === undefined ? 'studio' : 'project'
}
