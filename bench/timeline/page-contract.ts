/** What the harness asks of a page with a timeline on it. */
export type TimelineBenchPage = {
  /** Puts the board onto the page; how long until it was painted. */
  readonly mount: () => Promise<number>
  readonly scroller: () => HTMLElement
  /** Shows days so many pixels wide: 50, 100 or 300. */
  readonly zoom: (dayWidth: number) => void
  /** A point of the window with a bar under it: near the upper edge, where a drag scrolls the board, or in the middle. */
  readonly pointOnBar: (where: 'edge' | 'middle') => { readonly x: number; readonly y: number }
}

declare global {
  var timelineBench: TimelineBenchPage
  var isTimelineReady: boolean
}

/** Hands the page over to the harness. */
export function offer(page: TimelineBenchPage): void {
  globalThis.timelineBench = page
  globalThis.isTimelineReady = true
}

/** Resolves after the next frame is painted, with the time. */
export async function afterFrame(): Promise<number> {
  return await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
}
