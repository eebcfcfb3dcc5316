import type { ItemLink } from '#core/schema/item-links.ts'
import { isReady, listBlockers, type Blocker, type ReadinessSource } from '#core/casting/readiness.ts'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import type { StageRow } from '#core/schema/stages.ts'
import {
  findItem,
  isAsset,
  listItems,
  readinessSource,
  type ProjectItem,
} from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'

/** A thing of a shot's cast; `used` is absent where it is out of sight. */
export type CastMember = {
  readonly link: ItemLink
  readonly used: ProjectItem | undefined
  readonly isBlocking: boolean
}

/** A shot with what it is made with. */
export type CastRow = {
  readonly shot: ProjectItem
  readonly cast: readonly CastMember[]
  /** What each stage that waits for something waits for; ready where nothing. */
  readonly waiting: readonly { readonly stage: StageRow; readonly blockers: readonly Blocker[] }[]
}

/** A collection of shots. */
export type Sequence = { readonly key: string; readonly name: string; readonly shots: readonly ProjectItem[] }

/** The sequences of a project: its collections with shots, in the order of its spaces. */
export function listSequences(content: ProjectContent): readonly Sequence[] {
  const byCollection = Map.groupBy(
    listItems(content).filter(({ item }) => !isAsset(content, item)),
    ({ collection }) => collection.id,
  )
  const isOneSpace = new Set([...byCollection.values()].map(([first]) => first?.space.id)).size < 2
  return [...byCollection].flatMap(([key, shots]): Sequence[] => {
    const [first] = shots
    if (first === undefined) return []
    const { collection, space } = first
    const own = collection.isDefault ? space.name : collection.name
    return [{ key, name: isOneSpace || collection.isDefault ? own : `${space.name} · ${own}`, shots }]
  })
}

/** Shots with their cast in the order of its names, and whether they can be begun. */
export function readCastRows(content: ProjectContent, shots: readonly ProjectItem[]): readonly CastRow[] {
  const source = readinessSource(content)
  const waitingStages = listWaitingStages(content)
  return shots.map((shot) => {
    const waiting = waitingStages
      .filter((stage) => isToDo(shot, stage.id, source) && isReady(shot.item.id, stage.id, source) !== undefined)
      .map((stage) => ({ stage, blockers: listBlockers(shot.item.id, stage.id, source) }))
    const blocking = new Set(waiting.flatMap(({ blockers }) => blockers.map(({ itemId }) => itemId)))
    const cast = content.casting.getCast(shot.item.id).map((link) => ({
      link,
      used: findItem(content, link.toItemId),
      isBlocking: blocking.has(link.toItemId),
    }))
    return { shot, cast: cast.toSorted(compareMembers), waiting }
  })
}

/** Whether a shot's own work in a stage is still to be done. */
function isToDo({ item }: ProjectItem, stageId: StageId, source: ReadinessSource): boolean {
  const statusId = source.findStatus(item.id, stageId)
  return statusId !== undefined && !source.isDone(statusId)
}

/** The stages that wait for something of what is cast. */
function listWaitingStages({ studio }: Pick<ProjectContent, 'studio'>): readonly StageRow[] {
  const waiting = new Set<StageId>(studio.getNeeds().map(({ stageId }) => stageId))
  return studio.getStages().filter(({ id }) => waiting.has(id))
}

/** What can be cast: assets first, then whatever else the project has but the shot itself. */
export function listCastable(content: ProjectContent, shot: ItemId | undefined): readonly ProjectItem[] {
  const others = listItems(content).filter(({ item }) => item.id !== shot)
  return [
    ...others.filter(({ item }) => isAsset(content, item)),
    ...others.filter(({ item }) => !isAsset(content, item)),
  ]
}

/** The things that names mean: titles or slugs, whatever their case; one asset of several things is meant before others. */
export function findByName(content: ProjectContent, name: string): readonly ProjectItem[] {
  const wanted = name.trim().toLowerCase()
  const found = listItems(content).filter(
    ({ item }) => item.title.toLowerCase() === wanted || item.slug.toLowerCase() === wanted,
  )
  const assets = found.filter(({ item }) => isAsset(content, item))
  return assets.length > 0 ? assets : found
}

function compareMembers(one: CastMember, other: CastMember): number {
  const [first, second] = [nameOf(one), nameOf(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** What a thing of a cast is called. */
export function nameOf({ used }: CastMember): string {
  return used?.item.title ?? 'Out of sight'
}
