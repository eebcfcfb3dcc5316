import { makeListeners } from '#core/lib/listeners.ts'
import { ExpressionFault } from '#core/expressions/types.ts'
import type { ItemId, SpaceId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { CastingReplica } from './casting-replica.ts'

/** The source of links and children; `isWhole` once no more spaces will come. */
export type LinkContent = {
  readonly casting: CastingReplica
  /** The open spaces of the project, including the items' own. */
  readonly spaces: readonly SpaceReplica[]
  readonly isWhole: boolean
}

/** An item that another is linked to, or that is part of it. */
export type LinkedItem = { readonly id: ItemId; readonly link: ItemLink | undefined }

/**
 * What expressions about the items of a space ask of other items. Reading something before it is loaded throws the
 * reason, and marks it as wanted.
 */
export type ItemLinks = {
  /** Returns what an item is made with, without references. */
  readonly getCast: (itemId: ItemId) => readonly LinkedItem[]
  readonly getReferences: (itemId: ItemId) => readonly LinkedItem[]
  /** Returns the items in which an item appears. */
  readonly getUses: (itemId: ItemId) => readonly LinkedItem[]
  /** Returns the items under a sequence or an episode; empty for others. */
  readonly getChildren: (item: ItemRow) => readonly LinkedItem[]
  /** Returns a linked item; throws while it is not loaded. */
  readonly getItem: (linked: LinkedItem) => ItemRow
  /** Returns the open space that holds an item, unless it is the own one. */
  readonly findSpace: (itemId: ItemId) => SpaceReplica | undefined
  /** Tells whether something was read that is not loaded. */
  readonly isWanting: () => boolean
  readonly setContent: (content: LinkContent | undefined) => void
  /** Reports that the content cannot be loaded, offline or for lack of access. */
  readonly setFailed: () => void
  /** Grows with everything that was read. */
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

/** Makes the links of a space's items; nothing is known until their content is set. */
export function makeItemLinks({ studio, space }: Place): ItemLinks {
  const listeners = makeListeners()
  let content: LinkContent | undefined
  let [isUsed, isWanting, hasFailed, version] = [false, false, false, 0]
  let stops: readonly (() => void)[] = []

  const tell = (): void => {
    version += 1
    listeners.tell()
  }
  const refuse = (): never => {
    const isWhole = content?.isWhole === true
    // Called while drawing, which must not trigger another drawing midway.
    if (!isWanting && !isWhole) queueMicrotask(listeners.tell)
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
    // Changes in the own space notify through the space itself.
    getVersion: () => version + (isUsed ? space.replica.getVersion() : 0),
    subscribe: listeners.subscribe,
  }
}

function toLinked(links: readonly ItemLink[], of: 'getCast' | 'getUses', isReference: boolean): readonly LinkedItem[] {
  return links.flatMap((link) =>
    (link.kind === 'reference') === isReference ? { id: of === 'getCast' ? link.toItemId : link.fromItemId, link } : [],
  )
}

/** Finds the project's other space with an episode's name. */
function findNamedSpace(studio: StudioReplica, own: SpaceReplica, item: ItemRow): SpaceId | undefined {
  const projectId = studio.replica.find('spaces', own.spaceId)?.projectId
  if (projectId === undefined) return undefined
  const wanted = item.title.toLowerCase()
  return studio.getSpaces(projectId).find(({ id, name }) => id !== own.spaceId && name.toLowerCase() === wanted)?.id
}

const childrenOf = new WeakMap<SpaceReplica, () => ReadonlyMap<ItemId, readonly LinkedItem[]>>()

/** Returns the children of each sequence and episode of a space, cached until its items change. */
function childrenIn(space: SpaceReplica, studio: StudioReplica): ReadonlyMap<ItemId, readonly LinkedItem[]> {
  const kept =
    childrenOf.get(space) ?? memoByVersion(space.replica, ['collections', 'items'], () => readChildren(space, studio))
  childrenOf.set(space, kept)
  return kept()
}

/**
 * A sequence holds the items of its collection, else of the collection with its name; an episode those of its space, if
 * that has its name or no other episode. Omitted items count nowhere.
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
