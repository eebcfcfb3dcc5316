import { packFiles, type PackedFile } from '#core/domain/zip.ts'
import type { CanvasItemRow } from '#core/domain/rows.ts'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { BoardModel } from './board-model.ts'

const BATCH = 500

/** Saves what is selected, or else everything, as one file: the originals by their names, and board.json with where they lie. */
export async function exportBundle(model: BoardModel): Promise<void> {
  const selected = model.getSelected()
  const items = selected.length > 0 ? selected : model.board.getItems()
  const names = nameFiles(model, items)
  const ids = [...names.keys()]
  const files: PackedFile[] = []
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    const urls = await model.client.gateway.loadMediaUrls(batch)
    for (const id of batch) {
      const body = await loadOriginal(model, id, urls.get(id))
      const name = names.get(id)
      if (body !== undefined && name !== undefined) files.push({ name, body })
    }
  }
  const layout = items.map(({ mediaId, ...thing }) => ({ ...thing, file: mediaId && names.get(mediaId) }))
  const described = new TextEncoder().encode(JSON.stringify({ name: model.name, things: layout }, undefined, 2))
  const bundle = packFiles([{ name: 'board.json', body: described }, ...files])
  saveFile(new Blob([...bundle], { type: 'application/zip' }), fileNameOf(model.name, 'zip'))
  const missing = names.size - files.length
  if (missing > 0)
    showToast({ kind: 'error', text: `${missing} of the originals could not be read and are not in the file.` })
}

/** Each file's name in the bundle; names that are taken get a number. */
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

async function loadOriginal(
  { client }: BoardModel,
  id: MediaId,
  url: string | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // What has not been sent yet is still on this device.
  const here = await client.uploads.findFile(id)
  if (here !== undefined) return new Uint8Array(await here.arrayBuffer())
  if (url === undefined) return undefined
  const answer = await fetch(url).catch(() => undefined)
  return answer?.ok === true ? new Uint8Array(await answer.arrayBuffer()) : undefined
}
