import { fetchStored } from '#core/lib/storage-check.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { BoardModel } from './board-model.ts'

const BATCH = 500

/**
 * Saves the selection, or else everything, as one archive: the originals under their names, and board.json with their
 * layout.
 */
export async function exportBundle(model: BoardModel): Promise<void> {
  const { downloadZip } = await import('client-zip')
  const selected = model.getSelected()
  const items = selected.length > 0 ? selected : model.board.getItems()
  const names = nameFiles(model, items)
  const layout = items.map(({ mediaId, ...thing }) => ({ ...thing, file: mediaId && names.get(mediaId) }))
  const input = JSON.stringify({ name: model.name, things: layout }, undefined, 2)
  let missing = names.size

  async function* listFiles() {
    yield { name: 'board.json', input }
    for await (const file of loadOriginals(model, names)) {
      missing -= 1
      yield file
    }
  }
  // Each file is handed to the browser before the next is read: the browser may keep what it holds on disk.
  saveFile(await downloadZip(listFiles()).blob(), fileNameOf(model.name, 'zip'))
  if (missing > 0)
    showToast({ kind: 'error', text: `${missing} of the originals could not be read and are not in the file.` })
}

/** Loads the originals that can be read, a batch at a time. */
async function* loadOriginals(model: BoardModel, names: ReadonlyMap<MediaId, string>) {
  const files = [...names]
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH)
    const urls = await model.client.gateway.loadMediaUrls(batch.map(([id]) => id))
    for (const [id, name] of batch) {
      const input = await loadOriginal(model, id, urls.get(id))
      if (input !== undefined) yield { name, input }
    }
  }
}

/** Names each file in the bundle; duplicate names get a number. */
function nameFiles(
  { board }: Pick<BoardModel, 'board'>,
  items: readonly CanvasItemRow[],
): ReadonlyMap<MediaId, string> {
  const names = new Map<MediaId, string>()
  const taken = new Set<string>()
  for (const { mediaId } of items) {
    if (mediaId === undefined || names.has(mediaId)) continue
    const filename = (board.findMedia(mediaId)?.filename ?? mediaId).replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    const [, base = filename, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(filename) ?? []
    let name = filename
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}-${number}${extension}`
    taken.add(name.toLowerCase())
    names.set(toId<MediaId>(mediaId), `originals/${name}`)
  }
  return names
}

async function loadOriginal({ client }: BoardModel, id: MediaId, url: string | undefined): Promise<Blob | undefined> {
  // Files not yet uploaded are still on this device.
  const here = await client.uploads.findFile(id)
  if (here !== undefined || url === undefined) return here
  const answer = await fetchStored(url).catch(() => undefined)
  return answer?.ok === true ? await answer.blob().catch(() => undefined) : undefined
}
