import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { clampZoom, panBy, pinch, toBoard, toScreen, zoomAt } from '#core/boards/camera.ts'
import { isOn, snap, type Box, type Point } from '#core/boards/geometry.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { Stage } from 'konva/lib/Stage.js'
import type { Transformer } from 'konva/lib/shapes/Transformer.js'
import type { CanvasItemId } from '#core/lib/ids.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { boxOf, commitDrafts, select, withGroups, type BoardModel } from './board-model.ts'
import type { Draft } from './board-view.ts'
import { finishCrop } from './cropping.ts'
import { duplicateObjects } from './duplicate-objects.ts'

type Gesture = {
  readonly move: (at: Point, event: PointerEvent) => void
  readonly end: (event: PointerEvent) => void
  /** Restores what it has changed so far. */
  readonly cancel: () => void
}

type PointerDeps = {
  readonly model: BoardModel
  readonly stage: Stage
  readonly container: HTMLElement
  readonly onPick: (at: Point) => void
  /** The pointer's position on the board; undefined once it leaves. */
  readonly onPoint: (at: Point | undefined) => void
}

/** A press that moves no further than this is a click. */
const CLICK_PX = 3

/** Listens to mouse, pen, touch and wheel, until stopped. */
// oxlint-disable-next-line max-lines-per-function -- one set of listeners over the same state
export function followPointer(deps: PointerDeps): () => void {
  const { model, stage, container, onPoint } = deps
  const { view } = model
  const stopped = new AbortController()
  const { signal } = stopped
  const fingers = new Map<number, Point>()
  let gesture: Gesture | undefined
  let isSpaceHeld = false
  let isCtrlHeld = false

  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const down = (event: PointerEvent): void => {
    fingers.set(event.pointerId, at(event))
    if (fingers.size === 2) {
      gesture?.cancel()
      gesture = startPinch(model, fingers)
    } else if (fingers.size === 1) gesture = begin(deps, event, { at: at(event), isSpaceHeld })
  }
  stage.on('pointerdown.board', ({ target, evt }) => {
    if (target.getParent()?.getClassName() !== 'Transformer') down(evt)
  })
  const onMove = (event: PointerEvent): void => {
    const point = at(event)
    if (event.target instanceof Node && container.contains(event.target)) {
      model.pointer.at = point
      onPoint(toBoard(view.get().camera, point))
    }
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point)
    if (gesture !== undefined) gesture.move(point, event)
    else if (event.pointerType !== 'touch') hover(model, point, container.contains(event.target as Node))
  }
  const onUp = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return
    if (event.type === 'pointercancel') gesture?.cancel()
    else gesture?.end(event)
    gesture = undefined
  }
  const onLeave = (event: PointerEvent): void => {
    onPoint(undefined)
    // A menu opened over the board acts at the point where it was opened.
    const isInMenu = event.relatedTarget instanceof Element && event.relatedTarget.closest('[role="menu"]') !== null
    if (!isInMenu) model.pointer.at = undefined
  }
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault()
    const { camera } = view.get()
    if (event.ctrlKey || event.metaKey) {
      // A trackpad pinch arrives as a wheel event with Ctrl that nobody holds.
      const { least, most } = event.ctrlKey && !isCtrlHeld ? boardLimits.pinchZoom : boardLimits.zoom
      const limits = { least: Math.min(least, camera.zoom), most: Math.max(most, camera.zoom) }
      view.set({ camera: zoomAt(camera, at(event), clampZoom(camera.zoom * Math.exp(-event.deltaY * 0.005), limits)) })
      return
    }
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
    const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY]
    view.set({ camera: panBy(camera, { x: -x * unit, y: -y * unit }) })
  }
  const onKey = (event: KeyboardEvent): void => {
    isCtrlHeld = event.ctrlKey
    if (event.key === 'Escape' && (gesture !== undefined || view.get().drafts.size > 0)) {
      event.preventDefault()
      event.stopPropagation()
      // Ends a handle's drag without writing anything.
      view.set({ drafts: new Map(), cropping: undefined })
      stage.findOne<Transformer>('Transformer')?.stopTransform()
      gesture?.cancel()
      gesture = undefined
    }
    if (event.code !== 'Space' || isControl(event.target)) return
    isSpaceHeld = event.type === 'keydown'
    container.dataset['hand'] = String(isSpaceHeld)
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', onUp, { signal })
  window.addEventListener('keydown', onKey, { signal, capture: true })
  window.addEventListener('keyup', onKey, { signal, capture: true })
  container.addEventListener('wheel', onWheel, { signal, passive: false })
  container.addEventListener('pointerleave', onLeave, { signal })
  container.addEventListener('dblclick', (event) => pressTwice(model, at(event)), { signal })
  return () => {
    stopped.abort()
    stage.off('pointerdown.board')
  }
}

