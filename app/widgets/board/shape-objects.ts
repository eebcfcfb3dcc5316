import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { boundsOf, reshape, unionOf, type Placed } from '#core/boards/geometry.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { Draft } from './board-view.ts'
import type { TextBox } from './lay-out-text.ts'

/** Returns the rotated box of a single object, or the upright box around several. */
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
  /** Returns the height of a text in a box. */
  readonly heightOf: (box: TextBox) => number
}

/**
 * Returns an object as it follows its frame. Text scales with a frame that keeps its ratio, and reflows in one that
 * does not; a box is as high as its text unless its height is being dragged.
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

/** Returns a text box's height: the given one if the text fits, else the text's height, at least 60. */
export function fitText(box: TextBox, height: number, heightOf: Drag['heightOf']): number {
  const needed = heightOf(box)
  return needed <= height ? height : Math.max(needed, boardLimits.leastTextAutoHeight)
}
