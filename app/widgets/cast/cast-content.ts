import { isReady, listBlockers, type Blocker } from '#core/casting/readiness.ts'
import { linkKinds, type ItemLink } from '#core/schema/item-links.ts'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { StageRow } from '#core/schema/stages.ts'
import { compareDueDates } from '#core/tasks/due-label.ts'
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
  /** Whether it holds the item up; absent for a reference, which cannot, and where it is not known. */
  readonly isBlocking: boolean | undefined
}

/** An item with what it is made with. */
export type CastRow = {
  readonly shot: ProjectItem
  readonly cast: readonly CastMember[]
  /** What each stage that waits for something waits for; ready where nothing. */
  readonly waiting: readonly Waiting[]
}

/** A stage that waits: for what, and for which of its stages. */
export type Waiting = {
  readonly stage: StageRow
  readonly blockers: readonly Blocker[]
  readonly needs: readonly StageRow[]
}

/** Items with their cast: what is cast before instances and references, by name; and whether they can be begun. */
export function readCastRows(content: CastContent, shots: readonly ProjectItem[]): readonly CastRow[] {
  const { casting } = content
  const source = readinessSource(content)
  const all = content.studio.getStages()
  const stages = listWaitingStages(content)
  return shots.map((shot) => {
    const waiting = stages
      .filter(
        (stage) =>
          findOpenTask(content, shot, stage.id) !== undefined && isReady(shot.item.id, stage.id, source) !== undefined,
      )
      .map((stage) => {
        const blockers = listBlockers(shot.item.id, stage.id, source)
        const needed = new Set(blockers.map(({ stageId }) => stageId))
        return { stage, blockers, needs: all.filter(({ id }) => needed.has(id)) }
      })
    const blocking = new Set(waiting.flatMap(({ blockers }) => blockers.map(({ itemId }) => itemId)))
    const cast = casting.getCast(shot.item.id).map((link) => {
      const used = findItem(content, link.toItemId)
      const isKnown = used !== undefined && link.kind !== 'reference'
      return { link, used, isBlocking: isKnown ? blocking.has(link.toItemId) : undefined }
    })
    return { shot, cast: cast.toSorted(compareMembers), waiting }
  })
}

/** The task of an item in a stage, while it is still to be done. */
function findOpenTask({ studio }: CastContent, { item, replica }: ProjectItem, stageId: StageId): Task | undefined {
  const task = replica.findTask(item.id, stageId)
  const isOpen = task?.isDisabled === false && studio.replica.find('task_statuses', task.statusId)?.isDone !== true
  return isOpen ? task : undefined
}

/** What waits for a stage of a thing: how many tasks of another stage, and when the first of them is due. */
export type HeldUp = {
  readonly stage: StageRow
  readonly needs: StageRow
  readonly count: number
  readonly firstDue: CalendarDate | undefined
}

/** What a thing of the cast holds up of what is still to be done. */
export function listHeldUp(content: CastContent, itemId: ItemId): readonly HeldUp[] {
  const { studio, casting } = content
  const source = readinessSource(content)
  const users = [...new Set(casting.getUses(itemId).map(({ fromItemId }) => fromItemId))]
  const found = users.flatMap((id) => findItem(content, id) ?? [])
  const waits = new Map(studio.getNeeds().map((need) => [`${need.stageId} ${need.needsStageId}`, need]))
  return [...waits.values()].flatMap(({ stageId, needsStageId }): readonly HeldUp[] => {
    const [stage, needs] = [studio.replica.find('stages', stageId), studio.replica.find('stages', needsStageId)]
    const tasks = found.flatMap((user) => {
      const blockers = listBlockers(user.item.id, stageId, source)
      const isHeld = blockers.some((each) => each.itemId === itemId && each.stageId === needsStageId)
      return isHeld ? (findOpenTask(content, user, stageId) ?? []) : []
    })
    if (stage === undefined || needs === undefined || tasks.length === 0) return []
    const [firstDue] = tasks.map(({ dueDate }) => dueDate).toSorted(compareDueDates)
    return [{ stage, needs, count: tasks.length, firstDue }]
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

/**
 * The things that a name means: titles, slugs, or paths such as `lib/tree`, whatever their case; one asset of several things is
 * meant before others.
 */
export function findByName(content: CastContent, name: string): readonly ProjectItem[] {
  const wanted = name.trim().toLowerCase()
  const found = listItems(content).filter(
    (place) =>
      place.item.title.toLowerCase() === wanted ||
      place.item.slug.toLowerCase() === wanted ||
      (wanted.includes('/') && pathOf(place).toLowerCase() === wanted),
  )
  const assets = found.filter(({ item }) => isAsset(content, item))
  return assets.length > 0 ? assets : found
}

/** What means one thing, whatever others are called. */
export function pathOf({ space, item }: Pick<ProjectItem, 'space' | 'item'>): string {
  return `${space.slug}/${item.slug}`
}

/** The shortest text that means a thing of the cast. */
export function wordOf(content: CastContent, member: CastMember): string {
  const { used } = member
  if (used === undefined) return nameOf(member)
  return findByName(content, used.item.title).length > 1 ? pathOf(used) : used.item.title
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
