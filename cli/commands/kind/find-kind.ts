import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from '#cli/select/pick.ts'

/** Finds the kind of item by key, name or id. */
export function findKind(studio: StudioReplica, which: string): ItemKind {
  const kinds = studio.getKinds().map((kind) => ({ ...kind, slug: kind.key }))
  return pickOne(kinds, which, { one: 'kind', many: 'kinds' })
}
