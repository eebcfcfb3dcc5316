import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import Konva from 'konva'
import { fit, type Camera } from '#core/boards/camera.ts'
import { boundsOf, unionOf } from '#core/boards/geometry.ts'
import { makeBoardIndex, type BoardIndex } from '#core/boards/index-by-place.ts'
import type { Stage } from 'konva/lib/Stage.js'
import { createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KonvaRenderer } from 'react-konva/lib/ReactKonvaCore.js'
import { newId, toId, type CanvasItemId, type MediaId, type ProjectId, type StudioId } from '#core/lib/ids.ts'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { BoardStage } from '#app/widgets/board/board-stage.tsx'
import { makeBoardView } from '#app/widgets/board/board-view.ts'
import { makePictures, mostPixels } from '#app/widgets/board/pictures.ts'

/** The same board for both: this many pictures in rows, with fifty different contents. */
const COUNT = 5000
const CONTENTS = 50
const window_ = { width: 1600, height: 900 }
const pictureSize = { width: 640, height: 360 }

export type Drawn = {
  readonly pan: number
  readonly panAll: number
  readonly fit: number
  readonly fitAll: number
  readonly open: number
}

const contents = Array.from({ length: CONTENTS }, (_, index) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, pictureSize)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  for (let stripe = 0; stripe < 40; stripe += 1) {
    context.fillStyle = `hsl(${(index * 37 + stripe * 9) % 360} 60% 50%)`
    context.fillRect(stripe * 16, 0, 16, pictureSize.height)
  }
  return canvas
})

const rows = Array.from({ length: COUNT }, (_, index): CanvasItemRow => {
  return {
    id: newId<CanvasItemId>(), type: 'image', mediaId: toId<MediaId>(`media ${index}`), text: undefined,
    x: (index % 80) * 180, y: Math.floor(index / 80) * 110, width: 160, height: 90, rotation: 0, zIndex: index,
    groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined,
  } // prettier-ignore
})
const all = unionOf(rows.map(boundsOf)) ?? { x: 0, y: 0, width: 1, height: 1 }
const whole = fit(all, window_, 50)

function contentOf(id: string): HTMLCanvasElement {
  const content = contents[Number(id.slice(6)) % CONTENTS]
  if (content === undefined) throw new Error('no content')
  return content
}

function makeContainer(): HTMLDivElement {
  const container = document.createElement('div')
  container.style.width = `${window_.width}px`
  container.style.height = `${window_.height}px`
  document.body.replaceChildren(container)
  return container
}

type Plan = {
  readonly draw: (camera: { x: number; y: number; zoom: number }) => void
  readonly canvas: () => HTMLCanvasElement
}

/** Returns medians over many drawings: script time alone, and until a pixel can be read back. */
async function time(
  { draw, canvas }: Plan,
  cameraAt: (step: number) => { x: number; y: number; zoom: number },
  steps: number,
) {
  const [script, pixels]: [number[], number[]] = [[], []]
  for (let step = 0; step < steps; step += 1) {
    const start = performance.now()
    draw(cameraAt(step))
    script.push(performance.now() - start)
    canvas().getContext('2d')?.getImageData(0, 0, 1, 1)
    pixels.push(performance.now() - start)
    await new Promise(requestAnimationFrame)
  }
  const median = (times: number[]): number => times.sort((one, other) => one - other)[times.length >> 1] ?? 0
  return { script: median(script), pixels: median(pixels) }
}

async function measure(plan: Plan, open: number): Promise<Drawn> {
  const pan = await time(plan, (step) => ({ x: 2000 + step * 24, y: 1500 + step * 9, zoom: 1 }), 120)
  const fitted = await time(plan, (step) => ({ ...whole, x: whole.x + step }), 40)
  return { pan: pan.script, panAll: pan.pixels, fit: fitted.script, fitAll: fitted.pixels, open }
}

/** Konva as in its documentation: one layer with one image per picture, moved and scaled as a whole. */
async function measurePeer(): Promise<Drawn> {
  const start = performance.now()
  const stage = new Konva.Stage({ container: makeContainer(), ...window_ })
  const layer = new Konva.Layer()
  for (const { x, y, width, height, mediaId = '' } of rows) {
    layer.add(new Konva.Image({ x, y, width, height, image: contentOf(mediaId), draggable: true }))
  }
  stage.add(layer)
  layer.draw()
  const open = performance.now() - start
  const draw = ({ x, y, zoom }: { x: number; y: number; zoom: number }): void => {
    layer.setAttrs({ x: -x * zoom, y: -y * zoom, scaleX: zoom, scaleY: zoom })
    layer.draw()
  }
  const drawn = await measure({ draw, canvas: () => layer.getNativeCanvasElement() }, open)
  stage.destroy()
  return drawn
}

