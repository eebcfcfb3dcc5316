import { expect, test } from 'vitest'
import { makeServerReach } from './server-reach.ts'

/** A server with scripted responses, and a clock moved by hand. */
function aServer() {
  let answer: () => Promise<Response> = async () => await Promise.resolve(new Response(null, { status: 401 }))
  const asked: string[] = []
  const timers: { milliseconds: number; run: () => void }[] = []
  const reach = makeServerReach({
    fetch: async (input) => {
      asked.push(typeof input === 'string' ? input : 'another address')
      return await answer()
    },
    probe: '/health',
    after: (milliseconds, run) => void timers.push({ milliseconds, run }),
  })
  return {
    reach,
    asked,
    timers,
    dies: () => (answer = async () => await Promise.reject(new TypeError('Failed to fetch'))),
    says: (status: number) => (answer = async () => await Promise.resolve(new Response(null, { status }))),
    passTime: async () => {
      timers.shift()?.run()
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
    },
  }
}

test('any response counts as reached, including a refusal', async () => {
  const { reach } = aServer()

  await reach.fetch('/rest')

  expect(reach.isReached()).toBe(true)
})

test('after an unanswered request the server is probed at growing intervals until it is back', async () => {
  const server = aServer()
  const { reach } = server
  const heard: boolean[] = []
  reach.subscribe(() => heard.push(reach.isReached()))
  server.dies()

  await expect(reach.fetch('/rest')).rejects.toThrow('Failed to fetch')
  expect(reach.isReached()).toBe(false)
  expect(server.timers.map(({ milliseconds }) => milliseconds)).toEqual([1000])
  await server.passTime()
  expect(server.timers.map(({ milliseconds }) => milliseconds)).toEqual([2000])
  server.says(200)
  await server.passTime()

  expect(server.asked).toEqual(['/rest', '/health', '/health'])
  expect(heard).toEqual([false, true])
  expect(server.timers).toEqual([])
})

test("a proxy's error for a dead server does not count as a response", async () => {
  const server = aServer()
  server.says(502)

  await server.reach.fetch('/rest')

  expect(server.reach.isReached()).toBe(false)
})

test('a request cancelled by its caller says nothing about the server', async () => {
  const abort = new DOMException('stopped', 'AbortError')
  const reach = makeServerReach({
    fetch: async () => await Promise.reject(abort),
    probe: '/health',
    after: () => undefined,
  })

  await expect(reach.fetch('/rest')).rejects.toBe(abort)

  expect(reach.isReached()).toBe(true)
})
