import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { isAnyEnough, type Filter } from '#core/timeline/filter-kinds.ts'
import { isAboutTasks, isNarrowing, makeFilterTest, type FilterContext } from '#core/timeline/filter-rows.ts'
import { normalizeSearchText } from '#core/search/text.ts'
import type { GridOrder } from '#core/lib/selection-range.ts'
import { toId, type CollectionId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { toFilteredRow, type TaskTester } from './filtered-row.ts'
import type { ItemSnapshot } from '#core/items/space-replica.ts'
import { lazily } from '#core/lib/lazily.ts'
import { makeIsNameShared } from './shared-names.ts'
import { compareNames } from '#core/lib/compare-names.ts'

/** One line of the grid. */
export type GridRow =
  | {
      readonly kind: 'collection'
      readonly id: CollectionId
      readonly collection: CollectionRow
      /** Its items that pass the filter, collapsed or not. */
      readonly itemIds: readonly ItemId[]
      readonly itemCount: number
      readonly isCollapsed: boolean
      /** Whether it heads a group of items with the same field value, rather than a collection. */
      readonly isGroup: boolean
    }
  | { readonly kind: 'item'; readonly id: ItemId; readonly collectionId: CollectionId }

/** A collection's part of the grid. */
export type GridSection = {
  readonly id: CollectionId
  readonly firstRow: number
  /** Including its heading; at least one. */
  readonly rowCount: number
  readonly hasHeading: boolean
  /** Its items that pass the filter, collapsed or not. */
  readonly itemIds: readonly ItemId[]
  readonly rows: readonly GridRow[]
}

/**
 * The grid as shown: its lines, and the order of its cells. Rows and orders are made per section on demand: the first
 * screen takes thirty rows of fifty thousand.
 */
export type GridLayout = {
  /** Includes collapsed ones and those without a heading. */
  readonly sections: readonly GridSection[]
  readonly rowCount: number
  readonly getRow: (index: number) => GridRow | undefined
  /** Returns the row of an item; absent where it is not shown. */
  readonly findRow: (id: ItemId) => number | undefined
  /** All rows. */
  readonly rows: readonly GridRow[]
  readonly order: GridOrder
  /** Counts items that pass the filter, collapsed ones too. */
  readonly itemCount: number
  /** Whether the space has no collections and no items, whatever the filter. */
  readonly isEmptySpace: boolean
  /** Whether an item's name is ambiguous: in groups, two collections may each have an `sh010`. */
  readonly isNameShared: (item: ItemRow) => boolean
}

/** How collections are sorted: by name, the grid's default, or as people have arranged them. */
export type CollectionSort = 'name' | 'rank'

export type GridLayoutInput = {
  /** Sorted by rank. */
  readonly collections: readonly CollectionRow[]
  readonly holdItems: (id: CollectionId) => ItemSnapshot
  readonly findCollectionId: (id: ItemId) => CollectionId | undefined
  /** Called only while a filter reads tasks. */
  readonly askTasks: TaskTester
  readonly stageIds: readonly StageId[]
  readonly filter: Filter
  readonly text: string
  readonly collapsed: ReadonlySet<CollectionId>
  readonly sort: CollectionSort
  /** What the filter's field conditions and expressions need besides rows. */
  readonly asked?: FilterContext
  /** Sorts items other than by rank. */
  readonly putInOrder?: ((items: readonly ItemRow[]) => readonly ItemRow[]) | undefined
  /** Groups items other than by collection. */
  readonly grouping?: Grouping | undefined
}

/** What the items of a group share. */
export type ItemGroup = { readonly key: string; readonly name: string }

export type Grouping = {
  readonly groupOf: (item: ItemRow) => ItemGroup
  /** Sorts the groups, given one item of each. */
  readonly inOrder: (items: readonly ItemRow[]) => readonly ItemRow[]
}

/** Lays out the grid. Collections that a filter empties are left out; empty ones stay while nothing is filtered. */
export function layOutGrid(input: GridLayoutInput): GridLayout {
  const sections = input.grouping === undefined ? makeSections(input) : makeGroups(input, input.grouping)
  const last = sections.at(-1)
  const byId = lazily(() => new Map(sections.map((section) => [section.id, section])))
  const byItem = lazily(
    () => new Map(sections.flatMap((section) => section.itemIds.map((itemId) => [itemId, section] as const))),
  )
  const rows = lazily(() => sections.flatMap((section) => section.rows))
  const itemIds = lazily(() => sections.flatMap((section) => section.shownIds()))
  const shared = lazily(() => makeIsNameShared(sections.flatMap((section) => section.items())))
  return {
    sections,
    rowCount: last === undefined ? 0 : last.firstRow + last.rowCount,
    getRow: (index) => {
      const section = sections[lastAtOrBelow(sections.length, (at) => sections[at]?.firstRow ?? 0, index)]
      return section?.rows[index - section.firstRow]
    },
    findRow: (id) => {
      if (input.grouping !== undefined) return byItem().get(id)?.findRow(id)
      const collectionId = input.findCollectionId(id)
      return collectionId === undefined ? undefined : byId().get(collectionId)?.findRow(id)
    },
    get rows() {
      return rows()
    },
    order: {
      get itemIds() {
        return itemIds()
      },
      stageIds: input.stageIds,
    },
    itemCount: sections.reduce((sum, { itemCount }) => sum + itemCount, 0),
    isNameShared: (item) => input.grouping !== undefined && shared()(item),
    isEmptySpace: input.collections.every(({ id, isDefault }) => isDefault && input.holdItems(id).count === 0),
  }
}

/** Finds the index of the last of `count` ascending numbers that is at most a value; 0 where all are greater. */
export function lastAtOrBelow(count: number, numberAt: (index: number) => number, value: number): number {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (numberAt(middle) <= value) low = middle
    else high = middle - 1
  }
  return low
}

