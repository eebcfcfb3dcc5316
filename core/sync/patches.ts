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
