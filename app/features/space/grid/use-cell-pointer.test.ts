import { renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { afterEach, expect, test } from 'vitest'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import { resetSpaceView, setSelection, spaceViewStore } from '../space-view-store.ts'
import { anId, openTestSpace } from '../test/a-space.ts'
import type { Place } from './grid-window.ts'
import { useCellPointer } from './use-cell-pointer.ts'

const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))

/** A press on nothing but the canvas, at a place the window knows or does not. */
async function press(place: Place | undefined): Promise<void> {
  const { opened } = await openTestSpace()
  setSelection({ cells: new Set([cell(1, 1)]), anchor: cell(1, 1) }, cell(1, 1))
  const { result } = renderHook(() => useCellPointer(opened.model, { findPlace: () => place }))
  // The fields that the handlers read.
  const event = { type: 'click', button: 0, clientX: 0, clientY: 0, target: document.body } as unknown as PointerEvent
  result.current.onPointerDown(event)
  result.current.onClick({ ...event, nativeEvent: {} } as unknown as PointerEvent)
}

afterEach(resetSpaceView)

test('a click on a row that is only drawn selects its cell', async () => {
  await press({ row: 2, column: 1, left: 500 })

  expect([...spaceViewStore.selection.cells]).toEqual([cell(2, 2)])
})

test('a click on a drawn name selects the whole row', async () => {
  await press({ row: 2, column: -1, left: 100 })

  expect([...spaceViewStore.selection.cells]).toEqual([cell(2, 1), cell(2, 2), cell(2, 3)])
})

test('a click on nothing clears the selection', async () => {
  await press(undefined)

  expect(spaceViewStore.selection.cells.size).toBe(0)
})