type Section = GridSection & {
  readonly itemCount: number
  readonly items: () => readonly ItemRow[]
  readonly shownIds: () => readonly ItemId[]
  readonly findRow: (id: ItemId) => number | undefined
}

function makeSections(input: GridLayoutInput): readonly Section[] {
  const isShown = makeItemTest(input)
  const sections: Section[] = []
  let firstRow = 0
  for (const collection of sortCollections(input.collections, input.sort)) {
    const items = putInOrder(keepShown(input.holdItems(collection.id), collection, isShown), input)
    if (items.count === 0 && (isShown !== undefined || collection.isDefault)) continue
    const isCollapsed = input.collapsed.has(collection.id) && !collection.isDefault
    const section = makeSection({ collection, items, isCollapsed, firstRow })
    sections.push(section)
    firstRow += section.rowCount
  }
  return sections
}

/** A group's id in the set of collapsed collections. */
const groupId = (key: string): CollectionId => toId<CollectionId>(`group:${key}`)

function makeGroups(input: GridLayoutInput, { groupOf, inOrder }: Grouping): readonly Section[] {
  const isShown = makeItemTest(input)
  const items = sortCollections(input.collections, input.sort).flatMap((collection) =>
    keepShown(input.holdItems(collection.id), collection, isShown).inOrder(),
  )
  const groups = Map.groupBy(items, (item) => groupOf(item).key)
  const firsts = inOrder([...groups.values()].flatMap((ofGroup) => ofGroup.slice(0, 1)))
  const sections: Section[] = []
  let firstRow = 0
  for (const first of firsts) {
    const { key, name } = groupOf(first)
    const ofGroup = groups.get(key) ?? []
    const held = putInOrder({ count: ofGroup.length, inOrder: () => ofGroup }, input)
    const collection = newRow('collections', { id: groupId(key), name, orderRank: String(sections.length) })
    const isCollapsed = input.collapsed.has(collection.id)
    const section = makeSection({ collection, items: held, isCollapsed, firstRow, isGroup: true })
    sections.push(section)
    firstRow += section.rowCount
  }
  return sections
}

