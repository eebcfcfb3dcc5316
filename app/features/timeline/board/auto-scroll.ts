/** How near the edge of the window, or of the board within it, a drag begins to scroll (document 2, section 9). */
const edgePixels = 250
const maxPixelsPerFrame = 22

/** How far to scroll in a frame with the pointer at one place along an axis: nothing in the middle, most at the edge. */
export function scrollStep(position: number, size: number): number {
  // On a small window the two edges would meet.
  const edge = Math.min(edgePixels, size / 3)
  const before = Math.max(0, edge - position) / edge
  const after = Math.max(0, position - (size - edge)) / edge
  // Squared: far from the edge it crawls, so that what is already in sight can still be hit.
  return maxPixelsPerFrame * (Math.min(1, after) ** 2 - Math.min(1, before) ** 2)
}

type Point = { readonly x: number; readonly y: number }

/** Follows a pointer frame by frame, scrolls while it is near an edge, and calls back after what moved. Answers how to stop. */
export function followPointer(scroller: HTMLElement, getPoint: () => Point, onMoved: () => void): () => void {
  const start = getPoint()
  let seen: Point | undefined
  let hasLeft = { x: false, y: false }
  let frame = requestAnimationFrame(function step() {
    frame = requestAnimationFrame(step)
    const point = getPoint()
    const { x, y } = point
    // A drag that begins near an edge does not scroll before it has gone somewhere.
    hasLeft = { x: hasLeft.x || Math.abs(x - start.x) > 24, y: hasLeft.y || Math.abs(y - start.y) > 24 }
    // The board ends where the window does, but for the queue and the bars at its top: over those nothing scrolls.
    const { left, top, width, height } = scroller.getBoundingClientRect()
    const isInside = x >= left && y >= top
    const dx = isInside && hasLeft.x ? Math.round(scrollStep(x - left, width)) : 0
    const dy = isInside && hasLeft.y ? Math.round(scrollStep(y - top, height)) : 0
    const { scrollLeft, scrollTop } = scroller
    if (dx !== 0 || dy !== 0) scroller.scrollBy(dx, dy)
    const hasMoved = point !== seen || scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop
    seen = point
    if (hasMoved) onMoved()
  })
  return () => cancelAnimationFrame(frame)
}
