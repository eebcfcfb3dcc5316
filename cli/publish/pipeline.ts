/** Runs work a few at a time, begun in the order it came, whoever brings it. */
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
/** The server takes so many in one call. */
const largestPart = 100

/** Things in parts that grow: of the first nothing is waited for long, and the later ones cost few calls. */
export function cutIntoParts<Thing>(things: readonly Thing[], first: number): readonly (readonly Thing[])[] {
  const parts: (readonly Thing[])[] = []
  for (let at = 0, size = first; at < things.length; at += size, size = Math.min(size * growth, largestPart))
    parts.push(things.slice(at, at + size))
  return parts
}

type Steps<Thing, Ready, Sent> = {
  /** Answers for each thing of a part, in its order. */
  readonly prepare: (part: readonly Thing[]) => Promise<readonly Ready[]>
  readonly send: (ready: Ready) => Promise<Sent>
  /** Takes what was sent, at most 100 things at once, in the order of all things. */
  readonly finish: (sent: readonly Sent[], things: readonly Thing[]) => Promise<void>
  /** What has been sent waits so long for others, unless all has been, to be finished with them: milliseconds. */
  readonly gatherMs: number
}

/**
 * Takes things through three steps. While a part is sent, the next one is prepared and what has arrived is finished, each
 * step in the order of the things. Fails with the first failure.
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
  // Whoever waits hears of a failure; until then nobody does.
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

/** What has arrived from a place on without a gap, at most as many as the server takes in one call. */
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
