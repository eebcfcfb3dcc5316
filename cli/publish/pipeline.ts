/** Runs work a few at a time, started in the order it arrived. */
export type Pool = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export function makePool(atOnce: number): Pool {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

const growth = 6
/** The most the server takes in one call. */
const largestPart = 100

/** Cuts things into growing parts: a small first one for a quick start, larger ones later for fewer calls. */
export function cutIntoParts<Thing>(things: readonly Thing[], first: number): readonly (readonly Thing[])[] {
  const parts: (readonly Thing[])[] = []
  for (let at = 0, size = first; at < things.length; at += size, size = Math.min(size * growth, largestPart))
    parts.push(things.slice(at, at + size))
  return parts
}

type Steps<Thing, Ready, Sent> = {
  /** Returns a result for each thing of a part, in order. */
  readonly prepare: (part: readonly Thing[]) => Promise<readonly Ready[]>
  readonly send: (ready: Ready) => Promise<Sent>
  /** Takes results of `send`, at most 100 at once, in the order of all things. */
  readonly finish: (sent: readonly Sent[], things: readonly Thing[]) => Promise<void>
  /** How long results wait to be finished together, in milliseconds, unless all have arrived. */
  readonly gatherMs: number
}

/**
 * Runs things through three steps. While a part is sent, the next one is prepared and results are finished, each step
 * in the order of the things. Rejects with the first failure.
 */
export async function runPipeline<Thing, Ready, Sent>(
  parts: readonly (readonly Thing[])[],
  { prepare, send, finish, gatherMs }: Steps<Thing, Ready, Sent>,
): Promise<void> {
  const arrived = new Map<number, Sent>()
  const sends: Promise<void>[] = []
  let mayPrepare: Promise<unknown> = Promise.resolve()
  let sentBefore: readonly Promise<void>[] = []
  for (const part of parts) {
    const prepared = mayPrepare.then(async () => await prepare(part))
    const begin = sends.length
    const sent = part.map(async (_, at) => {
      for (const ready of (await prepared).slice(at, at + 1)) arrived.set(begin + at, await send(ready))
    })
    mayPrepare = Promise.all([prepared, ...sentBefore])
    sentBefore = sent
    sends.push(...sent)
  }
  const things = parts.flat()
  const all = Promise.all([mayPrepare, ...sends])
  // The failure is handled where it is awaited; until then it must not count as unhandled.
  const failure = new Promise<never>((_, reject) => void all.catch(reject))
  failure.catch(() => undefined)
  for (let done = 0; done < things.length;) {
    await Promise.race([sends[done], failure])
    await Promise.race([all, wait(gatherMs)])
    const some = takeFrom(arrived, done)
    await finish(some, things.slice(done, done + some.length))
    done += some.length
  }
}

/** Returns consecutive results from an index on, at most as many as the server takes in one call. */
function takeFrom<Sent>(arrived: ReadonlyMap<number, Sent>, start: number): readonly Sent[] {
  const some: Sent[] = []
  for (let at = start; some.length < largestPart; at += 1) {
    const next = arrived.get(at)
    if (next === undefined) break
    some.push(next)
  }
  return some
}

async function wait(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))
}
