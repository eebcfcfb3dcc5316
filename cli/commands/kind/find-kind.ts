import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from '#cli/select/pick.ts'

/** The one kind of items that a key, name or id means. */
export function findKind(studio: StudioReplica, which: string): ItemKind {
  const kinds = studio.getKinds().map((kind) => ({ ...kind, slug: kind.key }))
  return pickOne(kinds, which, { one: 'kind', many: 'kinds' })
}