/** The product's board over a replica loaded from a record in IndexedDB. */
async function openProduct() {
  await keep(rows)
  const container = makeContainer()
  const start = performance.now()
  const replica = makeReplica(`board:${toId<ProjectId>('p')}`)
  replica.restore({ scope: replica.scope, rev: 1, tables: { canvas_items: await read() } })
  const board = makeBoardReplica({ studioId: toId<StudioId>('s'), ownerId: toId<ProjectId>('p') }, replica)
  const view = makeBoardView()
  let index: BoardIndex<CanvasItemRow> | undefined
  const pictures = makePictures<ImageBitmap>({
    load: async (id, side) => {
      const scale = Math.min(1, side / pictureSize.width)
      const [resizeWidth, resizeHeight] = [pictureSize.width * scale, pictureSize.height * scale].map(Math.round)
      return [
        await createImageBitmap(contentOf(id), { resizeWidth: resizeWidth ?? 1, resizeHeight: resizeHeight ?? 1 }),
      ]
    },
    mostPixels,
    parallel: 6,
  })
  const palette = { page: '#111', grid: '#222', empty: '#333', text: '#eee', accent: '#59f', focus: '#9cf', wash: '#2345', mark: '#fff', markGround: '#0008', font: 'sans-serif' } // prettier-ignore
  view.set({ window: window_, camera: whole })
  const model = {
    board,
    view,
    getIndex: () => (index ??= makeBoardIndex(board.getItems())),
    getSelected: () => [],
    getMovable: () => [],
    canEdit: () => true,
    change: async () => await Promise.resolve({ ok: true, value: undefined } as const),
  }
  const stage = createRef<Stage>()
  const root = createRoot(container)
  flushSync(() =>
    root.render(<BoardStage ref={stage} model={model} people={[]} pictures={pictures} palette={palette} />),
  )
  stage.current?.draw()
  const open = performance.now() - start
  /** A frame's full work: the components' own, plus the drawing that the library would do in the next frame. */
  const draw = (camera: Camera): void => {
    view.set({ camera })
    KonvaRenderer.flushSyncWork()
    stage.current?.draw()
  }
  /** Shows a place until all its pictures have loaded. */
  const settle = async (camera: Camera, patienceMs: number): Promise<void> => {
    for (let before = -1; pictures.getVersion() !== before;) {
      before = pictures.getVersion()
      draw(camera)
      await new Promise((resolve) => {
        setTimeout(resolve, patienceMs)
      })
    }
  }
  const canvas = (): HTMLCanvasElement =>
    stage.current?.getLayers()[0]?.getNativeCanvasElement() ?? document.createElement('canvas')
  return { canvas, pictures, open, draw, settle, close: () => root.unmount() }
}

async function measureProduct(): Promise<Drawn> {
  const { canvas, open, draw, settle, close } = await openProduct()
  // One-time waits must not be part of later drawings.
  for (const camera of [
    whole,
    { x: 2000, y: 1500, zoom: 1 },
    { x: 3500, y: 2100, zoom: 1 },
    { x: 5000, y: 2600, zoom: 1 },
  ])
    await settle(camera, 400)
  const drawn = await measure({ draw, canvas }, open)
  close()
  return drawn
}

/**
 * Returns the bytes of decoded pictures: the most held while every part of the board is shown, and all of them in full
 * size.
 */
async function measureMemory(): Promise<{ readonly held: number; readonly whole: number }> {
  const { pictures, settle, close } = await openProduct()
  let held = 0
  for (let { y } = all; y < all.y + all.height; y += window_.height) {
    for (let { x } = all; x < all.x + all.width; x += window_.width) {
      await settle({ x, y, zoom: 1 }, 60)
      held = Math.max(held, pictures.getPixels())
    }
  }
  close()
  return { held: held * 4, whole: COUNT * pictureSize.width * pictureSize.height * 4 }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('bench-board', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('scopes')
  return await promised(request)
}

async function keep(items: readonly CanvasItemRow[]): Promise<void> {
  const database = await openDatabase()
  await promised(database.transaction('scopes', 'readwrite').objectStore('scopes').put(items, 'board'))
  database.close()
}

async function read(): Promise<readonly CanvasItemRow[]> {
  const database = await openDatabase()
  return await promised<readonly CanvasItemRow[]>(database.transaction('scopes').objectStore('scopes').get('board'))
}

function promised<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

Object.assign(globalThis, { measurePeer, measureProduct, measureMemory })
