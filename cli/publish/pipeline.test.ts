import { expect, test, vi } from 'vitest'
import { cutIntoParts, makePool, runPipeline } from './pipeline.ts'

const wait = async (milliseconds: number): Promise<void> =>
  await new Promise((resolve) => void setTimeout(resolve, milliseconds))

test('parts grow up to the server’s limit and omit nothing', () => {
  const things = Array.from({ length: 300 }, (_, at) => at)
  const parts = cutIntoParts(things, 4)

  expect(parts.map(({ length }) => length)).toEqual([4, 24, 100, 100, 72])
  expect(parts.flat()).toEqual(things)
  expect(cutIntoParts([], 4)).toEqual([])
  expect(cutIntoParts([1], 200)).toEqual([[1]])
})

test('a pool starts work in order, never more at once than its limit, even after a failure', async () => {
  const pool = makePool(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = async (thing: number) => {
    begun.push(thing)
    most = Math.max(most, (running += 1))
    await wait(1)
    running -= 1
    if (thing === 2) throw new Error('lost')
    return thing
  }
  const ended = await Promise.allSettled([1, 2, 3, 4, 5].map((thing) => pool(() => work(thing))))

  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

/** Steps that record what they do. */
function someSteps() {
  const done: string[] = []
  const finished: (readonly number[])[] = []
  const steps = {
    prepare: async (part: readonly number[]) => {
      await wait(1)
      done.push(`prepare ${part.join(' ')}`)
      return part
    },
    send: async (thing: number) => {
      await wait(1)
      done.push(`send ${thing}`)
      return -thing
    },
    finish: async (sent: readonly number[], things: readonly number[]) => {
      expect(sent).toEqual(things.map((thing) => -thing))
      await wait(1)
      finished.push(things)
      done.push(`finish ${things.join(' ')}`)
    },
    gatherMs: 1,
  }
  return { steps, done, finished }
}

test('while one part is sent, the next is prepared and results are finished, in order', async () => {
  const { steps, done, finished } = someSteps()
  // Otherwise each would wait for ever.
  const isDone = async (step: string) => await vi.waitUntil(() => done.includes(step))
  await runPipeline([[1, 2], [3, 4], [5]], {
    ...steps,
    send: async (thing) => {
      if (thing === 2) await isDone('prepare 3 4')
      if (thing === 3) await isDone('finish 1')
      if (thing === 3) await isDone('send 4')
      return await steps.send(thing)
    },
  })

  expect(finished.flat()).toEqual([1, 2, 3, 4, 5])
})

test('only one part is prepared ahead', async () => {
  const { steps, done } = someSteps()
  await runPipeline([[1], [2], [3], [4]], {
    ...steps,
    send: async (thing) => {
      if (thing === 1) {
        await vi.waitUntil(() => done.includes('send 2'))
        await wait(20)
        expect(done).not.toContain('prepare 3')
      }
      return await steps.send(thing)
    },
  })

  expect(done).toContain('prepare 4')
})

test('results that arrive together are finished together, at most a hundred at once', async () => {
  const { steps, finished } = someSteps()
  const things = Array.from({ length: 230 }, (_, at) => at + 1)
  await runPipeline([things], { ...steps, gatherMs: 1000 })

  expect(finished.map(({ length }) => length)).toEqual([100, 100, 30])
})

test.each(['prepare', 'send', 'finish'] as const)(
  'a failure in %s stops the pipeline, and nothing later is finished',
  async (failing) => {
    const { steps, finished } = someSteps()
    const fail = async (): Promise<never> => await Promise.reject(new Error('lost'))
    const failAt = {
      prepare: async (part: readonly number[]) => (part.includes(3) ? await fail() : await steps.prepare(part)),
      send: async (thing: number) => (thing === 3 ? await fail() : await steps.send(thing)),
      finish: async (sent: readonly number[], things: readonly number[]) =>
        things.includes(3) ? await fail() : await steps.finish(sent, things),
    }
    const ended = runPipeline([[1], [2], [3], [4], [5]], { ...steps, [failing]: failAt[failing] })

    await expect(ended).rejects.toThrow('lost')
    expect(finished.flat()).not.toContain(4)
  },
)
