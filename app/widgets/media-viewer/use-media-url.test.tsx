import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { makeMediaUrls } from '#app/widgets/media-urls.ts'
import { useMediaUrl } from './use-media-url.ts'

const id = toId<MediaId>('a')
const minutes = 60_000
let signed: number

/** Signs a new URL for each request. */
function makeUrls() {
  return makeMediaUrls(async (ids) => {
    signed += 1
    return await Promise.resolve(new Map(ids.map((each) => [each, `/film?token=${signed}`])))
  })
}

/** Advances time, then lets requests made at its end be answered. */
async function pass(milliseconds: number): Promise<void> {
  for (const step of [milliseconds, 10])
    await act(async () => {
      await vi.advanceTimersByTimeAsync(step)
    })
}

beforeEach(() => {
  signed = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a URL is renewed after 55 minutes, and the old one stays until the new one arrives', async () => {
  const { result } = renderHook(({ urls }) => useMediaUrl(urls, id), { initialProps: { urls: makeUrls() } })
  await pass(10)
  expect(result.current.url).toBe('/film?token=1')

  await pass(54 * minutes)
  expect(result.current.url).toBe('/film?token=1')

  await pass(minutes + 1000)
  expect(result.current.url).toBe('/film?token=2')

  await pass(55 * minutes + 2000)
  expect(result.current.url).toBe('/film?token=3')
})

test('a failed URL is renewed once; if that fails too, the file is at fault', async () => {
  const { result } = renderHook(({ urls }) => useMediaUrl(urls, id), { initialProps: { urls: makeUrls() } })
  await pass(10)

  let isTried: boolean | undefined
  act(() => void (isTried = result.current.renew()))
  await pass(10)
  expect(isTried).toBe(true)
  expect(result.current.url).toBe('/film?token=2')

  act(() => void (isTried = result.current.renew()))
  expect(isTried).toBe(false)
})

test('an unavailable URL is requested until it arrives', async () => {
  let isDown = true
  const urls = makeMediaUrls(async (ids) => {
    if (isDown) throw new Error('down')
    return await Promise.resolve(new Map(ids.map((each) => [each, '/film?token=1'])))
  })
  const { result } = renderHook(() => useMediaUrl(urls, id))
  await pass(500)
  expect(result.current.isLate).toBe(false)
  for (let second = 0; second < 4; second += 1) await pass(1000)
  expect(result.current).toMatchObject({ url: undefined, isLate: true })

  isDown = false
  await pass(10_000)

  expect(result.current).toMatchObject({ url: '/film?token=1', isLate: false })
})

test('a URL that has worked again may be renewed again', async () => {
  const { result } = renderHook(({ urls }) => useMediaUrl(urls, id), { initialProps: { urls: makeUrls() } })
  await pass(10)
  act(() => void result.current.renew())
  await pass(10)
  act(() => result.current.confirm())

  let isTried: boolean | undefined
  act(() => void (isTried = result.current.renew()))

  expect(isTried).toBe(true)
})
