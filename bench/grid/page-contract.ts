/** What the harness needs from a page with a grid. */
export type BenchPage = {
  /** Mounts the grid; resolves with the time until it was painted with its cells. */
  readonly mount: () => Promise<number>
  /** Resolves when the page's data is stored on the device; absent in a grid that stores nothing. */
  readonly stored?: () => Promise<void>
  readonly scroller: () => Element
  /** Selects 5,000 cells, so that the keys `2` and `3` change them. */
  readonly choose: () => Promise<void>
  /** Returns the status of a visible cell in the grid's data. */
  readonly statusInSight: () => number
  /**
   * Returns when the newest change was stored on the device and could be undone; absent in a grid that stores nothing.
   */
  readonly kept?: () => Promise<number>
  /** Focuses a cell, so that arrow keys move the cursor. */
  readonly focusCell: () => Promise<void>
  /** Returns the cursor's position as a text that differs from cell to cell. */
  readonly cursor: () => string
}

declare global {
  var bench: BenchPage
  var isReady: boolean
}

/** Exposes the page to the harness. */
export function offer(page: BenchPage): void {
  globalThis.bench = page
  globalThis.isReady = true
}

/** Resolves after the next frame is painted. */
export async function afterFrame(): Promise<number> {
  return await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
}

/** Returns the milliseconds until a frame is painted in which the condition holds. */
export async function paintedWhen(isShown: () => boolean): Promise<number> {
  const start = performance.now()
  for (;;) {
    const now = await afterFrame()
    if (isShown()) return now - start
  }
}

/** Returns whether the product shows cells: as elements, or on the canvas above until they are there. */
export function hasCells(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('[role="grid"] canvas')
  return canvas?.style.visibility === 'visible' || document.querySelector('[role="gridcell"]') !== null
}
