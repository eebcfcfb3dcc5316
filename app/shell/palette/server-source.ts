import type { FoundThing } from '#core/search/found-thing.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemKindId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { PaletteResult, PaletteSource } from '#app/commands/palette-source.ts'
import { recentsStore } from '#app/commands/recents.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { syncStore } from '#app/stores/sync-store.ts'

// Whoever types on asks once, not at every letter.
const PAUSE_MS = 120
// A single letter is in everything.
const SHORTEST = 2

/** What the server finds in the whole studio: spaces that were never opened, comments and revisions. */
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
  // As they were when they were found.
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
  // A moment or a file that a comment names stands in brackets where it is kept.
  const said = title.replace(/@here\[([^\]]*)\]/g, '@here $1')
  return { id: `${kind}:${id}`, kind, title: said, detail, to: url, statusId, thumbnailId, itemKindId }
}

/** What kind of asset an item is; of a shot its name tells. */
function nameAsset(itemKindId: ItemKindId | undefined): string {
  const kind = itemKindId && clientStore.get().studio?.replica.find('item_kinds', itemKindId)
  return kind?.itemType === 'asset' ? kind.name : ''
}
