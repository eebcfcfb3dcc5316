import { toDayIndex } from '#core/timeline/window.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import type { Scene } from './scene.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Of an outline on a line that its row has not got yet: the part of the row's last line below the words of bars. */
const slotShare = 0.2

/** Outlines of where things would land. Elements of their own: a drag then paints nothing. */
export class Ghosts {
  readonly #frame: HTMLElement
  readonly #board = document.createElement('div')
  #shown: readonly string[] = []

  /** A frame of the size of the days in sight, for outlines alone. */
  constructor(frame: HTMLElement) {
    this.#frame = frame
    frame.replaceChildren(this.#board)
    frame.hidden = true
  }

  /** Together with the picture: the scroller is a frame ahead of it. */
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
    // An empty frame would still be laid over the board with every frame of a scroll.
    this.#frame.hidden = boxes.length === 0
    if (boxes.length > 0) this.#board.style.transform = `translate(${-scene.left}px, ${-scene.top}px)`
  }
}

/** Where a block that is no bar yet would lie. */
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
