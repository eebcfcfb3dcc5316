import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ItemId, SpaceId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'

type ItemPlace = Parameters<StudioClient['openItem']>[0]
type SpacePlace = Parameters<StudioClient['openSpace']>[0]
type OpenItem = { readonly opened: Promise<ItemReplica>; replica: ItemReplica | undefined; users: number }
type Pool = { readonly items: Map<ItemId, OpenItem>; readonly spaces: Map<SpaceId, SpaceReplica> }

// Unused items that stay open: the one under the cursor, and the one before.
const keptUnused = 2

const pools = new WeakMap<StudioClient, Pool>()

function poolOf(client: StudioClient): Pool {
  const known = pools.get(client)
  if (known !== undefined) return known
  const pool: Pool = { items: new Map(), spaces: new Map() }
  pools.set(client, pool)
  return pool
}

/** Opens an item, or shares it if it is open, until `leaveItem`. */
export async function holdItem(client: StudioClient, place: ItemPlace): Promise<ItemReplica> {
  const { items } = poolOf(client)
  const item = items.get(place.itemId) ?? { opened: client.openItem(place), replica: undefined, users: 0 }
  item.users += 1
  // Moved to the end: unused items are closed from the front.
  items.delete(place.itemId)
  items.set(place.itemId, item)
  try {
    item.replica = await item.opened
    return item.replica
  } catch (error) {
    if (items.get(place.itemId) === item) items.delete(place.itemId)
    throw error
  }
}

/** Releases an item; it stays open for a while in case it is opened again. */
export function leaveItem(client: StudioClient, itemId: ItemId): void {
  const { items } = poolOf(client)
  const left = items.get(itemId)
  if (left !== undefined) left.users = Math.max(0, left.users - 1)
  const unused = [...items].filter(([, { users }]) => users === 0)
  for (const [id] of unused.slice(0, Math.max(0, unused.length - keptUnused))) {
    items.delete(id)
    void client.release(`item:${id}`)
  }
}

/** Returns an item's rows at once if it is open. */
export function findOpenItem(client: StudioClient | undefined, itemId: ItemId | undefined): ItemReplica | undefined {
  return client === undefined || itemId === undefined ? undefined : poolOf(client).items.get(itemId)?.replica
}

/** Opens a space and remembers it for `findOpenSpace`. The screen that shows it closes it. */
export async function rememberSpace(client: StudioClient, place: SpacePlace): Promise<SpaceReplica> {
  const { spaces } = poolOf(client)
  const opened = await client.openSpace(place)
  const known = spaces.get(place.spaceId)
  // Keeps the same object for the same rows, so that nothing renders again.
  const space = known?.replica === opened.replica ? known : opened
  spaces.clear()
  spaces.set(place.spaceId, space)
  return space
}

/** Returns the rows of the last opened space at once; as they last were if it was closed since. */
export function findOpenSpace(
  client: StudioClient | undefined,
  spaceId: SpaceId | undefined,
): SpaceReplica | undefined {
  return client === undefined || spaceId === undefined ? undefined : poolOf(client).spaces.get(spaceId)
}