/** Space belongs to a focused field or button; on the board it is the hand tool. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, button, a, [role="menuitem"], dialog') !== null
  )
}

/** Finds the topmost object at a point of the board. */
export function findAt(model: BoardModel, point: Point): CanvasItemRow | undefined {
  return model
    .getIndex()
    .within({ x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1 })
    .findLast((item) => isOn(point, item))
}

type Press = { readonly at: Point; readonly isSpaceHeld: boolean }

function begin(deps: PointerDeps, event: PointerEvent, { at, isSpaceHeld }: Press): Gesture | undefined {
  const { model } = deps
  const { view } = model
  const { tool, camera, writing } = view.get()
  // Blurring the field saves the text being written.
  if (writing !== undefined && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const point = toBoard(camera, at)
  if (tool === 'pick') {
    deps.onPick(point)
    return undefined
  }
  const item = findAt(model, point)
  const { cropping } = view.get()
  if (cropping !== undefined && event.button === 0) {
    // A press outside the picture ends the crop; on the picture only the handles act.
    if (item?.id !== cropping) void finishCrop(model)
    return undefined
  }
  const isHand = tool === 'pan' || isSpaceHeld || event.button === 1
  if (isHand) return startPan(model, at)
  const isTaken = item !== undefined && view.get().selection.has(item.id)
  if (event.button === 2) {
    // A context menu acts on the object it is opened on.
    if (!isTaken) choose(model, item)
    return undefined
  }
  if (event.button !== 0) return undefined
  // A finger pans the board, and drags only objects that were tapped before.
  if (event.pointerType === 'touch' && !isTaken) return startPan(model, at, () => choose(model, item))
  const adds = event.shiftKey || event.ctrlKey || event.metaKey
  const kept = adds ? view.get().selection : new Set<CanvasItemId>()
  if (item === undefined) return startArea(model, point, { kept })
  // Locked objects count as background: areas can be selected over them.
  if (item.isLocked && !adds) return startArea(model, point, { kept, onClick: () => choose(model, item) })
  return press(model, item, { at, adds })
}

function choose(model: BoardModel, item: CanvasItemRow | undefined): void {
  select(model, item === undefined ? [] : [item.id])
  model.view.set({ focused: item?.id })
}

function press(model: BoardModel, item: CanvasItemRow, { at, adds }: { readonly at: Point; readonly adds: boolean }) {
  const { selection } = model.view.get()
  const wasSelected = selection.has(item.id)
  if (adds) {
    const group = withGroups(model, [item.id])
    const rest = [...selection].filter((id) => !group.has(id))
    select(model, wasSelected ? rest : [...rest, ...group])
  } else if (!wasSelected) select(model, [item.id])
  model.view.set({ focused: item.id })
  const clickOnly = (): void => {
    if (!adds && wasSelected) select(model, [item.id])
  }
  return model.canEdit() ? startMove(model, at, clickOnly) : undefined
}

function startPan({ view }: BoardModel, start: Point, onTap?: () => void): Gesture {
  const { camera } = view.get()
  let hasMoved = onTap === undefined
  return {
    move: (at) => {
      hasMoved ||= Math.hypot(at.x - start.x, at.y - start.y) > CLICK_PX
      if (hasMoved) view.set({ camera: panBy(camera, { x: at.x - start.x, y: at.y - start.y }) })
    },
    end: () => {
      if (!hasMoved) onTap?.()
    },
    cancel: () => view.set({ camera }),
  }
}

function startPinch({ view }: BoardModel, fingers: ReadonlyMap<number, Point>): Gesture {
  const { camera } = view.get()
  const middle = (): { readonly centre: Point; readonly distance: number } => {
    const [one = { x: 0, y: 0 }, other = one] = [...fingers.values()]
    const centre = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
    return { centre, distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) }
  }
  const start = middle()
  return {
    move: () => {
      const now = middle()
      view.set({ camera: pinch(camera, { from: start.centre, to: now.centre, scale: now.distance / start.distance }) })
    },
    end: () => undefined,
    cancel: () => view.set({ camera }),
  }
}

