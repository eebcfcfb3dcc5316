import type { FilterSelection } from '#core/domain/filter-cascade.ts'
import { makeFilterTest } from '#core/domain/filter-cascade.ts'
import type { CollectionRow, ItemRow } from '#core/domain/rows.ts'
import { normalizeSearchText } from '#core/domain/search-text.ts'
import type { GridOrder } from '#core/domain/selection-range.ts'
import type { CollectionId, ItemId, StageId, StatusId, UserId } from '#core/lib/ids.ts'

/** One line of the grid. */
export type GridRow =
  | {
      readonly kind: 'collection'
      readonly id: CollectionId
      readonly collection: CollectionRow
      /** Its items that pass the filter, collapsed or not. */
      readonly itemIds: readonly ItemId[]
      readonly isCollapsed: boolean
    }
  | { readonly kind: 'item'; readonly id: ItemId; readonly collectionId: CollectionId }

/** The grid as it is shown: its lines, and its cells in order. */
export type GridLayout = {
  readonly rows: readonly GridRow[]
  /** The shown items of each collection, collapsed ones and those without a heading too. */
  readonly groups: readonly { readonly id: CollectionId; readonly itemIds: readonly ItemId[] }[]
  readonly order: GridOrder
  readonly rowOfItem: ReadonlyMap<ItemId, number>
  /** Items that pass the filter, collapsed ones too. */
  readonly itemCount: number
  /** Whether there is anything at all, filtered or not. */
  readonly isEmptySpace: boolean
}

/** How collections follow each other: by name as the grid does of itself, or as people have arranged them. */
export type CollectionSort = 'name' | 'rank'

/** A task as the filter sees it. */
export type LayoutTask = { readonly statusId: StatusId; readonly artistIds: readonly UserId[] }

export type GridLayoutInput = {
  /** By rank. */
  readonly collections: readonly CollectionRow[]
  readonly getItems: (id: CollectionId) => readonly ItemRow[]
  /** Only asked for while a filter looks at tasks. */
  readonly getTasks: (id: ItemId) => readonly LayoutTask[]
  readonly stageIds: readonly StageId[]
  readonly filter: FilterSelection
  readonly text: string
  readonly collapsed: ReadonlySet<CollectionId>
  readonly sort: CollectionSort
}

/** Lays the grid out. Collections that a filter empties are left out; empty ones stay while nothing is filtered. */
export function layOutGrid(input: GridLayoutInput): GridLayout {
  const isShown = makeItemTest(input)
  const rows: GridRow[] = []
  const groups: GridLayout['groups'][number][] = []
  const shownIds: ItemId[] = []
  const rowOfItem = new Map<ItemId, number>()
  let itemCount = 0
  for (const collection of sortCollections(input.collections, input.sort)) {
    const items = input.getItems(collection.id)
    const itemIds = (isShown === undefined ? items : items.filter((item) => isShown(item, collection))).map(
      ({ id }) => id,
    )
    if (itemIds.length === 0 && (isShown !== undefined || collection.isDefault)) continue
    itemCount += itemIds.length
    groups.push({ id: collection.id, itemIds })
    const isCollapsed = input.collapsed.has(collection.id) && !collection.isDefault
    if (!collection.isDefault) rows.push({ kind: 'collection', id: collection.id, collection, itemIds, isCollapsed })
    if (isCollapsed) continue
    for (const id of itemIds) {
      rowOfItem.set(id, rows.length)
      rows.push({ kind: 'item', id, collectionId: collection.id })
      shownIds.push(id)
    }
  }
  return {
    rows,
    groups,
    order: { itemIds: shownIds, stageIds: input.stageIds },
    rowOfItem,
    itemCount,
    isEmptySpace: input.collections.every(({ id, isDefault }) => isDefault && input.getItems(id).length === 0),
  }
}

/** Collections in their order; names by their letters in any case, numbers in them by value. */
export function sortCollections(collections: readonly CollectionRow[], sort: CollectionSort): readonly CollectionRow[] {
  if (sort === 'rank') return collections
  return [...collections].sort((first, second) =>
    first.name.localeCompare(second.name, undefined, { sensitivity: 'base', numeric: true }),
  )
}

/** Whether a filter narrows anything. */
export function isFiltering(filter: FilterSelection, text: string): boolean {
  return text.trim() !== '' || Object.values(filter).some((ids) => ids.length > 0)
}

type ItemTest = (item: ItemRow, collection: CollectionRow) => boolean

function makeItemTest({ filter, text, getTasks }: GridLayoutInput): ItemTest | undefined {
  if (!isFiltering(filter, text)) return undefined
  const isAboutTasks = filter.statusIds.length > 0 || filter.artistIds.length > 0
  const passes = makeFilterTest(filter)
  const words = normalizeSearchText(text).split(' ')
  return (item, collection) => {
    const place = { itemId: item.id, collectionId: collection.id }
    const isFound = words[0] === '' || matchesWords(`${item.title} ${item.description} ${collection.name}`, words)
    if (!isFound) return false
    if (!isAboutTasks) return passes(place)
    return getTasks(item.id).some((task) => passes({ ...place, ...task }))
  }
}

function matchesWords(text: string, words: readonly string[]): boolean {
  const searched = normalizeSearchText(text)
  return words.every((word) => searched.includes(word))
}
