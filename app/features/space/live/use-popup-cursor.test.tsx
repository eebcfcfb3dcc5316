import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import { resetSpaceView, selectOnly, spaceViewStore } from '../space-view-store.ts'
import { anId, openTestSpace } from '../test/a-space.ts'
import { usePopupCursor } from './use-popup-cursor.ts'

const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))
const show = (search: string) => act(() => navigate(`/s${search}`))
const addressOf = (item: number, task = '') => `?item=${anId('i', item)}${task === '' ? '' : `&task=${task}`}`

afterEach(() => {
  cleanup()
  resetSpaceView()
})

test('closing the popup puts the cursor on the cell last shown in it, and keeps the selection', async () => {
  const { model } = (await openTestSpace()).opened
  show(addressOf(3, 'anim'))
  renderHook(() => usePopupCursor(model))
  expect(spaceViewStore.cursor).toBeUndefined()
  show('')
  expect(spaceViewStore.cursor).toBe(cell(3, 2))
  expect(spaceViewStore.selection).toMatchObject({ cells: new Set(), anchor: cell(3, 2) })

  act(() => selectOnly(cell(1, 1)))
  show(addressOf(1, 'layout'))
  show(addressOf(2, 'layout'))
  show('')
  expect(spaceViewStore.cursor).toBe(cell(2, 1))
  expect([...spaceViewStore.selection.cells]).toEqual([cell(1, 1)])

  // A deleted item has no cell for the cursor.
  show('?item=nobody')
  show('')
  expect(spaceViewStore.cursor).toBe(cell(2, 1))
})
