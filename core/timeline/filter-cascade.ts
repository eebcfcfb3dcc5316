import {
  filterKinds,
  getGoneNames,
  valuesOf,
  withValues,
  type Filter,
  type FilterChoice,
  type FilterSource,
} from './filter-kinds.ts'
import { listGone } from './gone-choices.ts'

/** Checks or clears values of one field. */
export type FilterChange = { readonly field: string; readonly ids: readonly string[]; readonly isSelected: boolean }

/**
 * Checks or clears boxes with their cascade. Clearing a project, space or collection clears everything under it. A
 * checked collection stands for its items; clearing one of them replaces it by the others.
 */
export function changeFilter(filter: Filter, { field, ids, isSelected }: FilterChange, source: FilterSource): Filter {
  const changed = new Set(ids)
  const base = isSelected ? filter : itemized(filter, field, { ids: changed, source })
  const before = valuesOf(base, field)
  const after = isSelected
    ? [...before, ...ids.filter((id) => !checkedValues(base, field, source).includes(id))]
    : before.filter((id) => !changed.has(id))
  const child = filterKinds.find(({ parent }) => parent === field)
  const next = withValues(base, field, [...new Set(after)])
  if (child === undefined || (isSelected && child.isCheckedWithParent !== true)) return next
  // Children of the ids, selected or not: a grandchild may be selected without its parent. Children that their parent
  // stands for are not listed.
  const children = new Set(under(child.choices(source), changed).map(({ id }) => id))
  if (!isSelected) return changeFilter(next, { field: child.field, ids: [...children], isSelected }, source)
  const named = valuesOf(next, child.field).filter((id) => !children.has(id))
  return withValues(next, child.field, named)
}

/** Returns the checked values of a field: those chosen, and those a chosen parent stands for. */
export function checkedValues(filter: Filter, field: string, source: FilterSource): readonly string[] {
  const chosen = valuesOf(filter, field)
  const kind = filterKinds.find((each) => each.field === field)
  if (kind?.parent === undefined || kind.isCheckedWithParent !== true) return chosen
  const parents = new Set(valuesOf(filter, kind.parent))
  if (parents.size === 0) return chosen
  return [...new Set([...chosen, ...under(kind.choices(source), parents).map(({ id }) => id)])]
}

/** Replaces a parent that stands for one of these ids by its children, one by one. */
function itemized(
  filter: Filter,
  field: string,
  { ids, source }: { readonly ids: ReadonlySet<string>; readonly source: FilterSource },
): Filter {
  const kind = filterKinds.find((each) => each.field === field)
  if (kind?.parent === undefined || kind.isCheckedWithParent !== true) return filter
  const choices = kind.choices(source)
  const parents = new Set(
    choices.flatMap(({ id, parentId }) => (ids.has(id) && parentId !== undefined ? parentId : [])),
  )
  const open = valuesOf(filter, kind.parent).filter((id) => parents.has(id))
  if (open.length === 0) return filter
  const others = valuesOf(filter, kind.parent).filter((id) => !parents.has(id))
  const named = under(choices, new Set(open)).map(({ id }) => id)
  return withValues(withValues(filter, kind.parent, others), field, [
    ...new Set([...valuesOf(filter, field), ...named]),
  ])
}

/**
 * Lists what a field offers under the current filter: the children of narrowed parents, and siblings of chosen values.
 * Chosen values that are gone come first, so that they can be cleared.
 */
export function listChoices(filter: Filter, field: string, source: FilterSource): readonly FilterChoice[] {
  const kind = filterKinds.find((each) => each.field === field)
  const offered = listOffered(filter, field, source)
  if (kind === undefined) return offered
  return [...listGone(valuesOf(filter, field), kind.choices(source), getGoneNames(kind, source)), ...offered]
}

function listOffered(filter: Filter, field: string, source: FilterSource): readonly FilterChoice[] {
  const kind = filterKinds.find((each) => each.field === field)
  const choices = kind?.choices(source) ?? []
  const parents = kind?.parent === undefined ? undefined : findNarrowed(filter, kind.parent, source)
  if (parents === undefined) return choices
  const chosen = new Set(valuesOf(filter, field))
  const beside = choices.flatMap(({ id, parentId }) => (chosen.has(id) && parentId !== undefined ? parentId : []))
  return under(choices, new Set([...parents, ...beside]))
}

function findNarrowed(filter: Filter, field: string, source: FilterSource): ReadonlySet<string> | undefined {
  const chosen = valuesOf(filter, field)
  if (chosen.length > 0) return new Set(chosen)
  const parent = filterKinds.find((each) => each.field === field)?.parent
  const isNarrowed = parent !== undefined && findNarrowed(filter, parent, source) !== undefined
  return isNarrowed ? new Set(listOffered(filter, field, source).map(({ id }) => id)) : undefined
}

function under(choices: readonly FilterChoice[], parents: ReadonlySet<string>): readonly FilterChoice[] {
  return choices.filter(({ parentId }) => parentId !== undefined && parents.has(parentId))
}
