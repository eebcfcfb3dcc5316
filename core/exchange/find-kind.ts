import { findNamed, foldName } from '#core/lib/slug.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ImportRow } from './import-row.ts'
import { countName } from './plan-tasks.ts'
import { noKind } from './sheet-fields.ts'

/** `null` is an item without a kind. */
type FoundKind = { readonly kind?: ItemKind | null; readonly left: readonly string[] }

/** Finds the kind of item a row names, in the singular or plural; counts unknown names in `unknown`. */
export function findKind(
  { kindName }: Pick<ImportRow, 'kindName'>,
  kinds: readonly ItemKind[],
  unknown: Map<string, number>,
): FoundKind {
  if (kindName === undefined || kinds.length === 0) return { left: [] }
  const kind = findKindNamed(kinds, kindName)
  if (kind !== undefined) return { kind, left: [] }
  if (meansNoKind(kindName)) return { kind: null, left: [] }
  countName(unknown, kindName)
  return { left: [`There is no kind of item "${kindName}".`] }
}

/** Finds the kind that a text names, in the singular or plural. */
export function findKindNamed<Kind extends Pick<ItemKind, 'name'>>(
  kinds: readonly Kind[],
  text: string,
): Kind | undefined {
  const wanted = [text, text.replace(/s$/i, '')]
  return wanted.map((name) => findNamed(kinds, name, (each) => each.name)).find((each) => each !== undefined)
}

/** Tells whether a cell says that an item has no kind. */
export function meansNoKind(text: string): boolean {
  return foldName(text) === foldName(noKind)
}
