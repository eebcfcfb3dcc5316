import { Layer } from 'konva/lib/Layer.js'
import { Rect } from 'konva/lib/shapes/Rect.js'
import { Transformer } from 'konva/lib/shapes/Transformer.js'
import { Shape } from 'konva/lib/Shape.js'
import { Stage } from 'konva/lib/Stage.js'
import { toScreen, viewOf } from '#core/domain/board-camera.ts'
import { boundsOf, overlaps, type Placed } from '#core/domain/board-geometry.ts'
import type { CanvasItemRow } from '#core/domain/rows.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import { heightOfText } from './lay-out-text.ts'
import { paintGrid, paintItems, type Brush } from './paint-items.ts'
import { makeSnapshot } from './scene-snapshot.ts'
import { follows, frameOf } from './shape-things.ts'

/** From so many things in view on, their drawing is kept. */
const MANY = 600

/** Somebody else's selection, in their colour. */
export type OtherSelection = { readonly color: string; readonly ids: readonly CanvasItemId[] }

type StageDeps = {
  readonly model: Pick<BoardModel, 'board' | 'view' | 'getIndex' | 'getSelected' | 'getMovable' | 'canEdit' | 'change'>
  readonly container: HTMLDivElement
  readonly getBrush: () => Brush
  readonly onBeforePaint: () => void
  readonly getOthers: () => readonly OtherSelection[]
}

/** The drawn board: one layer of everything that lies in view, and one with frames and handles over it. */
export type BoardStage = {
  readonly stage: Stage
  /** Draws at once; for measurements. */
  readonly draw: () => void
  /** Draws in the next frame. */
  readonly invalidate: () => void
  readonly isHandle: (target: unknown) => boolean
  /** Puts back what a handle has dragged. */
  readonly cancel: () => void
  readonly close: () => void
}

export function makeBoardStage(deps: StageDeps): BoardStage {
  const { model, container } = deps
  emptyWithoutHtml(container)
  const stage = new Stage({ container, width: container.clientWidth, height: container.clientHeight })
  const snapshot = makeSnapshot()
  const [ground, overlay] = [new Layer({ listening: false }), new Layer()]
  ground.add(
    new Shape({ listening: false, perfectDrawEnabled: false, sceneFunc: () => paintGround(deps, ground, snapshot) }),
  )
  overlay.add(new Shape({ listening: false, perfectDrawEnabled: false, sceneFunc: () => paintMarks(deps, overlay) }))
  stage.add(ground, overlay)
  const frame = makeFrame(deps, overlay)

  let requested: number | undefined
  const draw = (): void => {
    requested = undefined
    const { width, height } = model.view.get().window
    if (stage.width() !== width || stage.height() !== height) stage.size({ width, height })
    frame.follow()
    deps.onBeforePaint()
    ground.draw()
    overlay.draw()
  }
  return {
    stage,
    draw,
    invalidate: () => {
      requested ??= requestAnimationFrame(draw)
    },
    isHandle: frame.isHandle,
    cancel: frame.cancel,
    close: () => {
      if (requested !== undefined) cancelAnimationFrame(requested)
      stage.destroy()
    },
  }
}

/** The library empties its element by writing HTML, which Trusted Types refuse; on this one element that only empties it. */
function emptyWithoutHtml(container: HTMLElement): void {
  Object.defineProperty(container, 'innerHTML', {
    configurable: true,
    set: () => {
      container.replaceChildren()
    },
  })
}

/** What lies in view, with what a gesture moves where the gesture has it. */
function itemsInView({ view, board, getIndex }: StageDeps['model']): readonly CanvasItemRow[] {
  const { camera, window, drafts, writing } = view.get()
  const box = viewOf(camera, window)
  const found = getIndex().within(box)
  if (drafts.size === 0 && writing?.id === undefined) return found
  const still = found.filter(({ id }) => !drafts.has(id) && id !== writing?.id)
  if (drafts.size === 0) return still
  const moved = [...drafts].flatMap(([id, draft]) => {
    const row = board.find(id)
    return row !== undefined && overlaps(boundsOf(draft), box) ? [{ ...row, ...draft }] : []
  })
  return [...still, ...moved].sort((one, other) => one.zIndex - other.zIndex)
}

