/** What the harness needs from a page with a timeline. */
export type TimelineBenchPage = {
  /** Mounts the timeline; resolves with the time until it was painted. */
  readonly mount: () => Promise<number>
  readonly scroller: () => HTMLElement
  /** Sets the width of a day in pixels: 50, 100 or 300. */
  readonly zoom: (dayWidth: number) => void
  /**
   * Returns a point in the window with a bar under it: near the upper edge, where a drag scrolls the timeline, or in
   * the middle.
   */
  readonly pointOnBar: (where: 'edge' | 'middle') => { readonly x: number; readonly y: number }
}

declare global {
  var timelineBench: TimelineBenchPage
  var isTimelineReady: boolean
}

/** Exposes the page to the harness. */
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
