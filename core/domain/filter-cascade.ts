import type { CollectionId, ItemId, ProjectId, SpaceId, StageId, StatusId, UserId } from '../lib/ids.ts'

/** What can be filtered by; each list of ids is empty when it does not narrow anything. */
export type FilterSelection = {
  readonly projectIds: readonly ProjectId[]
  readonly spaceIds: readonly SpaceId[]
  readonly collectionIds: readonly CollectionId[]
  readonly itemIds: readonly ItemId[]
  readonly stageIds: readonly StageId[]
  readonly statusIds: readonly StatusId[]
  readonly artistIds: readonly UserId[]
}
export type FilterKind = keyof FilterSelection

/** The kinds of the timeline's filter, in the order of the panel. */
export const timelineFilterKinds = [
  'projectIds',
  'spaceIds',
  'collectionIds',
  'itemIds',
  'stageIds',
  'statusIds',
  'artistIds',
] as const satisfies readonly FilterKind[]

/** The kinds that the grid's filter saves. */
export const gridFilterKinds = [
  'collectionIds',
  'itemIds',
  'statusIds',
  'artistIds',
] as const satisfies readonly FilterKind[]

/** What hangs under what: for each child its parent. */
export type FilterTree = {
  readonly projectOfSpace: ReadonlyMap<SpaceId, ProjectId>
  readonly spaceOfCollection: ReadonlyMap<CollectionId, SpaceId>
  readonly collectionOfItem: ReadonlyMap<ItemId, CollectionId>
}

/** Nothing narrowed: everything is shown. */
export const emptyFilter: FilterSelection = {
  projectIds: [],
  spaceIds: [],
  collectionIds: [],
  itemIds: [],
  stageIds: [],
  statusIds: [],
  artistIds: [],
}

/** Checks or clears ids of one kind. */
export type FilterChange = {
  readonly kind: FilterKind
  readonly ids: readonly string[]
  readonly isSelected: boolean
}

/**
 * Checks or clears boxes with their cascade: a cleared project, space or collection takes everything under it along; a
 * checked collection checks its items.
 */
export function changeFilter(filter: FilterSelection, change: FilterChange, tree: FilterTree): FilterSelection {
  const ids = new Set(change.ids)
  if (!change.isSelected) return clearIds(filter, { kind: change.kind, ids }, tree)
  const selected = withIds(filter, change.kind, [...new Set([...filter[change.kind], ...change.ids])])
  if (change.kind !== 'collectionIds') return selected
  const items = [...tree.collectionOfItem].flatMap(([item, collection]) => (ids.has(collection) ? [item] : []))
  return { ...selected, itemIds: [...new Set([...selected.itemIds, ...items])] }
}

function clearIds(
  filter: FilterSelection,
  { kind, ids }: { readonly kind: FilterKind; readonly ids: ReadonlySet<string> },
  tree: FilterTree,
): FilterSelection {
  const cleared = withIds(
    filter,
    kind,
    filter[kind].filter((id) => !ids.has(id)),
  )
  const branch = branches(tree).find((candidate) => candidate.parentKind === kind)
  if (branch === undefined) return cleared
  // Children of the cleared ids, selected or not: a grandchild may be selected without its parent.
  const children = new Set([...branch.parentOf].flatMap(([child, parent]) => (ids.has(parent) ? [child] : [])))
  return clearIds(cleared, { kind: branch.childKind, ids: children }, tree)
}

type Branch = {
  readonly parentKind: FilterKind
  readonly childKind: FilterKind
  readonly parentOf: ReadonlyMap<string, string>
}

function branches(tree: FilterTree): readonly Branch[] {
  return [
    { parentKind: 'projectIds', childKind: 'spaceIds', parentOf: tree.projectOfSpace },
    { parentKind: 'spaceIds', childKind: 'collectionIds', parentOf: tree.spaceOfCollection },
    { parentKind: 'collectionIds', childKind: 'itemIds', parentOf: tree.collectionOfItem },
  ]
}

function withIds(filter: FilterSelection, kind: FilterKind, ids: readonly string[]): FilterSelection {
  // The ids come from the list or the tree of the same kind.
  return { ...filter, [kind]: ids } as FilterSelection
}

/** What of a task the filter looks at. Parts a screen does not filter by may be left out. */
export type FilteredTask = {
  readonly projectId?: ProjectId
  readonly spaceId?: SpaceId
  readonly collectionId?: CollectionId
  readonly itemId?: ItemId
  readonly stageId?: StageId
  readonly statusId?: StatusId | undefined
  readonly artistIds?: readonly UserId[]
}

/** Makes a test for tasks, to be made once and run over many: each narrowing kind must hold the task's id, artists any of them. */
export function makeFilterTest(filter: FilterSelection): (task: FilteredTask) => boolean {
  const sets = new Map(timelineFilterKinds.map((kind) => [kind, new Set<string>(filter[kind])]))
  const passes = (kind: FilterKind, ...ids: readonly (string | undefined)[]) => {
    const wanted = sets.get(kind)
    return wanted === undefined || wanted.size === 0 || ids.some((id) => id !== undefined && wanted.has(id))
  }
  return (task) =>
    passes('projectIds', task.projectId) &&
    passes('spaceIds', task.spaceId) &&
    passes('collectionIds', task.collectionId) &&
    passes('itemIds', task.itemId) &&
    passes('stageIds', task.stageId) &&
    passes('statusIds', task.statusId) &&
    passes('artistIds', ...(task.artistIds ?? []))
}
