import { afterEach, expect, test, vi } from 'vitest'
import { layOutGrid } from '#core/items/grid-layout.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { placeRows } from '../model/row-places.ts'
import { emptyFilter } from '#core/timeline/filter-kinds.ts'
import { aCollection, anId, anItem, openTestSpace } from '../test/a-space.ts'
import { GridWindow, type WindowPicture } from './grid-window.ts'

const sizes = { item: 36, collection: 32, header: 40 }

/** A grid of a thousand rows in a window of ten, with a canvas or without. */
async function showGrid(): Promise<{
  view: GridWindow
  model: SpaceModel
  canvas: HTMLCanvasElement
  scrollTo: (top: number) => void
  scroller: HTMLElement
  resizeTo: (height: number) => void
  /** Renders again with some values replaced. */
  render: (change: Partial<WindowPicture>) => void
}> {
  const { model } = await openTestSpace()
  const layout = layOutGrid({
    collections: [aCollection(1, { isDefault: true })],
    holdItems: () => ({ count: 1000, inOrder: () => Array.from({ length: 1000 }, (_, index) => anItem(index)) }),
    findCollectionId: () => aCollection(1).id,
    askTasks: () => undefined,
    stageIds: [anId('g', 1)],
    filter: emptyFilter,
    text: '',
    collapsed: new Set(),
    sort: 'rank',
  })
  const picture = {
    model,
    layout,
    places: placeRows(layout, sizes),
    sizes,
    isCompact: false,
    totals: undefined,
    view: 'status' as const,
    version: '1',
    getMinutes: () => undefined,
    findThumbnailUrl: () => undefined,
  }
  const view = new GridWindow(model)
  // Like React: a render follows every change of the range.
  view.subscribe(() => queueMicrotask(() => view.show(picture)))
  const scroller = document.createElement('div')
  const header = document.createElement('div')
  const [holder, canvas] = [document.createElement('div'), document.createElement('canvas')]
  // jsdom has no layout: a header of 39 pixels and its line, and 361 for rows.
  let height = 401
  Object.defineProperty(scroller, 'clientHeight', { get: () => height })
  Object.defineProperty(scroller, 'clientWidth', { value: 800 })
  Object.defineProperty(header, 'clientHeight', { value: 39 })
  scroller.append(header, holder)
  holder.append(canvas)
  let tellOfResize = (): void => undefined
  class Resizes {
    constructor(listener: () => void) {
      tellOfResize = listener
    }
    observe = (): void => undefined
    disconnect = (): void => undefined
  }
  vi.stubGlobal('ResizeObserver', Resizes)
  view.show(picture)
  view.connect({ scroller, header, holder, canvas })
  const scrollTo = (top: number): void => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  }
  const resizeTo = (next: number): void => {
    height = next
    tellOfResize()
  }
  const render = (change: Partial<WindowPicture>): void => view.show({ ...picture, ...change })
  return { view, model, canvas, scrollTo, scroller, resizeTo, render }
}

