import { findRoute } from '#app/routes.ts'
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
  const last = placesStore.recent.find((path) => findRoute(path)?.name === 'space')
  return last === undefined || last === here ? undefined : findPlace(last)
}

/** The place an address stands for; absent where it is of another studio or gone. */
export function findPlace(path: string): Place | undefined {
  const match = findRoute(path)
  const { studio } = clientStore.get()
  if (match === undefined || match.params['studioSlug'] !== findCurrentStudio(sessionStore)?.slug) return undefined
  const project = studio?.getProjects().find(({ slug }) => slug === match.params['projectSlug'])
  if (project === undefined || studio === undefined) return undefined
  if (match.name === 'project') return { path, name: project.name }
  if (match.name !== 'space') return undefined
  const space = studio.getSpaces(project.id).find(({ slug }) => slug === match.params['spaceSlug'])
  return space && { path, name: `${space.name} · ${project.name}` }
}