function paintGround({ model, getBrush }: StageDeps, layer: Layer, snapshot: ReturnType<typeof makeSnapshot>): void {
  const canvas = layer.getNativeCanvasElement().getContext('2d')
  if (canvas === null) return
  const { camera, window } = model.view.get()
  const pixelRatio = layer.getCanvas().getPixelRatio()
  const brush = getBrush()
  canvas.save()
  paintGrid(canvas, { camera, pixelRatio, size: window, color: brush.palette.grid })
  const items = itemsInView(model)
  if (items.length < MANY || model.view.get().drafts.size > 0) paintItems(canvas, items, { brush, camera, pixelRatio })
  else {
    const index = model.getIndex()
    snapshot(canvas, {
      camera,
      pixelRatio,
      view: viewOf(camera, window),
      bounds: index.bounds,
      of: [index, model.view.get().writing?.id, brush.palette, brush.getVersion()],
      paint: (context, at, box) => paintItems(context, index.within(box), { brush, camera: at, pixelRatio }),
    })
  }
  canvas.restore()
}

/** Frames around what is selected, focused, selected by others, and around the area being selected. */
function paintMarks({ model, getBrush, getOthers }: StageDeps, layer: Layer): void {
  const canvas = layer.getNativeCanvasElement().getContext('2d')
  if (canvas === null) return
  const { palette } = getBrush()
  const { camera, selection, drafts, focused, area } = model.view.get()
  const ratio = layer.getCanvas().getPixelRatio()
  const outline = (placed: Placed, color: string, widthPx: number): void => {
    const at = toScreen(camera, { x: placed.x + placed.width / 2, y: placed.y + placed.height / 2 })
    const [width, height] = [placed.width * camera.zoom, placed.height * camera.zoom]
    canvas.save()
    canvas.scale(ratio, ratio)
    canvas.translate(at.x, at.y)
    canvas.rotate((placed.rotation * Math.PI) / 180)
    canvas.strokeStyle = color
    canvas.lineWidth = widthPx
    canvas.strokeRect(-width / 2, -height / 2, width, height)
    canvas.restore()
  }
  canvas.save()
  canvas.setTransform(1, 0, 0, 1, 0, 0)
  const placeOf = (id: CanvasItemId): Placed | undefined => drafts.get(id) ?? model.board.find(id)
  for (const { color, ids } of getOthers()) {
    for (const id of ids) {
      const placed = placeOf(id)
      if (placed !== undefined) outline(placed, color, 2)
    }
  }
  for (const id of selection) {
    const placed = placeOf(id)
    if (placed !== undefined) outline(placed, palette.accent, 1.5)
  }
  const around = selection.size > 1 ? frameOf(model.getSelected(), drafts) : undefined
  if (around !== undefined) outline(around, palette.accent, 0.75)
  const focus = focused === undefined ? undefined : placeOf(focused)
  if (focus !== undefined && document.activeElement?.getAttribute('role') === 'option') {
    const gap = 4 / camera.zoom
    const { x, y, width, height, rotation } = focus
    outline({ x: x - gap, y: y - gap, width: width + 2 * gap, height: height + 2 * gap, rotation }, palette.focus, 2)
  }
  if (area !== undefined) {
    const { x, y } = toScreen(camera, area)
    canvas.fillStyle = palette.wash
    canvas.fillRect(x * ratio, y * ratio, area.width * camera.zoom * ratio, area.height * camera.zoom * ratio)
    outline({ ...area, rotation: 0 }, palette.accent, 1)
  }
  canvas.restore()
}

