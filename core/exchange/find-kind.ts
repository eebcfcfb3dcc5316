import { findNamed } from '#core/lib/slug.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ImportRow } from './import-row.ts'
import { countName } from './plan-tasks.ts'

type FoundKind = { readonly kind?: ItemKind; readonly left: readonly string[] }

/** Which of the studio's kinds a row means, in the singular or plural; one there is not is counted in `unknown`. */
export function findKind(
  { kindName }: Pick<ImportRow, 'kindName'>,
  kinds: readonly ItemKind[],
  unknown: Map<string, number>,
): FoundKind {
  if (kindName === undefined || kinds.length === 0) return { left: [] }
  const wanted = [kindName, kindName.replace(/s$/i, '')]
  const kind = wanted.map((name) => findNamed(kinds, name, (each) => each.name)).find((each) => each !== undefined)
  if (kind !== undefined) return { kind, left: [] }
  countName(unknown, kindName)
  return { left: [`There is no kind of item "${kindName}".`] }
}
