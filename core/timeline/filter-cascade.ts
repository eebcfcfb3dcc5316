import { filterKinds, valuesOf, withValues, type Filter, type FilterChoice, type FilterSource } from './filter-kinds.ts'

/** Checks or clears values of one field. */
export type FilterChange = { readonly field: string; readonly ids: readonly string[]; readonly isSelected: boolean }

/**
 * Checks or clears boxes with their cascade: a cleared project, space or collection takes everything under it along; a
 * checked collection checks its items.
 */
export function changeFilter(filter: Filter, { field, ids, isSelected }: FilterChange, source: FilterSource): Filter {
  const changed = new Set(ids)
  const before = valuesOf(filter, field)
  const after = isSelected ? [...new Set([...before, ...ids])] : before.filter((id) => !changed.has(id))
  const child = filterKinds.find(({ parent }) => parent === field)
  const next = withValues(filter, field, after)
  if (child === undefined || (isSelected && child.isCheckedWithParent !== true)) return next
  // Children of the cleared ids, selected or not: a grandchild may be selected without its parent.
  const children = under(child.choices(source), changed).map(({ id }) => id)
  return changeFilter(next, { field: child.field, ids: children, isSelected }, source)
}

/** What a field offers while others are narrowed: only what hangs under the chosen parents. */
export function listChoices(filter: Filter, field: string, source: FilterSource): readonly FilterChoice[] {
  const kind = filterKinds.find((each) => each.field === field)
  const choices = kind?.choices(source) ?? []
  const parents = kind?.parent === undefined ? undefined : findNarrowed(filter, kind.parent, source)
  return parents === undefined ? choices : under(choices, parents)
}

function findNarrowed(filter: Filter, field: string, source: FilterSource): ReadonlySet<string> | undefined {
  const chosen = valuesOf(filter, field)
  if (chosen.length > 0) return new Set(chosen)
  const parent = filterKinds.find((each) => each.field === field)?.parent
  const isNarrowed = parent !== undefined && findNarrowed(filter, parent, source) !== undefined
  return isNarrowed ? new Set(listChoices(filter, field, source).map(({ id }) => id)) : undefined
}

function under(choices: readonly FilterChoice[], parents: ReadonlySet<string>): readonly FilterChoice[] {
  return choices.filter(({ parentId }) => parentId !== undefined && parents.has(parentId))
}