function putInOrder(items: ItemSnapshot, { putInOrder: order }: GridLayoutInput): ItemSnapshot {
  return order === undefined ? items : { count: items.count, inOrder: () => order(items.inOrder()) }
}

function keepShown(items: ItemSnapshot, collection: CollectionRow, isShown: ItemTest | undefined): ItemSnapshot {
  if (isShown === undefined) return items
  const shown = items.inOrder().filter((item) => isShown(item, collection))
  return { count: shown.length, inOrder: () => shown }
}

function makeSection(place: {
  readonly collection: CollectionRow
  readonly items: ItemSnapshot
  readonly isCollapsed: boolean
  readonly firstRow: number
  readonly isGroup?: boolean
}): Section {
  const { collection, items, isCollapsed, firstRow, isGroup = false } = place
  const { id, isDefault } = collection
  const itemIds = lazily(() => items.inOrder().map((item) => item.id))
  const shownIds = (): readonly ItemId[] => (isCollapsed ? [] : itemIds())
  const headings = isDefault ? 0 : 1
  const rows = lazily((): readonly GridRow[] => [
    ...(isDefault ? [] : [makeHeading(collection, { itemIds, itemCount: items.count, isCollapsed, isGroup })]),
    ...(isCollapsed ? [] : items.inOrder()).map((item) => ({
      kind: 'item' as const,
      id: item.id,
      collectionId: item.collectionId,
    })),
  ])
  const places = lazily(() => new Map(shownIds().map((itemId, at) => [itemId, firstRow + headings + at])))
  return {
    id,
    firstRow,
    rowCount: headings + (isCollapsed ? 0 : items.count),
    hasHeading: !isDefault,
    itemCount: items.count,
    items: () => items.inOrder(),
    shownIds,
    findRow: (itemId) => places().get(itemId),
    get itemIds() {
      return itemIds()
    },
    get rows() {
      return rows()
    },
  }
}

function makeHeading(
  collection: CollectionRow,
  {
    itemIds,
    ...rest
  }: Pick<Extract<GridRow, { kind: 'collection' }>, 'itemCount' | 'isCollapsed' | 'isGroup'> & {
    readonly itemIds: () => readonly ItemId[]
  },
): GridRow {
  return {
    kind: 'collection',
    id: collection.id,
    collection,
    ...rest,
    get itemIds() {
      return itemIds()
    },
  }
}

/** Sorts collections by rank or by name, case-insensitively, with numbers in names by value. */
export function sortCollections(collections: readonly CollectionRow[], sort: CollectionSort): readonly CollectionRow[] {
  if (sort === 'rank') return collections
  return [...collections].sort((first, second) => compareNames(first.name, second.name))
}

/** Whether a filter or search text narrows anything. */
export function isFiltering(filter: Filter, text: string, asked?: FilterContext): boolean {
  return text.trim() !== '' || isNarrowing(filter, 'grid', asked)
}

type ItemTest = (item: ItemRow, collection: CollectionRow) => boolean

function makeItemTest({ filter, text, askTasks, asked }: GridLayoutInput): ItemTest | undefined {
  if (!isFiltering(filter, text, asked)) return undefined
  const asksTasks = isAboutTasks(filter, 'grid')
  const passes = makeFilterTest(filter, 'grid', asked)
  const words = normalizeSearchText(text).split(' ')
  return (item, collection) => {
    const isFound = words[0] === '' || matchesWords(`${item.title} ${item.description} ${collection.name}`, words)
    if (!isFound) return false
    if (!asksTasks) return passes(toFilteredRow(item))
    // Where any condition is enough, an item without tasks can still pass one about itself.
    return askTasks(item, passes) ?? (isAnyEnough(filter) && passes(toFilteredRow(item)))
  }
}

function matchesWords(text: string, words: readonly string[]): boolean {
  const searched = normalizeSearchText(text)
  return words.every((word) => searched.includes(word))
}
