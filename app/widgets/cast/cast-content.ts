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

/** What casts are read from and written to; its spaces may still be loading. */
export type CastContent = Pick<ProjectContent, 'client' | 'studio' | 'casting' | 'spaces'>

/** An item that another one is made with; `used` is absent if the person cannot see it. */
export type CastMember = {
  readonly link: ItemLink
  readonly used: ProjectItem | undefined
  /** Whether it blocks the item; absent for references, which cannot, and where unknown. */
  readonly isBlocking: boolean | undefined
}

/** An item with its cast. */
export type CastRow = {
  readonly shot: ProjectItem
  readonly cast: readonly CastMember[]
  /** The stages that are not ready, and what each waits for; empty if all are ready. */
  readonly waiting: readonly Waiting[]
}

/** A stage that waits, with what blocks it and the stages needed of those items. */
export type Waiting = {
  readonly stage: StageRow
  readonly blockers: readonly Blocker[]
  readonly needs: readonly StageRow[]
}

/**
 * Returns items with their cast, sorted by kind (cast before instances and references) and name, and with what they
 * wait for.
 */
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

/** Finds the item's task in a stage, if it is not done. */
function findOpenTask({ studio }: CastContent, { item, replica }: ProjectItem, stageId: StageId): Task | undefined {
  const task = replica.findTask(item.id, stageId)
  const isOpen = task?.isDisabled === false && studio.replica.find('task_statuses', task.statusId)?.isDone !== true
  return isOpen ? task : undefined
}

/** A stage of other items that waits for a cast item: how many tasks, and the first due date. */
export type BlockedTask = {
  readonly stage: StageRow
  readonly needs: StageRow
  readonly count: number
  readonly firstDue: CalendarDate | undefined
}

/** Lists the open tasks that wait for a cast item. */
export function listBlockedTasks(content: CastContent, itemId: ItemId): readonly BlockedTask[] {
  const { studio, casting } = content
  const source = readinessSource(content)
  const users = [...new Set(casting.getUses(itemId).map(({ fromItemId }) => fromItemId))]
  const found = users.flatMap((id) => findItem(content, id) ?? [])
  const waits = new Map(studio.getNeeds().map((need) => [`${need.stageId} ${need.needsStageId}`, need]))
  return [...waits.values()].flatMap(({ stageId, needsStageId }): readonly BlockedTask[] => {
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

/** Lists the stages that wait for cast items. */
function listWaitingStages({ studio }: CastContent): readonly StageRow[] {
  const waiting = new Set<StageId>(studio.getNeeds().map(({ stageId }) => stageId))
  return studio.getStages().filter(({ id }) => waiting.has(id))
}

/** Lists what can be cast: assets first, then the project's other items, except the item itself. */
export function listCastable(content: CastContent, itemId: ItemId | undefined): readonly ProjectItem[] {
  const others = listItems(content).filter(({ item }) => item.id !== itemId)
  return [
    ...others.filter(({ item }) => isAsset(content, item)),
    ...others.filter(({ item }) => !isAsset(content, item)),
  ]
}

/**
 * Finds the items a name refers to: titles, slugs, or paths such as `lib/tree`, ignoring case; if any of them are
 * assets, only those.
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

/** Returns the path that refers to this item alone, whatever others are called. */
export function pathOf({ space, item }: Pick<ProjectItem, 'space' | 'item'>): string {
  return `${space.slug}/${item.slug}`
}

/** Returns the shortest text that refers to this member of the cast alone. */
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

/** Returns the display name of a member of a cast. */
export function nameOf({ used }: Pick<CastMember, 'used'>): string {
  return used?.item.title ?? 'Out of sight'
}
