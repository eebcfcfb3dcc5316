import { getWholeSide } from '#core/boards/crop.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { boxOf } from './board-model.ts'
import type { BoardPage } from './board-page.ts'
import { makeLoadPicture } from './load-picture.ts'
import { paintItems } from './paint-items.ts'
import { getPictureLevel } from './pictures.ts'

const margin = 20
/** Beyond this, browsers refuse a canvas or run out of memory. */
const MOST_SIDE = 8192
const SHARPNESS = 2

/** Saves the selection, or else everything, as one PNG, at up to twice its size on the board. */
export async function exportPng({ model, brush }: BoardPage): Promise<void> {
  const selected = model.getSelected()
  const items = selected.length > 0 ? selected : model.board.getItems()
  const box = boxOf(items)
  if (box === undefined) return
  const zoom = Math.min(SHARPNESS, (MOST_SIDE - 2 * margin) / Math.max(box.width, box.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.ceil((box.width + 2 * margin) * zoom)),
    Math.max(1, Math.ceil((box.height + 2 * margin) * zoom)),
  )
  const context = canvas.getContext('2d')
  if (context === null) return
  const { palette } = brush
  context.fillStyle = palette.page
  context.fillRect(0, 0, canvas.width, canvas.height)
  const camera = { x: box.x - margin, y: box.y - margin, zoom }
  const load = makeLoadPicture(model)
  let missing = 0
  // One at a time: a large board's pictures at full size would not fit into memory together.
  for (const item of items) {
    const bitmaps = await loadFor(item.mediaId, getWholeSide(item) * zoom, load)
    if (item.mediaId !== undefined && bitmaps === undefined) missing += 1
    paintItems(context, [item], {
      brush: { palette, findPicture: () => bitmaps?.[0] },
      camera,
      pixelRatio: 1,
    })
    for (const bitmap of bitmaps ?? []) bitmap.close()
  }
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), fileNameOf(model.name, 'png'))
  if (missing > 0) showToast({ kind: 'error', text: `${missing} of the files could not be read and are grey.` })
}

type Load = ReturnType<typeof makeLoadPicture>

const TRIES = 20
const PAUSE_MS = 250

/** Retries, because a file's URL arrives shortly after it is first requested. */
async function loadFor(id: MediaId | undefined, side: number, load: Load) {
  if (id === undefined) return undefined
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const bitmaps = await load(id, getPictureLevel(side)).catch(() => undefined)
    if (bitmaps !== undefined) return bitmaps
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
  return undefined
}
