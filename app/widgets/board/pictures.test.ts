import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { breakLine } from './lay-out-text.ts'
import { makePictures, type Bitmap } from './pictures.ts'

const id = (number: number): MediaId => toId<MediaId>(`picture ${number}`)

function aStock(mostPixels: number) {
  const open = new Set<Bitmap>()
  const pictures = makePictures<Bitmap>({
    load: async (_, side) => {
      const bitmap: Bitmap = { width: side, height: side / 2, close: () => open.delete(bitmap) }
      open.add(bitmap)
      return await Promise.resolve([bitmap])
    },
    mostPixels,
    parallel: 2,
  })
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  }
  return { pictures, open, settle }
}

test('pictures out of sight are dropped when there are too many pixels, and each dropped one is closed', async () => {
  const view = fc.record({
    from: fc.nat(60),
    count: fc.integer({ min: 1, max: 8 }),
    side: fc.constantFrom(20, 100, 500),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(view, { minLength: 1, maxLength: 12 }), async (views) => {
      const { pictures, open, settle } = aStock(300_000)
      for (const { from, count, side } of views) {
        pictures.begin()
        for (let number = from; number < from + count; number += 1) pictures.find(id(number), side)
        await settle()
        pictures.begin()
        // Pictures in view stay, including the larger versions they were seen at before.
        const inView = count * 512 * 256

        expect(pictures.getPixels()).toBeLessThanOrEqual(300_000 + inView)
        expect([...open].reduce((sum, { width, height }) => sum + width * height, 0)).toBe(pictures.getPixels())
      }
      pictures.close()
      expect(open.size).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('the best available picture is shown until a sharper one has loaded', async () => {
  const { pictures, settle } = aStock(1e9)
  pictures.begin()
  expect(pictures.find(id(1), 30)).toBeUndefined()
  await settle()
  expect(pictures.find(id(1), 30)?.width).toBe(32)
  expect(pictures.find(id(1), 400)?.width).toBe(32)
  await settle()
  expect(pictures.find(id(1), 400)?.width).toBe(512)
  expect(pictures.find(id(1), 30)?.width).toBe(32)
})

test('lines break at spaces, and inside words longer than a line, without losing text', () => {
  const fits = (part: string): boolean => part.length <= 8
  expect(breakLine('the quick brown foxtrotters', fits)).toEqual(['the', 'quick', 'brown', 'foxtrott', 'ers'])
  expect(breakLine('', fits)).toEqual([''])
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{0,60}$/), (text) => {
      const lines = breakLine(text, fits)
      expect(lines.every((line) => line.length <= 8)).toBe(true)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
  )
})

test('retry requests missing pictures again and triggers a redraw', async () => {
  const asked: number[] = []
  const pictures = makePictures<Bitmap>({
    load: async (_, side) => {
      asked.push(side)
      return await Promise.resolve(undefined)
    },
    mostPixels: 1,
    parallel: 1,
  })
  const draw = vi.fn<() => void>(() => void pictures.find(id(1), 100))
  pictures.subscribe(draw)
  const before = pictures.getVersion()
  draw()
  await vi.waitFor(() => expect(asked).toEqual([128]), 30_000)
  draw()

  pictures.retry()

  await vi.waitFor(() => expect(asked).toEqual([128, 128]), 30_000)
  expect(draw).toHaveBeenCalledTimes(3)
  expect(pictures.getVersion()).toBeGreaterThan(before)
})

test('a file that cannot be shown is marked and redrawn; one not loaded yet is not', async () => {
  const { promise: broken, reject } = Promise.withResolvers<undefined>()
  const pictures = makePictures<Bitmap>({
    load: async (which) => await (which === id(1) ? broken : Promise.resolve(undefined)),
    mostPixels: 1,
    parallel: 2,
  })
  const drawn = vi.fn<() => void>()
  pictures.subscribe(drawn)
  pictures.begin()
  pictures.find(id(1), 32)
  pictures.find(id(2), 32)
  expect([pictures.isUnshown(id(1)), pictures.isUnshown(id(2))]).toEqual([false, false])

  reject(new Error('broken'))

  await vi.waitFor(() => expect(drawn).toHaveBeenCalledOnce(), 30_000)
  expect([pictures.isUnshown(id(1)), pictures.isUnshown(id(2))]).toEqual([true, false])
  // It stays marked while it is retried, and is shown as soon as possible.
  pictures.retry()
  expect(pictures.isUnshown(id(1))).toBe(true)
})