/** Returns a counter of the frames drawn on it. */
function withCanvas(): () => number {
  let frames = 0
  const known: Readonly<Record<string, () => unknown>> = {
    measureText: () => ({ width: 10 }),
    setTransform: () => (frames += 1),
  }
  const context = new Proxy({}, { get: (_, name) => known[String(name)] ?? (() => undefined) })
  class Copy {
    getContext(): unknown {
      return context
    }

    transferToImageBitmap(): { readonly close: () => void } {
      return { close: () => undefined }
    }
  }
  vi.stubGlobal('OffscreenCanvas', Copy)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return () => frames
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('without a canvas the visible rows, and a few around them, follow every scroll', async () => {
  const { view, scrollTo } = await showGrid()
  expect(view.getRange().from).toBe(0)

  scrollTo(3600)

  const { from, to } = view.getRange()
  expect([from <= 100, from > 80, to > 100, to < 120]).toEqual([true, true, true, true])
})

test('with a canvas, a jump is drawn at once and the rows follow when scrolling rests', async () => {
  withCanvas()
  const { view, canvas, scrollTo } = await showGrid()
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  const before = view.getRange()

  scrollTo(3600)
  expect(canvas.style.visibility).toBe('visible')
  expect(view.getRange()).toBe(before)

  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  expect(view.getRange().from).toBeLessThanOrEqual(100)
  expect(view.getRange().to).toBeGreaterThan(100)
})

test('a render that changes nothing drawn does not draw again', async () => {
  const frames = withCanvas()
  const { canvas, scrollTo, render } = await showGrid()
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  scrollTo(3600)
  const before = frames()

  render({ findThumbnailUrl: () => undefined })
  expect(frames()).toBe(before)

  render({ version: '2' })
  expect(frames()).toBe(before + 1)
})

test('rows left behind by a jump are hidden until others are in place, and return with the scroll', async () => {
  withCanvas()
  const { canvas, scroller, scrollTo } = await showGrid()
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  const areAway = (): boolean => Object.hasOwn(scroller.dataset, 'away')

  scrollTo(3600)
  expect(areAway()).toBe(true)
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  expect(areAway()).toBe(false)

  scrollTo(7200)
  expect(areAway()).toBe(true)
  scrollTo(3600)
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  expect(areAway()).toBe(false)
})

test('scrolling a few pixels draws nothing: the rows around the visible ones are already there', async () => {
  withCanvas()
  const { canvas, scrollTo } = await showGrid()
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  await vi.waitFor(() => {
    scrollTo(0)
    expect(canvas.style.visibility).toBe('hidden')
  }, 30_000)

  scrollTo(30)

  expect(canvas.style.visibility).toBe('hidden')
})

test('a row is scrolled into view by as little as possible', async () => {
  const { view, scrollTo } = await showGrid()
  scrollTo(720)

  expect(view.reveal(22)).toBe(720)
  expect(view.reveal(5)).toBe(180)
  expect(view.getRange().from).toBeLessThanOrEqual(5)
})

test('while rows are only drawn, a point finds the row under it', async () => {
  withCanvas()
  const { view, canvas, scrollTo } = await showGrid()
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  expect(view.findPlace({ x: 10, y: 50 })).toBeUndefined()

  scrollTo(3600)

  expect(view.findPlace({ x: 10, y: 40 + 36 + 1 })).toMatchObject({ row: 101 })
  // The header and anything below the window are real elements, as ever.
  expect(view.findPlace({ x: 10, y: 20 })).toBeUndefined()
  expect(view.findPlace({ x: 10, y: 500 })).toBeUndefined()
})

test('after a change shown ahead the rows update a few at a time, and are uncovered once all have', async () => {
  withCanvas()
  const { view, canvas, model } = await showGrid()
  await vi.waitFor(() => expect(view.getRange().to).toBeGreaterThan(12), 30_000)
  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  await model.earlyStatus.show(anId('t', 2))
  const turns: number[] = []
  view.subscribe(() => turns.push(view.getRange().freshTo))

  model.earlyStatus.end()

  await vi.waitFor(() => expect(canvas.style.visibility).toBe('hidden'), 30_000)
  expect(turns.slice(0, 3)).toEqual([0, 6, 12])
  expect(turns.at(-1)).toBe(Infinity)
})

test('a change shown ahead stays drawn until it is made', async () => {
  withCanvas()
  const { model } = await openTestSpace()
  const seen: (string | undefined)[] = []
  model.earlyStatus.subscribe(() => seen.push(model.earlyStatus.get()))

  await model.earlyStatus.show(anId('t', 2))
  model.earlyStatus.end()
  model.earlyStatus.end()

  expect(seen).toEqual([anId('t', 2), undefined])
})

test('a row at the lower edge stays visible when a bar appears below the rows; one that was scrolled away stays away', async () => {
  const { view, scrollTo, scroller, resizeTo } = await showGrid()
  const top = view.reveal(22)

  resizeTo(341)
  expect(scroller.scrollTop).toBe(top + 60)

  resizeTo(401)
  scrollTo(3600)
  resizeTo(341)
  expect(scroller.scrollTop).toBe(3600)
})
