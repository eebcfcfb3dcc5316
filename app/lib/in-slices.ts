// About half of the time that drawing leaves of a frame.
const SLICE_MS = 6

/** Iterates over many things without blocking the page: yields to keys and drawing every few milliseconds. */
export async function inSlices<Thing>(
  things: Iterable<Thing>,
  each: (thing: Thing) => void,
  signal?: AbortSignal,
): Promise<void> {
  let begunMs = performance.now()
  for (const thing of things) {
    if (performance.now() - begunMs > SLICE_MS) {
      await nextTurn()
      if (signal?.aborted === true) return
      begunMs = performance.now()
    }
    each(thing)
  }
}

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve)
  })
}
