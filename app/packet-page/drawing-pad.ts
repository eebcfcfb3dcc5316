import { drawingColors } from '#core/comments/drawing-colors.ts'
import {
  drawingLimits,
  simplifyStroke,
  toDrawingPoint,
  type DrawingPoint,
  type DrawingShape,
} from '#core/comments/drawing.ts'
import { drawingPath, drawingUnit } from '#core/comments/drawing-path.ts'

const namespace = 'http://www.w3.org/2000/svg'
const [step, largeStep] = [0.01, 0.05]

/** A layer over the picture to draw on with pen, finger, mouse or arrow keys. */
export class DrawingPad {
  readonly #svg: SVGSVGElement
  readonly #onStroke: (shape: DrawingShape) => void
  #color: string = drawingColors[0]
  #points: DrawingPoint[] = []
  #shapes: readonly DrawingShape[] = []
  /** The position of the keyboard's pen, while drawing. */
  #pen: { readonly at: DrawingPoint; readonly isDown: boolean } | undefined

  constructor(svg: SVGSVGElement, onStroke: (shape: DrawingShape) => void) {
    this.#svg = svg
    this.#onStroke = onStroke
    svg.addEventListener('pointerdown', (event) => {
      if (!this.isOn() || event.button !== 0) return
      svg.setPointerCapture(event.pointerId)
      this.#points = [this.#pointOf(event)]
      this.#paint()
    })
    svg.addEventListener('pointermove', (event) => {
      if (this.#points.length === 0 || !svg.hasPointerCapture(event.pointerId)) return
      for (const each of event.getCoalescedEvents?.() ?? [event]) this.#points.push(this.#pointOf(each))
      this.#paint()
    })
    svg.addEventListener('pointerup', () => this.#finish())
    svg.addEventListener('pointercancel', () => this.#finish())
  }

  isOn = (): boolean => this.#pen !== undefined

  start(): void {
    this.#pen = { at: { x: 0.5, y: 0.5 }, isDown: false }
    this.#svg.dataset['drawing'] = ''
    this.#paint()
  }

  stop(): void {
    this.#finish()
    this.#pen = undefined
    delete this.#svg.dataset['drawing']
    this.#paint()
  }

  setColor(color: string): void {
    this.#color = color
    this.#paint()
  }

  getColor = (): string => this.#color

  /** Moves the keyboard's pen; draws if it is down. */
  move(x: number, y: number, isLarge: boolean): void {
    if (this.#pen === undefined) return
    const by = isLarge ? largeStep : step
    const { at, isDown } = this.#pen
    const next = toDrawingPoint(at.x + x * by, at.y + y * by)
    this.#pen = { at: next, isDown }
    if (isDown) this.#points.push(next)
    this.#paint()
  }

  /** Puts the pen down or lifts it; returns whether it is down. */
  togglePen(): boolean {
    if (this.#pen === undefined) return false
    const isDown = !this.#pen.isDown
    if (isDown) this.#points = [this.#pen.at]
    else this.#finish()
    this.#pen = { ...this.#pen, isDown }
    this.#paint()
    return isDown
  }

  show(shapes: readonly DrawingShape[]): void {
    this.#shapes = shapes
    this.#paint()
  }

  #finish(): void {
    const points = simplifyStroke(this.#points).slice(0, drawingLimits.points)
    this.#points = []
    if (points.length > 0) this.#onStroke({ kind: 'pen', color: this.#color, points })
  }

  #pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): DrawingPoint {
    const { left, top, width, height } = this.#svg.getBoundingClientRect()
    return toDrawingPoint((clientX - left) / width, (clientY - top) / height)
  }

  #paint(): void {
    const { clientWidth: width, clientHeight: height } = this.#svg
    const size = { width: Math.max(1, width), height: Math.max(1, height) }
    const unit = drawingUnit(size)
    this.#svg.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
    const current: readonly DrawingShape[] =
      this.#points.length === 0 ? [] : [{ kind: 'pen', color: this.#color, points: this.#points }]
    const drawn = [...this.#shapes, ...current].flatMap((shape) => {
      if (shape.kind === 'text') return [word(shape, size)]
      const d = drawingPath(shape, size)
      return [
        make('path', { d, class: 'edge', 'stroke-width': unit * 3.2 }),
        make('path', { d, stroke: shape.color, 'stroke-width': unit * 2 }),
      ]
    })
    this.#svg.replaceChildren(...drawn, ...this.#paintPen(size))
  }

  #paintPen({ width, height }: { readonly width: number; readonly height: number }): readonly SVGElement[] {
    if (this.#pen === undefined) return []
    const [cx, cy] = [this.#pen.at.x * width, this.#pen.at.y * height]
    const circle = { cx, cy, r: this.#pen.isDown ? 4 : 8, class: 'pen', stroke: this.#color }
    return [make('circle', circle)]
  }
}

function word(shape: Extract<DrawingShape, { kind: 'text' }>, size: { width: number; height: number }): SVGElement {
  const text = make('text', {
    x: shape.at.x * size.width,
    y: shape.at.y * size.height,
    fill: shape.color,
    'font-size': drawingUnit(size) * 13,
    class: 'word',
  })
  text.textContent = shape.text
  return text
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  // The namespace makes it an SVG element.
  return element as SVGElement
}
