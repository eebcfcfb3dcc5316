import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { tidy } from '#core/boards/arrange.ts'
import { findFreePlace } from '#core/boards/free-place.ts'
import { boundsOf, initialSize, type Point, type Size } from '#core/boards/geometry.ts'
import { toBoard } from '#core/boards/camera.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { newId, type CanvasItemId, type MediaId } from '#core/lib/ids.ts'
import { checkBlob } from '#core/revisions/check-blob.ts'
import { uploadFiles } from '#core/sync/uploads/upload-files.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { boxOf, frameAll, addSelected, type BoardModel } from './board-model.ts'

type Laid = { readonly media: MediaRow; readonly size: Partial<Size> }

/** Returns a new object with its defaults. */
export function makeObject(
  model: BoardModel,
  object: Pick<CanvasItemRow, 'type' | 'x' | 'y' | 'width' | 'height'>,
): CanvasItemRow {
  return {
    id: model.client.ids.newId<CanvasItemId>(),
    mediaId: undefined,
    text: undefined,
    rotation: 0,
    zIndex: nextHeight(model),
    groupId: undefined,
    isLocked: false,
    opacity: 1,
    fontSize: 16,
    color: undefined,
    crop: undefined,
    ...object,
  }
}

/** Returns the z-index above everything else. */
export function nextHeight({ board }: BoardModel): number {
  return (board.getItems().at(-1)?.zIndex ?? 0) + 1
}

/** Returns where a new object goes: at the pointer, or in the middle of the view. */
export function getPlaceForNew({ view, pointer: { at } }: BoardModel): { point: Point; isPointed: boolean } {
  const { camera, window } = view.get()
  return {
    point: toBoard(camera, at ?? { x: window.width / 2, y: window.height / 2 }),
    isPointed: at !== undefined,
  }
}

/** Uploads files and adds them to the board around a point. Files other than images and videos are refused. */
export async function placeFiles(model: BoardModel, files: readonly File[], at?: Point): Promise<void> {
  const { client, board, projectId } = model
  const taken: {
    readonly id: MediaId
    readonly fileName: string
    readonly body: Blob
    readonly size: Partial<Size>
  }[] = []
  for (const file of files) {
    const type = await checkBlob(file.name, file)
    if (!type.ok) reportFailure(type.error)
    else if (!['image', 'video'].includes(mediaKindOf(type.value)))
      showToast({ kind: 'error', text: `${file.name} is neither an image nor a video.` })
    else {
      const body = new Blob([file], { type: type.value })
      taken.push({ id: newId<MediaId>(), fileName: file.name, body, size: await measure(body) })
    }
  }
  if (taken.length === 0) return
  const rows = await uploadFiles(taken, { studioId: board.studioId, projectId }, client)
  await placeOnBoard(
    model,
    rows.map((media, index) => {
      const size = taken[index]?.size ?? {}
      const sides = { width: size.width && Math.round(size.width), height: size.height && Math.round(size.height) }
      return { media: { ...media, ...sides }, size }
    }),
    at,
  )
}

/** Adds files that are already on the server, such as another task's. */
export async function placeMedia(model: BoardModel, media: readonly MediaRow[], at?: Point): Promise<void> {
  await placeOnBoard(
    model,
    media.map((row) => ({ media: row, size: sizeOf(row) })),
    at,
  )
}

function sizeOf({ width, height }: MediaRow): Partial<Size> {
  return width === undefined || height === undefined ? {} : { width, height }
}

async function placeOnBoard(model: BoardModel, laid: readonly Laid[], wanted: Point | undefined): Promise<void> {
  const at = wanted ?? (laid.length === 1 ? getPlaceForNew(model).point : placeBelow(model))
  const isEmpty = model.board.getItems().length === 0
  const height = nextHeight(model)
  const objects = laid.map(({ media, size }, index): CanvasItemRow => {
    const type = mediaKindOf(media.contentType) === 'video' ? 'video' : 'image'
    const sides = initialSize(size)
    const place =
      laid.length === 1 ? { x: at.x - sides.width / 2, y: at.y - sides.height / 2 } : { x: at.x + index, y: at.y }
    return { ...makeObject(model, { type, ...place, ...sides }), mediaId: media.id, zIndex: height + index }
  })
  const places = laid.length === 1 ? new Map<CanvasItemId, Point>() : tidy(objects)
  const add = moveBesideOthers(
    model,
    objects.map((object) => ({ ...object, ...places.get(object.id) })),
  )
  const media = laid.map((one) => one.media)
  const result = await addSelected(model, {
    label: add.length === 1 ? 'Add' : `Add ${add.length} files`,
    add,
    isApart: true,
    media,
  })
  if (!result.ok) reportFailure(result.error)
  else if (isEmpty || add.length > 1) frameAll(model)
}

/** Moves new objects together to where they cover nothing. */
export function moveBesideOthers(model: BoardModel, objects: readonly CanvasItemRow[]): readonly CanvasItemRow[] {
  const box = boxOf(objects)
  if (box === undefined) return objects
  const { x, y } = findFreePlace(box, model.board.getItems().map(boundsOf))
  return objects.map((object) => ({ ...object, x: object.x + x - box.x, y: object.y + y - box.y }))
}

const roomBelow = 40

/** Returns a place below everything else: many objects at once would cover it. */
function placeBelow(model: BoardModel): Point {
  const box = boxOf(model.board.getItems())
  return box === undefined ? getPlaceForNew(model).point : { x: box.x, y: box.y + box.height + roomBelow }
}

const PATIENCE_MS = 4000

/** Measures a picture or film; empty if this browser cannot read it. */
async function measure(body: Blob): Promise<Partial<Size>> {
  try {
    if (mediaKindOf(body.type) === 'video') return await measureFilm(body)
    return await measurePicture(body)
  } catch {
    return {}
  }
}

/** Measures without decoding: sixty photographs would take a minute. */
async function measurePicture(body: Blob): Promise<Partial<Size>> {
  const image = new Image()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  image.addEventListener('load', resolve)
  image.addEventListener('error', reject)
  image.src = URL.createObjectURL(body)
  try {
    await promise
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

async function measureFilm(body: Blob): Promise<Partial<Size>> {
  const film = document.createElement('video')
  film.preload = 'metadata'
  film.src = URL.createObjectURL(body)
  const { promise, resolve } = Promise.withResolvers<Partial<Size>>()
  film.addEventListener('loadedmetadata', () => resolve({ width: film.videoWidth, height: film.videoHeight }))
  film.addEventListener('error', () => resolve({}))
  setTimeout(() => resolve({}), PATIENCE_MS)
  try {
    return await promise
  } finally {
    URL.revokeObjectURL(film.src)
  }
}
