import { act, render } from '@testing-library/react'
import type { Stage } from 'konva/lib/Stage.js'
import type { Rect } from 'konva/lib/shapes/Rect.js'
import type { Transformer } from 'konva/lib/shapes/Transformer.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeBoardIndex } from '#core/boards/index-by-place.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { toId, type CanvasItemId, type ProjectId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-person.ts'
import { BoardStage } from './board-stage.tsx'
import { makeBoardView } from './board-view.ts'
import { makePictures } from './pictures.ts'

const palette = { page: 'page', grid: 'grid', empty: 'empty', text: 'text', accent: 'accent', focus: 'focus', wash: 'wash', mark: 'mark', markGround: 'ground', font: 'font' } // prettier-ignore

/** The last stroked frames: colour, line, width and height. */
let frames: string[] = []

beforeEach(() => {
  frames = []
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = (): null => null
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => aCanvas() as never)
})

/** A canvas that does nothing but record the frames drawn on it. */
function aCanvas(): object {
  const fields: Record<string, unknown> = {}
  const getImageData = () => ({ data: new Uint8ClampedArray(4) })
  const strokeRect = (...[, , width, height]: readonly number[]): void => {
    frames.push(`${String(fields['strokeStyle'])} ${String(fields['lineWidth'])} ${width}×${height}`)
  }
  return new Proxy(fields, {
    get: (_, name: string) => fields[name] ?? { getImageData, strokeRect }[name] ?? (() => undefined),
    set: (_, name: string, value: unknown) => {
      fields[name] = value
      return true
    },
  })
}

function anObject(name: string, overrides: Partial<CanvasItemRow> = {}): CanvasItemRow {
  return {
    id: toId<CanvasItemId>(name), type: 'image', mediaId: undefined, text: undefined, x: 0, y: 0, width: 100, height: 50,
    rotation: 0, zIndex: 1, groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined, ...overrides,
  } // prettier-ignore
}

async function openBoard(rows: readonly CanvasItemRow[], people: readonly BoardPerson[] = []) {
  const replica = makeReplica(`board:${toId<ProjectId>('project')}`)
  replica.restore({ scope: replica.scope, rev: 1, tables: { canvas_items: rows } })
  const board = makeBoardReplica({ studioId: toId<StudioId>('studio'), ownerId: toId<ProjectId>('project') }, replica)
  const view = makeBoardView()
  view.set({ camera: { x: 0, y: 0, zoom: 1 }, window: { width: 800, height: 600 } })
  const getSelected = () => board.getItems().filter(({ id }) => view.get().selection.has(id))
  const change = vi.fn<BoardModel['change']>(async () => await Promise.resolve({ ok: true, value: undefined }))
  const model = {
    board,
    view,
    change,
    getIndex: () => makeBoardIndex(board.getItems()),
    getSelected,
    getMovable: () => getSelected().filter(({ isLocked }) => !isLocked),
    canEdit: () => true,
  }
  const pictures = makePictures<ImageBitmap>({
    load: async () => await Promise.resolve(undefined),
    mostPixels: 1,
    parallel: 1,
  })
  const stage: { current: Stage | null } = { current: null }
  render(<BoardStage ref={stage} model={model} people={people} pictures={pictures} palette={palette} />)
  const set = async (changes: Parameters<typeof view.set>[0]): Promise<void> => {
    // The canvas components render in a microtask.
    await act(async () => await Promise.resolve(view.set(changes)))
  }
  const select = async (...names: string[]): Promise<void> =>
    await set({ selection: new Set(names.map((name) => toId<CanvasItemId>(name))) })
  const draw = (): readonly string[] => {
    frames = []
    stage.current?.draw()
    return frames
  }
  const findHandles = (): Transformer | undefined => stage.current?.findOne<Transformer>('Transformer')
  return { view, change, set, select, draw, findHandles }
}

