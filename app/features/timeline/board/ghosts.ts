import { toDayIndex } from '#core/timeline/window.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import type { Scene } from './scene.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/**
 * The height of an outline on a line its row does not have yet, as a share of a bar: it stays below the text of the
 * bars on the last line.
 */
const slotShare = 0.2

/** Outlines of where blocks would land, as elements, so that a drag paints nothing. */
export class Ghosts {
  readonly #frame: HTMLElement
  readonly #board = document.createElement('div')
  #shown: readonly string[] = []

  /** Takes a frame the size of the visible days, for outlines alone. */
  constructor(frame: HTMLElement) {
    this.#frame = frame
    frame.replaceChildren(this.#board)
    frame.hidden = true
  }

  /** Shows a scene's outlines; called with each paint, because the scroller is a frame ahead of it. */
  show(scene: Pick<Scene, 'ghosts' | 'layout' | 'left' | 'top'>): void {
    const boxes = scene.ghosts.flatMap((ghost) => {
      const box = boxOf(ghost, scene)
      const text = box?.height === scene.layout.barHeight ? `${ghost.durationDays} d` : ''
      return box === undefined ? [] : [{ ...box, text }]
    })
    const keys = boxes.map(({ x, y, width, height, text }) => `${x} ${y} ${width} ${height} ${text}`)
    while (this.#board.children.length > keys.length) this.#board.lastElementChild?.remove()
    for (const [index, { x, y, width, height, text }] of boxes.entries()) {
      const known = this.#board.children[index]
      if (known !== undefined && keys[index] === this.#shown[index]) continue
      const element = known instanceof HTMLElement ? known : this.#board.appendChild(document.createElement('span'))
      if (element.textContent !== text) element.textContent = text
      element.style.cssText = `transform:translate(${x}px, ${y}px);width:${width}px;height:${height}px`
    }
    this.#shown = keys
    // An empty frame would still be composited over the board with every frame of a scroll.
    this.#frame.hidden = boxes.length === 0
    if (boxes.length > 0) this.#board.style.transform = `translate(${-scene.left}px, ${-scene.top}px)`
  }
}

/** Returns the box where a block would lie. */
function boxOf(block: ScheduledBlock, { layout }: Pick<Scene, 'layout'>): Box | undefined {
  const row = layout.rowOfArtist.get(block.assigneeId)
  if (row === undefined) return undefined
  const { barHeight } = layout
  const lineHeight = barHeight + 5
  const hasLine = (block.rowIndex + 1) * lineHeight <= row.height
  const height = hasLine ? barHeight : barHeight * slotShare
  return {
    x: toDayIndex(block.startDate, layout.today) * layout.dayWidth + 2,
    y: row.y + (hasLine ? block.rowIndex * lineHeight + 2.5 : row.height - height),
    width: Math.max(8, block.durationDays * layout.dayWidth - 4),
    height,
  }
}
