/** What the harness asks of a page with a grid on it. */
export type BenchPage = {
  /** Puts the grid onto the page; how long until it was painted, with its cells. */
  readonly mount: () => Promise<number>
  /** Resolves when what the page draws from is on the device; absent in a grid that keeps nothing. */
  readonly stored?: () => Promise<void>
  readonly scroller: () => Element
  /** Prepares a change of 5,000 cells, so that the key `2` or `3` makes it. */
  readonly choose: () => Promise<void>
  /** The status that a cell in sight has in the data the grid draws from. */
  readonly statusInSight: () => number
  /** When the newest change was on the device and could be undone; absent in a grid that keeps nothing. */
  readonly kept?: () => Promise<number>
  /** Puts the cursor onto a cell, so that arrow keys move it. */
  readonly focusCell: () => Promise<void>
  /** Where the cursor is drawn, as a text that differs from cell to cell. */
  readonly cursor: () => string
}

declare global {
  var bench: BenchPage
  var isReady: boolean
}

/** Hands the page over to the harness. */
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

/** Milliseconds from now until a frame is painted in which the condition holds. */
export async function paintedWhen(isShown: () => boolean): Promise<number> {
  const start = performance.now()
  for (;;) {
    const now = await afterFrame()
    if (isShown()) return now - start
  }
}

/** Whether the product shows cells: as elements, or drawn over them until they are. */
export function hasCells(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('[role="grid"] canvas')
  return canvas?.style.visibility === 'visible' || document.querySelector('[role="gridcell"]') !== null
}
