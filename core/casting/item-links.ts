import { ExpressionFault } from '#core/expressions/types.ts'
import type { ItemId, SpaceId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { CastingReplica } from './casting-replica.ts'

/** What links and children are read from; `isWhole` once no more spaces come. */
export type LinkContent = {
  readonly casting: CastingReplica
  /** The spaces of the project that are open, the items' own among them. */
  readonly spaces: readonly SpaceReplica[]
  readonly isWhole: boolean
}

/** An item that another is linked to, or that is part of it. */
export type LinkedItem = { readonly id: ItemId; readonly link: ItemLink | undefined }

/**
 * What expressions about the items of a space ask of other items. Whatever is asked for before it is there is refused with the
 * reason, and wanted from then on.
 */
export type ItemLinks = {
  /** What an item is made with, but for references. */
  readonly getCast: (itemId: ItemId) => readonly LinkedItem[]
  readonly getReferences: (itemId: ItemId) => readonly LinkedItem[]
  /** Where an item appears. */
  readonly getUses: (itemId: ItemId) => readonly LinkedItem[]
  /** The items under a sequence or an episode; none under others. */
  readonly getChildren: (item: ItemRow) => readonly LinkedItem[]
  /** A linked item; refused while it is not there. */
  readonly getItem: (linked: LinkedItem) => ItemRow
  /** The open space an item lies in, where that is not the own one. */
  readonly findSpace: (itemId: ItemId) => SpaceReplica | undefined
  /** Whether something was asked for that is not there. */
  readonly isWanting: () => boolean
  readonly setContent: (content: LinkContent | undefined) => void
  /** Says that it cannot be brought, without a network or out of somebody's sight. */
  readonly setFailed: () => void
  /** Grows with all that it is read from. */
  readonly getVersion: () => number
  readonly subscribe: (listener: () => void) => () => void
}

const missingTexts = {
  loading: 'Its links are still loading',
  failed: 'Its links are not on this device',
  hidden: 'Some linked items are hidden from you',
}

const nowhere = { start: 0, end: 0 }
const none: readonly LinkedItem[] = []

type Place = { readonly studio: StudioReplica; readonly space: SpaceReplica }

/** Links of the items of a space; nothing is known of any until their content is set. */
export function makeItemLinks({ studio, space }: Place): ItemLinks {
  const listeners = new Set<() => void>()
  let content: LinkContent | undefined
  let [isUsed, isWanting, hasFailed, version] = [false, false, false, 0]
  let stops: readonly (() => void)[] = []

  const hear = (): void => listeners.forEach((listener) => listener())
  const tell = (): void => {
    version += 1
    hear()
  }
  const refuse = (): never => {
    const isWhole = content?.isWhole === true
    // It is asked for while something is drawn, which must not be drawn anew in the middle.
    if (!isWanting && !isWhole) queueMicrotask(hear)
    isWanting ||= !isWhole
    throw new ExpressionFault(missingTexts[isWhole ? 'hidden' : hasFailed ? 'failed' : 'loading'], nowhere)
  }
  const read = (of: 'getCast' | 'getUses', itemId: ItemId, isReference: boolean): readonly LinkedItem[] => {
    isUsed = true
    return toLinked((content ?? refuse()).casting[of](itemId), of, isReference)
  }
  let spaces: readonly SpaceReplica[] = [space]
  const findSpaceOf = (itemId: ItemId): SpaceReplica | undefined =>
    spaces.find(({ replica }) => replica.find('items', itemId) !== undefined)
  return {
    getCast: (itemId) => read('getCast', itemId, false),
    getReferences: (itemId) => read('getCast', itemId, true),
    getUses: (itemId) => read('getUses', itemId, false),
    getChildren: (item) => {
      isUsed = true
      if (item.itemType !== 'sequence' && item.itemType !== 'episode') return none
      const own = findSpaceOf(item.id) ?? refuse()
      const named = item.itemType === 'episode' ? findNamedSpace(studio, own, item) : undefined
      if (named === undefined) return childrenIn(own, studio).get(item.id) ?? none
      return listParts(spaces.find(({ spaceId }) => spaceId === named) ?? refuse())
    },
    getItem: ({ id }) => findSpaceOf(id)?.replica.find('items', id) ?? refuse(),
    findSpace: (itemId) => {
      if (spaces.length < 2) return undefined
      const found = findSpaceOf(itemId)
      return found === space ? undefined : found
    },
    isWanting: () => isWanting,
    setContent: (next) => {
      stops.forEach((stop) => stop())
      content = next
      isWanting = hasFailed = false
      const others = (next?.spaces ?? []).filter((each) => each !== space)
      spaces = [space, ...others]
      const heard = [...(next === undefined ? [] : [next.casting]), ...others]
      stops = heard.map(({ replica }) => replica.subscribe(tell))
      tell()
    },
    setFailed: () => {
      hasFailed = true
      tell()
    },
    // Of what lies in the own space nobody is told anew.
    getVersion: () => version + (isUsed ? space.replica.getVersion() : 0),
    subscribe: (listener) => listen(listeners, listener),
  }
}

function toLinked(links: readonly ItemLink[], of: 'getCast' | 'getUses', isReference: boolean): readonly LinkedItem[] {
  return links.flatMap((link) =>
    (link.kind === 'reference') === isReference ? { id: of === 'getCast' ? link.toItemId : link.fromItemId, link } : [],
  )
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The other space of the project that has an episode's name. */
function findNamedSpace(studio: StudioReplica, own: SpaceReplica, item: ItemRow): SpaceId | undefined {
  const projectId = studio.replica.find('spaces', own.spaceId)?.projectId
  if (projectId === undefined) return undefined
  const wanted = item.title.toLowerCase()
  return studio.getSpaces(projectId).find(({ id, name }) => id !== own.spaceId && name.toLowerCase() === wanted)?.id
}

const childrenOf = new WeakMap<SpaceReplica, () => ReadonlyMap<ItemId, readonly LinkedItem[]>>()

/** What each sequence and episode of a space holds, kept until its items are others. */
function childrenIn(space: SpaceReplica, studio: StudioReplica): ReadonlyMap<ItemId, readonly LinkedItem[]> {
  const kept =
    childrenOf.get(space) ?? memoByVersion(space.replica, ['collections', 'items'], () => readChildren(space, studio))
  childrenOf.set(space, kept)
  return kept()
}

/**
 * A sequence holds the items of its collection, else of the one named as it; an episode those of its space where that has its
 * name, or no other one. What is omitted counts nowhere.
 */
function readChildren(space: SpaceReplica, studio: StudioReplica): ReadonlyMap<ItemId, readonly LinkedItem[]> {
  const children = new Map<ItemId, readonly LinkedItem[]>()
  const items = [...space.replica.getRows('items').values()]
  const sequences = items.filter(({ itemType }) => itemType === 'sequence')
  const byName = new Map(sequences.map((item) => [item.title.toLowerCase(), item]))
  for (const { id, name } of space.getCollections()) {
    const sequence = sequences.find(({ collectionId }) => collectionId === id) ?? byName.get(name.toLowerCase())
    const parts = space.replica.getUnder('items', id).filter(isPart).map(toPart)
    if (sequence !== undefined) children.set(sequence.id, [...(children.get(sequence.id) ?? []), ...parts])
  }
  const name = studio.replica.find('spaces', space.spaceId)?.name
  const episodes = items.filter(({ itemType }) => itemType === 'episode')
  const episode = episodes.find(({ title }) => title === name) ?? (episodes.length === 1 ? episodes[0] : undefined)
  if (episode !== undefined) children.set(episode.id, listParts(space))
  return children
}

function listParts({ replica }: SpaceReplica): readonly LinkedItem[] {
  return [...replica.getRows('items').values()].filter(isPart).map(toPart)
}

function isPart({ itemType, isOmitted }: ItemRow): boolean {
  return !isOmitted && itemType !== 'sequence' && itemType !== 'episode'
}

function toPart({ id }: ItemRow): LinkedItem {
  return { id, link: undefined }
}
