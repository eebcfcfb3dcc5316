import { makeListeners } from '#core/lib/listeners.ts'
import type { CastingReplica } from './casting-replica.ts'
import { isReady, listBlockers, type Blocker, type ReadinessSource } from './readiness.ts'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The source of a space's readiness: its items' casts, and the spaces that hold the cast items. */
export type ReadinessContent = { readonly casting: CastingReplica; readonly spaces: readonly SpaceReplica[] }

/** Whether the tasks of a space can be started, and what they wait for; unknown until the casts are loaded. */
export type SpaceReadiness = {
  /** Lists what an open task waits for; empty for nothing. */
  readonly listBlockers: (task: Task) => readonly Blocker[]
  /** Describes the same in words: `Waits for Rigging of Ana, Tree`; undefined if it waits for nothing. */
  readonly describe: (task: Task) => string | undefined
  /** Returns filter values: `nothing`, or `anything` and the stages waited for; undefined until known. */
  readonly listWaits: (task: Task) => readonly string[] | undefined
  /** Finds a cast item that is in none of the open spaces. */
  readonly findMissing: () => ItemId | undefined
  readonly setContent: (content: ReadinessContent | undefined) => void
  /** Grows with what it is calculated from: links, and items and tasks of the spaces that hold cast items. */
  readonly getVersion: () => number
  readonly subscribe: (listener: () => void) => () => void
}

type Place = { readonly studio: StudioReplica; readonly space: SpaceReplica }
type Found = { readonly space: SpaceReplica; readonly item: ItemRow }

const none: readonly Blocker[] = []

export function makeSpaceReadiness({ studio, space }: Place): SpaceReadiness {
  const listeners = makeListeners()
  let content: ReadinessContent | undefined
  let version = 0
  let stops: readonly (() => void)[] = []
  let known: { readonly seen: readonly unknown[]; readonly source: ReadinessSource } | undefined
  let kept = new WeakMap<Task, readonly Blocker[]>()

  const change = (): void => {
    version += 1
    kept = new WeakMap()
    listeners.tell()
  }
  const find = (itemId: ItemId): Found | undefined => findIn(content?.spaces ?? [], itemId)
  const getSource = (): ReadinessSource | undefined => {
    if (content === undefined) return undefined
    const seen = [content, studio.getNeeds(), studio.replica.getRows('task_statuses')]
    if (known?.seen.every((each, at) => each === seen[at]) === true) return known.source
    kept = new WeakMap()
    known = { seen, source: makeSource(studio, content, find) }
    return known.source
  }
  const blockersOf = (task: Task): readonly Blocker[] => {
    const source = getSource()
    if (source === undefined || task.isDisabled || source.isDone(task.statusId)) return none
    const found = kept.get(task) ?? listBlockers(task.itemId, task.stageId, source)
    kept.set(task, found)
    return found
  }
  return {
    listBlockers: blockersOf,
    describe: (task) => describeBlockers(blockersOf(task), studio, (itemId) => find(itemId)?.item.title),
    listWaits: (task) => {
      const source = getSource()
      if (source === undefined) return undefined
      const blockers = blockersOf(task)
      if (blockers.length > 0) return ['anything', ...new Set(blockers.map(({ stageId }) => stageId))]
      const canBegin = !task.isDisabled && !source.isDone(task.statusId)
      return canBegin && isReady(task.itemId, task.stageId, source) === true ? ['nothing'] : []
    },
    findMissing: () =>
      listCast(content?.casting, space).find(
        ({ toItemId, kind }) => kind !== 'reference' && find(toItemId) === undefined,
      )?.toItemId,
    setContent: (next) => {
      stops.forEach((stop) => stop())
      content = next
      stops = next === undefined ? [] : listen(next, space, change)
      change()
    },
    getVersion: () => version,
    subscribe: listeners.subscribe,
  }
}

function findIn(spaces: readonly SpaceReplica[], itemId: ItemId): Found | undefined {
  for (const space of spaces) {
    const item = space.replica.find('items', itemId)
    if (item !== undefined) return { space, item }
  }
  return undefined
}

/** Lists the casts of a space's items. */
function listCast(casting: CastingReplica | undefined, { replica }: SpaceReplica): readonly ItemLink[] {
  return [...replica.getRows('items').values()].flatMap(({ id }) => casting?.getCast(id) ?? [])
}

/** Subscribes to links, and to items and tasks of the spaces that hold cast items. */
function listen({ casting, spaces }: ReadinessContent, own: SpaceReplica, change: () => void) {
  const cast = new Set(listCast(casting, own).map(({ toItemId }) => toItemId))
  const holding = spaces.filter(({ replica }) => [...cast].some((id) => replica.find('items', id) !== undefined))
  return [
    casting.replica.subscribeTable('item_links', change),
    ...holding.flatMap(({ replica }) => [
      replica.subscribeTable('items', change),
      replica.subscribeTable('item_tasks', change),
    ]),
  ]
}

function makeSource(
  studio: StudioReplica,
  { casting }: ReadinessContent,
  find: (itemId: ItemId) => Found | undefined,
): ReadinessSource {
  const statuses = studio.replica.getRows('task_statuses')
  return {
    getCast: casting.getCast,
    needs: studio.getNeeds(),
    findKind: (itemId) => find(itemId)?.item.kindId,
    findStatus: (itemId, stageId) => {
      const task = find(itemId)?.space.findTask(itemId, stageId)
      return task === undefined || task.isDisabled ? undefined : task.statusId
    },
    isDone: (statusId) => statuses.get(statusId)?.isDone === true,
    isOmitted: (itemId) => find(itemId)?.item.isOmitted === true,
  }
}

/** The most names in a hint. */
const mostNamed = 4

/** Describes blockers in words: `Waits for Rigging of Ana, Tree`; undefined for none. */
export function describeBlockers(
  blockers: readonly Blocker[],
  studio: StudioReplica,
  titleOf: (itemId: ItemId) => string | undefined,
): string | undefined {
  if (blockers.length === 0) return undefined
  const stageName = (id: StageId): string => studio.replica.find('stages', id)?.name ?? ''
  const parts = [...Map.groupBy(blockers, ({ stageId }) => stageId)].map(([stageId, ofStage]) => {
    const names = ofStage.slice(0, mostNamed).map(({ itemId }) => titleOf(itemId) ?? 'something out of sight')
    const more = ofStage.length - names.length
    return `${stageName(stageId)} of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
  return `Waits for ${parts.join('; ')}`
}
