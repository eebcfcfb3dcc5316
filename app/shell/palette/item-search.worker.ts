import type { ItemRow } from '#core/schema/items.ts'
import type { SpaceId, UserId } from '#core/lib/ids.ts'
import { makeItemCorpus } from './item-corpus.ts'
import type { ItemSearchAnswer, ItemSearchRequest } from './item-search-messages.ts'

// Reads the replica's cache itself: handing a hundred thousand names over would hold up the page.

const corpus = makeItemCorpus()
// Questions wait for a refresh that was asked for before them.
let ready: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ItemSearchRequest>) => {
  if (data.kind === 'refresh') {
    // A cache that cannot be read is an empty one.
    ready = ready.then(async () => await refresh(data)).catch(() => undefined)
    return
  }
  void ready.then(() => {
    const items = data.kind === 'search' ? corpus.search(data.query, data.limit) : corpus.find(data.itemIds)
    postMessage({ id: data.id, items } satisfies ItemSearchAnswer)
  })
})

/** As the store of the replica names it; importing the store would bring its library along. */
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

/** The database as it is; one that is not there yet is not made. */
async function open(name: string): Promise<IDBDatabase | undefined> {
  return await new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('success', () => {
      const db = request.result
      // Whoever signs out must not wait for the search.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      resolve(undefined)
    })
  })
}

/** What the cache keeps of a scope, as far as it is read here: its rows, or where they lie. */
type ScopeRecord = {
  readonly cached?: { readonly tables?: { readonly items?: readonly ItemRow[] } }
  readonly pieces?: { readonly items?: readonly string[] }
}

async function readItems(db: IDBDatabase, spaceId: SpaceId): Promise<readonly ItemRow[] | undefined> {
  const record = await readRecord<ScopeRecord>(db, 'scopes', `space:${spaceId}`)
  const keys = record?.pieces?.items
  if (keys === undefined) return record?.cached?.tables?.items
  const pieces = await Promise.all(
    keys.map(async (key) => await readRecord<{ readonly rows: readonly ItemRow[] }>(db, 'pieces', key)),
  )
  return pieces.flatMap((piece) => piece?.rows ?? [])
}

async function readRecord<Kept>(db: IDBDatabase, store: string, key: string): Promise<Kept | undefined> {
  return await new Promise((resolve, reject) => {
    const request: IDBRequest<Kept | undefined> = db.transaction(store, 'readonly').objectStore(store).get(key)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('The cache could not be read')))
  })
}
