import { unpackRows } from '#app/platform/packed-rows.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { SpaceId, UserId } from '#core/lib/ids.ts'
import { makeItemCorpus } from './item-corpus.ts'
import type { ItemSearchAnswer, ItemSearchRequest } from './item-search-messages.ts'

// Reads the replica's cache itself: passing a hundred thousand names would block the page.

const corpus = makeItemCorpus()
// Searches wait for any refresh requested before them.
let ready: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ItemSearchRequest>) => {
  if (data.kind === 'refresh') {
    // An unreadable cache counts as empty.
    ready = ready.then(async () => await refresh(data)).catch(() => undefined)
    return
  }
  void ready.then(() => {
    const items = data.kind === 'search' ? corpus.search(data.query, data.limit) : corpus.find(data.itemIds)
    postMessage({ id: data.id, items } satisfies ItemSearchAnswer)
  })
})

/** Matches the name the replica's store uses; importing the store would pull in its library. */
function databaseName(userId: UserId): string {
  return `xsheet-${userId}`
}

async function refresh(request: Extract<ItemSearchRequest, { kind: 'refresh' }>): Promise<void> {
  corpus.setStages(request.stages)
  corpus.setKinds(new Map(request.kinds))
  corpus.retain(new Set(request.spaceIds))
  const changed = new Set(request.changedIds)
  const wanted = request.spaceIds.filter((id) => !corpus.has(id) || changed.has(id))
  if (wanted.length === 0) return
  const db = await open(databaseName(request.userId))
  if (db === undefined) return
  try {
    for (const spaceId of wanted) {
      const items = await readItems(db, spaceId)
      if (items !== undefined) corpus.put(spaceId, items)
    }
  } finally {
    db.close()
  }
}

/** Opens the database if it exists; never creates it. */
async function open(name: string): Promise<IDBDatabase | undefined> {
  return await new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('success', () => {
      const db = request.result
      // Sign-out must not wait for the search to close its connection.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      resolve(undefined)
    })
  })
}

/** The part of a scope's cache record read here: its rows, or the keys of their pieces. */
type ScopeRecord = {
  readonly tables?: { readonly items?: unknown }
  readonly pieces?: { readonly items?: readonly string[] }
}

async function readItems(db: IDBDatabase, spaceId: SpaceId): Promise<readonly ItemRow[] | undefined> {
  const record = await readRecord<ScopeRecord>(db, 'scopes', `space:${spaceId}`)
  const keys = record?.pieces?.items
  if (keys === undefined) return unpackItems(record?.tables?.items)
  const pieces = await Promise.all(
    keys.map(async (key) => await readRecord<{ readonly rows: unknown }>(db, 'pieces', key)),
  )
  return pieces.flatMap((piece) => unpackItems(piece?.rows) ?? [])
}

/** The table's rows are items. */
function unpackItems(stored: unknown): readonly ItemRow[] | undefined {
  return unpackRows(stored) as readonly ItemRow[] | undefined
}

async function readRecord<Kept>(db: IDBDatabase, store: string, key: string): Promise<Kept | undefined> {
  return await new Promise((resolve, reject) => {
    const request: IDBRequest<Kept | undefined> = db.transaction(store, 'readonly').objectStore(store).get(key)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('The cache could not be read')))
  })
}
