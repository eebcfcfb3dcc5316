import { findRoute, type RouteName } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { placesStore } from '#app/stores/places-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'

/** A project or a space of the current studio, with its current name. */
export type Place = { readonly path: string; readonly name: string }

/** How many places have a key. */
const PLACE_KEYS = 9

/** Returns the targets of 'G 1' to 'G 9': pinned places, then those last visited elsewhere. */
export function findKeyedPlaces(here: string): readonly Place[] {
  const { pinned, recent } = placesStore
  const unpinned = recent.filter((path) => path !== here && !pinned.includes(path))
  return [...pinned, ...unpinned].flatMap((path) => findPlace(path) ?? []).slice(0, PLACE_KEYS)
}

/** Returns the person's last space, unless they are in it. */
export function findLastSpace(here: string): Place | undefined {
  const last = placesStore.recent.find((path) => isSpace(findRoute(path)?.name))
  return last === undefined || last === here ? undefined : findPlace(last)
}

/** Tells whether a route shows a space. */
export function isSpace(name: RouteName | undefined): boolean {
  return name === 'space' || name === 'spaces'
}

/** Returns the place at an address; undefined if it is in another studio or no longer exists. */
export function findPlace(path: string): Place | undefined {
  const match = findRoute(path)
  const { studio } = clientStore.get()
  if (match === undefined || match.params['studioSlug'] !== findCurrentStudio(sessionStore)?.slug) return undefined
  const project = studio?.getProjects().find(({ slug }) => slug === match.params['projectSlug'])
  if (project === undefined || studio === undefined) return undefined
  if (match.name === 'project') return { path, name: project.name }
  if (!isSpace(match.name)) return undefined
  const spaces = studio.getSpaces(project.id)
  // Without a slug it is the first space.
  const space = spaces.find(({ slug }) => slug === (match.params['spaceSlug'] ?? spaces[0]?.slug))
  return space && { path, name: `${space.name} · ${project.name}` }
}
