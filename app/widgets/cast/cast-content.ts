import { isReady, listBlockers, type Blocker } from '#core/casting/readiness.ts'
import { linkKinds, type ItemLink } from '#core/schema/item-links.ts'
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

/** What casts are read from and written to; its spaces may still be coming. */
export type CastContent = Pick<ProjectContent, 'client' | 'studio' | 'casting' | 'spaces'>

/** A thing an item is made with; `used` is absent where it is out of sight. */
export type CastMember = {
  readonly link: ItemLink
  readonly used: ProjectItem | undefined
  /** Whether it holds the item up; absent where it cannot: a reference. */
  readonly isBlocking: boolean | undefined
}

/** An item with what it is made with. */
export type CastRow = {
  readonly shot: ProjectItem
  readonly cast: readonly CastMember[]
  /** What each stage that waits for something waits for; ready where nothing. */
  readonly waiting: readonly { readonly stage: StageRow; readonly blockers: readonly Blocker[] }[]
}

/** Items with their cast: what is cast before instances and references, by name; and whether they can be begun. */
export function readCastRows(content: CastContent, shots: readonly ProjectItem[]): readonly CastRow[] {
  const { studio, casting } = content
  const source = readinessSource(content)
  const stages = listWaitingStages(content)
  const statuses = studio.replica.getRows('task_statuses')
  return shots.map((shot) => {
    const isToDo = ({ id }: StageRow): boolean => {
      const task = shot.replica.findTask(shot.item.id, id)
      return task !== undefined && !task.isDisabled && statuses.get(task.statusId)?.isDone !== true
    }
    const waiting = stages
      .filter((stage) => isToDo(stage) && isReady(shot.item.id, stage.id, source) !== undefined)
      .map((stage) => ({ stage, blockers: listBlockers(shot.item.id, stage.id, source) }))
    const blocking = new Set(waiting.flatMap(({ blockers }) => blockers.map(({ itemId }) => itemId)))
    const cast = casting.getCast(shot.item.id).map((link) => ({
      link,
      used: findItem(content, link.toItemId),
      isBlocking: link.kind === 'reference' ? undefined : blocking.has(link.toItemId),
    }))
    return { shot, cast: cast.toSorted(compareMembers), waiting }
  })
}

/** The stages that wait for something of what is cast. */
function listWaitingStages({ studio }: CastContent): readonly StageRow[] {
  const waiting = new Set<StageId>(studio.getNeeds().map(({ stageId }) => stageId))
  return studio.getStages().filter(({ id }) => waiting.has(id))
}

/** What can be cast: assets first, then whatever else the project has but the item itself. */
export function listCastable(content: CastContent, itemId: ItemId | undefined): readonly ProjectItem[] {
  const others = listItems(content).filter(({ item }) => item.id !== itemId)
  return [
    ...others.filter(({ item }) => isAsset(content, item)),
    ...others.filter(({ item }) => !isAsset(content, item)),
  ]
}

/** The things that names mean: titles or slugs, whatever their case; one asset of several things is meant before others. */
export function findByName(content: CastContent, name: string): readonly ProjectItem[] {
  const wanted = name.trim().toLowerCase()
  const found = listItems(content).filter(
    ({ item }) => item.title.toLowerCase() === wanted || item.slug.toLowerCase() === wanted,
  )
  const assets = found.filter(({ item }) => isAsset(content, item))
  return assets.length > 0 ? assets : found
}

function compareMembers(one: CastMember, other: CastMember): number {
  const byKind = linkKinds.indexOf(one.link.kind) - linkKinds.indexOf(other.link.kind)
  const [first, second] = [nameOf(one), nameOf(other)]
  return byKind !== 0 ? byKind : first < second ? -1 : first > second ? 1 : 0
}

/** What a thing of a cast is called. */
export function nameOf({ used }: Pick<CastMember, 'used'>): string {
  return used?.item.title ?? 'Out of sight'
}
