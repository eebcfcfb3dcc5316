import type { FoundThing } from '#core/search/found-thing.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemKindId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { PaletteResult, PaletteSource } from '#app/commands/palette-source.ts'
import { recentsStore } from '#app/commands/recents.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { syncStore } from '#app/stores/sync-store.ts'

// Fast typing makes one request, not one per letter.
const PAUSE_MS = 120
// A single letter matches everything.
const SHORTEST = 2

/** Searches the whole studio on the server: spaces never opened here, comments and revisions. */
export const serverSource: PaletteSource = {
  id: 'server',
  isRemote: true,
  search: async (query, { limit, signal }) => {
    const { client, studio } = clientStore.get()
    if (client === undefined || studio === undefined || query.trim().length < SHORTEST) return []
    if (!syncStore.isOnline) throw new AppError('offline', messages.offline)
    await pause(signal)
    if (signal.aborted) return []
    const found = await client.gateway.searchStudio({ studioId: studio.studioId, query, limit, signal })
    return found.map(toResult)
  },
  // As they were when found.
  find: async (ids) => await Promise.resolve(recentsStore.found.filter(({ id }) => ids.includes(id))),
}

async function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PAUSE_MS)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  await promise
}

function toResult(thing: FoundThing): PaletteResult {
  const { kind, id, title, text, place, url, statusId, thumbnailId, itemKindId } = thing
  const detail = [nameAsset(itemKindId), text, place].filter((part) => part !== '').join(' · ')
  // Comments store a referenced moment or file in brackets.
  const said = title.replace(/@here\[([^\]]*)\]/g, '@here $1')
  return { id: `${kind}:${id}`, kind, title: said, detail, to: url, statusId, thumbnailId, itemKindId }
}

/** Returns the name of an asset's kind; a shot is recognisable by its name. */
function nameAsset(itemKindId: ItemKindId | undefined): string {
  const kind = itemKindId && clientStore.get().studio?.replica.find('item_kinds', itemKindId)
  return kind?.itemType === 'asset' ? kind.name : ''
}