/** The handles around what is selected: they shape an unseen rectangle, and the things follow it. */
// oxlint-disable-next-line max-lines-per-function -- one frame: its handles, what they follow and what follows them
function makeFrame({ model, getBrush }: StageDeps, layer: Layer) {
  const proxy = new Rect({ listening: false, opacity: 0 })
  const handles = new Transformer({
    nodes: [],
    flipEnabled: false,
    ignoreStroke: true,
    anchorSize: 10,
    anchorCornerRadius: 2,
    rotateAnchorOffset: 24,
    rotationSnaps: [-135, -90, -45, 0, 45, 90, 135, 180],
    rotationSnapTolerance: 3,
    borderEnabled: false,
    // Nothing is turned inside out or away.
    boundBoxFunc: (before, after) => (after.width < 4 || after.height < 4 ? before : after),
  })
  layer.add(proxy, handles)
  let from: Placed | undefined

  const toPlaced = (): Placed => {
    const { camera } = model.view.get()
    const [width, height] = [proxy.width() * proxy.scaleX(), proxy.height() * proxy.scaleY()].map(
      (side) => side / camera.zoom,
    )
    const size = { width: width ?? 1, height: height ?? 1 }
    const centre = { x: proxy.x() / camera.zoom + camera.x, y: proxy.y() / camera.zoom + camera.y }
    return { ...size, x: centre.x - size.width / 2, y: centre.y - size.height / 2, rotation: proxy.rotation() }
  }
  const follow = (): void => {
    if (from !== undefined) return
    const { camera, writing, tool } = model.view.get()
    const items = model.canEdit() && writing === undefined && tool === 'select' ? model.getMovable() : []
    const placed = frameOf(items, model.view.get().drafts)
    if (placed === undefined) {
      if (handles.nodes().length > 0) handles.nodes([])
      return
    }
    const at = toScreen(camera, { x: placed.x + placed.width / 2, y: placed.y + placed.height / 2 })
    const [width, height] = [placed.width * camera.zoom, placed.height * camera.zoom]
    proxy.setAttrs({
      ...at,
      width,
      height,
      offsetX: width / 2,
      offsetY: height / 2,
      scaleX: 1,
      scaleY: 1,
      rotation: placed.rotation,
    })
    const { palette } = getBrush()
    const isText = items.length === 1 && items[0]?.type === 'text'
    const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right']
    handles.setAttrs({
      anchorStroke: palette.accent,
      enabledAnchors: isText ? [...corners, 'middle-left', 'middle-right', 'top-center', 'bottom-center'] : corners,
    })
    if (handles.nodes().length === 0) handles.nodes([proxy])
    else handles.forceUpdate()
  }
  handles.on('transformstart', () => {
    from = frameOf(model.getMovable(), new Map())
  })
  handles.on('transform', () => {
    if (from === undefined) return
    const { font } = getBrush().palette
    const drag = { from, to: toPlaced(), heightOf: heightOfText(font) }
    model.view.set({ drafts: new Map(model.getMovable().map((item) => [item.id, follows(item, drag)])) })
  })
  handles.on('transformend', () => {
    from = undefined
    void commitDrafts(model, 'Resize or rotate')
  })
  return {
    follow,
    isHandle: (target: unknown): boolean => handles.getChildren().some((child) => child === target),
    cancel: () => {
      if (from === undefined) return
      model.view.set({ drafts: new Map() })
      handles.stopTransform()
    },
  }
}

/** Writes down where a gesture left things. */
export async function commitDrafts(
  { view, change }: Pick<BoardModel, 'view' | 'change'>,
  label: string,
): Promise<void> {
  const { drafts } = view.get()
  if (drafts.size === 0) return
  // The replica shows the change before this resolves, so that nothing jumps back in between.
  const changing = change({ label, set: [...drafts].map(([id, fields]) => ({ id, fields })) })
  view.set({ drafts: new Map() })
  await changing
}