type Shape = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The rectangle inside the handles, and simulated pointer actions on them. */
function holdHandles(handles: Transformer | undefined) {
  const [node] = handles?.nodes() ?? []
  if (handles === undefined || node === undefined) throw new Error('there are no handles')
  // The handles are attached to a single rectangle.
  const rect = node as Rect
  const fire = async (name: string): Promise<void> => {
    await act(async () => await Promise.resolve(handles.fire(name, {})))
  }
  const shapeOf = (): Shape & { readonly rotation: number } => {
    const [width, height] = [rect.width() * rect.scaleX(), rect.height() * rect.scaleY()]
    return { x: rect.x() - width / 2, y: rect.y() - height / 2, width, height, rotation: rect.rotation() }
  }
  return { rect, fire, shapeOf }
}

test("frames mark others' selections, the own selection, and the focus while the keyboard is in the list", async () => {
  const [first, second] = [anObject('first'), anObject('second', { x: 200, width: 60 })]
  const person = {
    userId: toId<UserId>('jonas'),
    name: 'Jonas',
    color: 'red',
    cursor: undefined,
    selection: [first.id],
  }
  const { select, set, draw } = await openBoard([first, second], [person])

  expect(draw()).toEqual(['red 2 100×50'])
  await select('second')
  expect(draw()).toEqual(['red 2 100×50', 'accent 1.5 60×50'])
  await select('first', 'second')
  expect(draw()).toEqual(['red 2 100×50', 'accent 1.5 100×50', 'accent 1.5 60×50', 'accent 0.75 260×50'])
  await select()
  await set({ focused: second.id, isFocusShown: true, camera: { x: 0, y: 0, zoom: 2 } })
  expect(draw()).toEqual(['red 2 200×100', 'focus 2 128×108'])
  await set({ isFocusShown: false })
  expect(draw()).toEqual(['red 2 200×100'])
})

test('handles appear around the selection, and only if something in it can be moved', async () => {
  const { select, set, findHandles } = await openBoard([
    anObject('one', { x: 10 }),
    anObject('fixed', { isLocked: true }),
  ])

  expect(findHandles()).toBeUndefined()
  await select('fixed')
  expect(findHandles()).toBeUndefined()
  await select('one')
  expect(holdHandles(findHandles()).shapeOf()).toEqual({ x: 10, y: 0, width: 100, height: 50, rotation: 0 })
  await set({ camera: { x: 5, y: 0, zoom: 2 } })
  expect(holdHandles(findHandles()).shapeOf()).toEqual({ x: 10, y: 0, width: 200, height: 100, rotation: 0 })
  await set({ tool: 'pan' })
  expect(findHandles()).toBeUndefined()
})

test('objects follow the handles, and a cancelled drag puts the handles back', async () => {
  const { view, change, select, set, findHandles } = await openBoard([anObject('one')])
  await select('one')
  const { rect, fire, shapeOf } = holdHandles(findHandles())
  const before = shapeOf()

  await fire('transformstart')
  rect.setAttrs({ x: 100, y: 50, scaleX: 2, scaleY: 2 })
  await fire('transform')
  expect(view.get().drafts.get(toId('one'))).toMatchObject({ x: 0, y: 0, width: 200, height: 100 })

  await set({ drafts: new Map() })
  await fire('transformend')
  expect(shapeOf()).toEqual(before)
  expect(change).not.toHaveBeenCalled()
})

test('handles of several objects turn with the pointer, and are upright again when released', async () => {
  const { view, change, select, findHandles } = await openBoard([anObject('one'), anObject('two', { x: 200 })])
  await select('one', 'two')
  const { rect, fire, shapeOf } = holdHandles(findHandles())

  await fire('transformstart')
  rect.rotation(90)
  await fire('transform')

  expect(shapeOf().rotation).toBe(90)
  expect(view.get().drafts.get(toId('one'))?.rotation).toBe(90)
  await fire('transformend')
  expect(change).toHaveBeenCalledOnce()
  expect(shapeOf().rotation).toBe(0)
})
