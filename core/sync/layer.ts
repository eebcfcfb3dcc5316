import { rowKey, type Rows, type TableName } from '#core/schema/tables.ts'
import { overlayFields } from '#core/schema/field-values.ts'
import type { Patch } from './patches.ts'

type Effect = { readonly fields: object } | { readonly row: object } | 'removed'

/** A pending write, overlaid on a scope's rows. */
export type Layer = {
  readonly id: string
  readonly patches: readonly Patch[]
  /** Returns its effects on a row, patch by patch; none where it does not concern the row. */
  readonly effectsOn: (table: TableName, key: string) => readonly Effect[]
}

/** Prepares a write's patches; each look-up by key is built only when first needed. */
export function makeLayer(id: string, patches: readonly Patch[]): Layer {
  const effects = new Map<Patch, ReadonlyMap<string, Effect>>()
  const effectOf = (patch: Patch): ReadonlyMap<string, Effect> => {
    const known = effects.get(patch)
    if (known !== undefined) return known
    const made = new Map(patchEffects(patch))
    effects.set(patch, made)
    return made
  }
  return {
    id,
    patches,
    effectsOn: (table, key) =>
      patches.flatMap((patch) => (patch.table === table ? (effectOf(patch).get(key) ?? []) : [])),
  }
}

function patchEffects(patch: Patch): [string, Effect][] {
  if (patch.kind === 'add') {
    // A patch's table and rows belong together; the union type loses that.
    const rows = patch.rows as readonly Rows[TableName][]
    return rows.map((row) => [rowKey(patch.table, row), { row }])
  }
  const effect: Effect = patch.kind === 'remove' ? 'removed' : { fields: patch.fields }
  return patch.keys.map((key) => [key, effect])
}

/** Returns a row as people see it: the server's row with each effect applied in order. */
export function overlayRow<Name extends TableName>(
  server: Rows[Name] | undefined,
  effects: readonly Effect[],
): Rows[Name] | undefined {
  let row: object | undefined = server
  for (const effect of effects) {
    if (effect === 'removed') row = undefined
    else if ('row' in effect) row ??= effect.row
    else if (row !== undefined) row = overlayFields(row, effect.fields)
  }
  // Patches carry only rows and fields of their own table.
  return row as Rows[Name] | undefined
}

/** Returns the keys that a patch concerns. */
export function patchKeys(patch: Patch): readonly string[] {
  // Same as in `patchEffects`.
  return patch.kind === 'add'
    ? (patch.rows as readonly Rows[TableName][]).map((row) => rowKey(patch.table, row))
    : patch.keys
}
