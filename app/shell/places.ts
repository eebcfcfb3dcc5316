import { findRoute, type RouteName } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { placesStore } from '#app/stores/places-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'

/** A project or a space of the current studio, with its name as it is now. */
export type Place = { readonly path: string; readonly name: string }

/** How many places have a key. */
const PLACE_KEYS = 9

/** What 'G 1' to 'G 9' lead to from here: what is pinned, then what was last visited elsewhere. */
export function findKeyedPlaces(here: string): readonly Place[] {
  const { pinned, recent } = placesStore
  const unpinned = recent.filter((path) => path !== here && !pinned.includes(path))
  return [...pinned, ...unpinned].flatMap((path) => findPlace(path) ?? []).slice(0, PLACE_KEYS)
}

/** The space the person was in last, unless they are in it. */
export function findLastSpace(here: string): Place | undefined {
  const last = placesStore.recent.find((path) => isSpace(findRoute(path)?.name))
  return last === undefined || last === here ? undefined : findPlace(last)
}

/** Tells whether a route shows a space. */
export function isSpace(name: RouteName | undefined): boolean {
  return name === 'space' || name === 'spaces'
}

/** The place an address stands for; absent where it is of another studio or gone. */
export function findPlace(path: string): Place | undefined {
  const match = findRoute(path)
  const { studio } = clientStore.get()
  if (match === undefined || match.params['studioSlug'] !== findCurrentStudio(sessionStore)?.slug) return undefined
  const project = studio?.getProjects().find(({ slug }) => slug === match.params['projectSlug'])
  if (project === undefined || studio === undefined) return undefined
  if (match.name === 'project') return { path, name: project.name }
  if (!isSpace(match.name)) return undefined
  const spaces = studio.getSpaces(project.id)
  // Without a name it is the first one.
  const space = spaces.find(({ slug }) => slug === (match.params['spaceSlug'] ?? spaces[0]?.slug))
  return space && { path, name: `${space.name} · ${project.name}` }
}