function startMove(model: BoardModel, start: Point, onClick: () => void): Gesture {
  const { view } = model
  const items = model.getMovable()
  const box = boxOf(items)
  let hasMoved = false
  return {
    move: (at) => {
      const { camera, isSnapping } = view.get()
      if (box === undefined || (!hasMoved && Math.hypot(at.x - start.x, at.y - start.y) <= CLICK_PX)) return
      hasMoved = true
      const by = { x: (at.x - start.x) / camera.zoom, y: (at.y - start.y) / camera.zoom }
      if (isSnapping) {
        by.x = snap(box.x + by.x) - box.x
        by.y = snap(box.y + by.y) - box.y
      }
      // Objects deleted by others are dropped; the rest are dragged on.
      const left = items.filter(({ id }) => model.board.find(id) !== undefined)
      view.set({ drafts: new Map(left.map((item): [CanvasItemId, Draft] => [item.id, toDraft(item, by)])) })
    },
    end: ({ altKey }) => {
      if (!hasMoved) onClick()
      else if (altKey) void dropCopies(model, items)
      else void commitDrafts(model, 'Move')
    },
    cancel: () => view.set({ drafts: new Map() }),
  }
}

/** Dropped with Alt, copies land where the objects were dragged to, and the originals return. */
async function dropCopies(model: BoardModel, items: readonly CanvasItemRow[]): Promise<void> {
  const { drafts } = model.view.get()
  const dragged = items.flatMap((item) => {
    const draft = drafts.get(item.id)
    return draft === undefined ? [] : [{ ...item, ...draft }]
  })
  if (dragged.length === 0) return
  const copying = duplicateObjects(model, dragged)
  model.view.set({ drafts: new Map() })
  const result = await copying
  if (!result.ok) reportFailure(result.error)
}

function toDraft({ x, y, width, height, rotation, fontSize }: CanvasItemRow, by: Point): Draft {
  return { x: x + by.x, y: y + by.y, width, height, rotation, fontSize }
}

type AreaOptions = { readonly kept: ReadonlySet<CanvasItemId>; readonly onClick?: () => void }

function startArea(model: BoardModel, start: Point, { kept, onClick }: AreaOptions): Gesture {
  const { view } = model
  const before = view.get().selection
  const pressed = toScreen(view.get().camera, start)
  view.set({ selection: kept, focused: undefined })
  return {
    move: (at) => {
      const { camera, area: begun } = view.get()
      if (begun === undefined && Math.hypot(at.x - pressed.x, at.y - pressed.y) <= CLICK_PX) return
      const point = toBoard(camera, at)
      const area: Box = {
        x: Math.min(start.x, point.x),
        y: Math.min(start.y, point.y),
        width: Math.abs(point.x - start.x),
        height: Math.abs(point.y - start.y),
      }
      const inside = model.getIndex().within(area)
      view.set({ area, selection: withGroups(model, [...kept, ...inside.map(({ id }) => id)]) })
    },
    end: () => {
      const isClick = view.get().area === undefined
      view.set({ area: undefined })
      if (isClick && onClick !== undefined) onClick()
      else select(model, view.get().selection)
    },
    cancel: () => view.set({ area: undefined, selection: before }),
  }
}

function hover(model: BoardModel, at: Point, isInside: boolean): void {
  const { camera, hovered } = model.view.get()
  const item = isInside ? findAt(model, toBoard(camera, at)) : undefined
  if (item?.id !== hovered) model.view.set({ hovered: item?.id })
}

/** A double click edits a text, enlarges a picture, and starts a text on empty ground. */
function pressTwice(model: BoardModel, at: Point): void {
  if (model.view.get().tool !== 'select') return
  const item = findAt(model, toBoard(model.view.get().camera, at))
  if (item === undefined) void runCommand('canvas.text')
  else if (item.type === 'text') void runCommand('canvas.edit')
  else void runCommand('canvas.center-selected')
}
