// Half of what is left of a frame beside drawing it.
const SLICE_MS = 6

/** Goes through many things without holding up the page: after every few milliseconds keys and drawing have their turn. */
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
