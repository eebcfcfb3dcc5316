import { expect, test, vi } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { makeMediaUrls } from './media-urls.ts'

const ids = ['a', 'b'].map((id) => toId<MediaId>(id))
const [first = toId<MediaId>(''), second = toId<MediaId>('')] = ids

function fake(urls: Readonly<Record<string, string>>) {
  const asked: (readonly MediaId[])[] = []
  let now = 0
  const media = makeMediaUrls(
    async (wanted) => {
      asked.push(wanted)
      return await Promise.resolve(new Map(wanted.flatMap((id) => (id in urls ? [[id, urls[id] ?? '']] : []))))
    },
    () => now,
  )
  const settle = async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
  return { media, asked, settle, pass: (milliseconds: number) => (now += milliseconds) }
}

test('requests all URLs wanted in one turn together, and notifies when they arrive', async () => {
  const { media, asked, settle } = fake({ a: '/a', b: '/b' })
  let told = 0
  media.subscribe(() => (told += 1))

  expect([media.get(first), media.get(second), media.get(first)]).toEqual([undefined, undefined, undefined])
  await settle()

  expect(asked).toEqual([ids])
  expect([media.get(first), media.get(second)]).toEqual(['/a', '/b'])
  expect(told).toBe(1)
})

test('renews a URL after 55 minutes, showing the old one meanwhile', async () => {
  const { media, asked, settle, pass } = fake({ a: '/a' })
  media.get(first)
  await settle()

  pass(3_299_999)
  media.get(first)
  await settle()
  expect(asked).toHaveLength(1)

  pass(1)
  expect(media.get(first)).toBe('/a')
  await settle()
  expect(asked).toHaveLength(2)
})

test('requests missing URLs again, and URLs that failed', async () => {
  const { media, asked, settle, pass } = fake({ b: '/b' })
  media.get(first)
  media.get(second)
  await settle()

  pass(400)
  media.get(first)
  await settle()
  media.refresh(second)
  media.get(second)
  await settle()

  expect(asked).toEqual([ids, [first], [second]])
})

test('requests an empty result once more by itself, after 400 ms', async () => {
  vi.useFakeTimers()
  const { media, asked } = fake({ b: '/b' })
  let told = 0
  media.subscribe(() => (told += 1))
  media.get(first)
  media.get(second)
  await vi.advanceTimersByTimeAsync(399)
  expect(asked).toEqual([ids])

  await vi.advanceTimersByTimeAsync(2)
  expect(asked).toEqual([ids, [first]])
  expect(told).toBe(2)

  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(2)
  vi.useRealTimers()
})

test('a file that cannot be loaded gets fresh URLs at growing intervals until it can', async () => {
  vi.useFakeTimers({ now: 0 })
  let signed = 0
  const media = makeMediaUrls(
    async (wanted) => await Promise.resolve(new Map(wanted.map((id) => [id, `/${id}?${(signed += 1)}`]))),
  )
  const look = async (milliseconds: number) => {
    media.get(first)
    await vi.advanceTimersByTimeAsync(milliseconds)
    return media.get(first)
  }
  media.subscribe(() => media.get(first))
  expect(await look(1)).toBe('/a?1')

  media.fail(first)
  expect([media.get(first), media.isBroken(first)]).toEqual([undefined, false])
  expect(await look(1)).toBe('/a?2')

  media.fail(first)
  expect([await look(700), media.isBroken(first)]).toEqual([undefined, true])
  expect([await look(600), media.isBroken(first)]).toEqual(['/a?3', false])

  for (let times = 0; times < 20; times += 1) {
    media.fail(first)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(media.get(first)).toBe(`/a?${4 + times}`)
  }
  vi.useRealTimers()
})

test('unavailable URLs are retried until they arrive, at once when the network is back', async () => {
  vi.useFakeTimers({ now: 0 })
  let isDown = true
  let asked = 0
  const media = makeMediaUrls(async (wanted) => {
    asked += 1
    if (isDown) throw new Error('down')
    return await Promise.resolve(new Map(wanted.map((id) => [id, `/${id}`])))
  })
  media.subscribe(() => void [media.get(first), media.get(second)])
  media.get(first)
  media.get(second)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBeGreaterThan(6)
  expect(asked).toBeLessThan(14)
  expect(media.get(first)).toBeUndefined()

  isDown = false
  media.tryAgain()
  await vi.advanceTimersByTimeAsync(1)

  expect([media.get(first), media.get(second)]).toEqual(['/a', '/b'])
  vi.useRealTimers()
})

test('a URL requested again before its answer arrives is not requested twice', async () => {
  const { promise, resolve } = Promise.withResolvers<ReadonlyMap<MediaId, string>>()
  const load = vi.fn<() => typeof promise>(async () => await promise)
  const media = makeMediaUrls(load)

  for (let look = 0; look < 3; look += 1) {
    media.get(first)
    await new Promise((next) => {
      setTimeout(next, 2)
    })
  }
  resolve(new Map([[first, '/a']]))
  await vi.waitFor(() => expect(media.get(first)).toBe('/a'), 30_000)

  expect(load).toHaveBeenCalledTimes(1)
})

test("a clock set back by an hour neither extends a URL's life nor delays a retry", async () => {
  vi.useFakeTimers()
  const answers = [undefined, new Map([[first, '/a']]), new Map([[first, '/anew']])]
  const media = makeMediaUrls(async () => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error('No network')
    return await Promise.resolve(answer)
  })
  const setBack = (): void => void vi.setSystemTime(Date.now() - 3_600_000)

  media.get(first)
  await vi.advanceTimersByTimeAsync(10)
  setBack()
  await vi.advanceTimersByTimeAsync(1000)
  media.get(first)
  await vi.advanceTimersByTimeAsync(10)
  expect(media.get(first)).toBe('/a')

  setBack()
  await vi.advanceTimersByTimeAsync(3_300_000)
  media.get(first)
  await vi.advanceTimersByTimeAsync(10)
  expect(media.get(first)).toBe('/anew')
  vi.useRealTimers()
})
