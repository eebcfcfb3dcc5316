import type { Rows, TableName } from '#core/schema/tables.ts'
import type { Scope } from '#core/schema/scope.ts'

/** Sets the same fields on many rows; missing rows stay missing. */
type SetPatch<Name extends TableName> = {
  readonly kind: 'set'
  readonly scope: Scope
  readonly table: Name
  readonly keys: readonly string[]
  readonly fields: Partial<Rows[Name]>
}

/** Adds rows that do not exist yet. */
type AddPatch<Name extends TableName> = {
  readonly kind: 'add'
  readonly scope: Scope
  readonly table: Name
  readonly rows: readonly Rows[Name][]
}

type RemovePatch = {
  readonly kind: 'remove'
  readonly scope: Scope
  readonly table: TableName
  readonly keys: readonly string[]
}

/** Returns the scopes that patches affect, each once. */
export function scopesOf(patches: readonly Patch[]): readonly Scope[] {
  return [...new Set(patches.map(({ scope }) => scope))]
}

/** A pending write's effect on the rows on screen until the server's rows arrive. */
export type Patch =
  | { [Name in TableName]: SetPatch<Name> }[TableName]
  | { [Name in TableName]: AddPatch<Name> }[TableName]
  | RemovePatch

/** Makes a patch that sets fields on rows of one table. */
export function setRows<Name extends TableName>(
  place: { readonly scope: Scope; readonly table: Name },
  keys: readonly string[],
  fields: Partial<Rows[Name]>,
): Patch {
  // This signature checks that table and fields match; the union cannot follow a generic name.
  return { kind: 'set', ...place, keys, fields } as Patch
}

/** Makes a patch that adds rows to one table. */
export function addRows<Name extends TableName>(
  place: { readonly scope: Scope; readonly table: Name },
  rows: readonly Rows[Name][],
): Patch {
  // Same as above.
  return { kind: 'add', ...place, rows } as Patch
}

/** Makes a patch that removes rows of one table. */
export function removeRows(
  place: { readonly scope: Scope; readonly table: TableName },
  keys: readonly string[],
): Patch {
  return { kind: 'remove', ...place, keys }
}
