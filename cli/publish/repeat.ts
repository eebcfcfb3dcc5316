import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'

const maxTries = 4
const firstWaitMs = 500

/** Tries again what may succeed later. */
export async function sendWithRetries<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || tries === maxTries) throw error
      const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** (tries - 1)
      await new Promise<void>((resolve) => void setTimeout(resolve, waitMs))
    }
  }
}

/** Calls that can be repeated without harm: a connection that was lost costs nothing but time. */
export function repeating({ call }: Pick<Gateway, 'call'>): Pick<Gateway, 'call'> {
  return { call: (...request) => sendWithRetries(() => call(...request)) }
}

/** Works on things a few at a time, begun in their order. */
export async function inParallel<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T, at: number) => Promise<void>,
): Promise<void> {
  const waiting = things.entries()
  const run = async (): Promise<void> => {
    for (const [at, thing] of waiting) await work(thing, at)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, run))
}

/**
 * Takes things through three steps, in their order: while one is in the middle, the next is prepared and the one before
 * finished. Fails with the first failure.
 */
export async function inTurns<Thing, Prepared, Sent>(
  things: readonly Thing[],
  steps: {
    readonly prepare: (thing: Thing) => Promise<Prepared>
    readonly send: (prepared: Prepared) => Promise<Sent>
    readonly finish: (sent: Sent, thing: Thing) => Promise<void>
  },
): Promise<void> {
  // Whoever waits for a step hears of its failure; until then nobody does.
  const start = <Answer>(step: Promise<Answer>): Promise<Answer> => {
    step.catch(() => undefined)
    return step
  }
  let finishing = Promise.resolve()
  let preparing = things.slice(0, 1).map(steps.prepare)
  for (const [at, thing] of things.entries()) {
    const [prepared] = await Promise.all(preparing)
    if (prepared === undefined) return
    preparing = things.slice(at + 1, at + 2).map((next) => start(steps.prepare(next)))
    const sent = await steps.send(prepared)
    await finishing
    finishing = start(steps.finish(sent, thing))
  }
  await finishing
}
