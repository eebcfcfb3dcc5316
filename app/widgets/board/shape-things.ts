import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { boundsOf, reshape, unionOf, type Placed } from '#core/boards/geometry.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { Draft } from './board-view.ts'
import type { TextBox } from './lay-out-text.ts'

/** The turned box around one thing, or the upright one around several. */
export function frameOf(
  items: readonly CanvasItemRow[],
  drafts: ReadonlyMap<CanvasItemId, Placed>,
): Placed | undefined {
  const placed = items.map((item): Placed => drafts.get(item.id) ?? item)
  const [only] = placed
  if (only !== undefined && placed.length === 1) {
    const { x, y, width, height, rotation } = only
    return { x, y, width, height, rotation }
  }
  const all = unionOf(placed.map(boundsOf))
  return all === undefined ? undefined : { ...all, rotation: 0 }
}

type Drag = {
  readonly from: Placed
  readonly to: Placed
  /** How high a text is as it flows in a box. */
  readonly heightOf: (box: TextBox) => number
}

/**
 * A thing as it follows its frame. Text grows with a frame that keeps its ratio, and flows anew in one that does not; a
 * box is as high as its text unless it is its height that is dragged.
 */
export function follows(item: CanvasItemRow, drag: Drag): Draft {
  const placed = reshape(item, drag)
  if (item.type !== 'text') return { ...placed, fontSize: item.fontSize }
  const [scaleX, scaleY] = [drag.to.width / drag.from.width, drag.to.height / drag.from.height]
  const isInRatio = Math.abs(scaleX - scaleY) < 0.01 * Math.max(scaleX, scaleY)
  const fontSize = isInRatio ? Math.min(400, Math.max(4, item.fontSize * scaleX)) : item.fontSize
  const least = boardLimits.leastTextSide
  const width = Math.max(least, placed.width)
  const height = Math.max(least, placed.height)
  const isAsWide = Math.abs(width - item.width) < 0.01
  return {
    ...placed,
    width,
    height: isAsWide ? height : fitText({ ...item, width, fontSize }, height, drag.heightOf),
    fontSize,
  }
}

/** A text box's height: the one it has where its text fits, else as high as the text, and then at least 60. */
export function fitText(box: TextBox, height: number, heightOf: Drag['heightOf']): number {
  const needed = heightOf(box)
  return needed <= height ? height : Math.max(needed, boardLimits.leastTextAutoHeight)
}
