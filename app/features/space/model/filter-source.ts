import type { FilterSource } from '#core/timeline/filter-kinds.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { sortCollections } from '#core/items/grid-layout.ts'
import type { SpaceModel } from './space-model.ts'

/** Returns the choices and names of a space's filter; each list is read when a kind asks for it. */
export function readFilterSource({ space, ...model }: SpaceModel): FilterSource {
  return {
    projects: [],
    spaces: [],
    get stages() {
      return model.getStages()
    },
    get collections() {
      const named = space.getCollections().filter(({ isDefault }) => !isDefault)
      return sortCollections(named, spaceViewStore.sort).map(({ id, name }) => ({ id, name, spaceId: space.spaceId }))
    },
    get items() {
      return space.getCollections().flatMap(({ id }) => space.getItems(id))
    },
    get statuses() {
      return model.getStatuses()
    },
    get fields() {
      return [...model.getAllFields(), ...model.getTaskFields()]
    },
    get everyField() {
      return model.studio.getAllFields()
    },
    get kinds() {
      return model.studio.getKinds()
    },
    get waitedFor() {
      const needed = new Set(model.studio.getNeeds().map(({ needsStageId }) => needsStageId))
      return model.studio.getStages().filter(({ id }) => needed.has(id))
    },
    get unlisted() {
      const status = model.studio.getStatuses().map(({ id, name, shortCode }) => ({ id, name, short: shortCode }))
      return { status, waits: model.studio.getStages() }
    },
    findProblem: model.language.findProblem,
    findHint: model.language.findHint,
    get artists() {
      return [...model.getPeople().values()]
    },
  }
}
