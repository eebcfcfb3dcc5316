import { expect, test } from 'vitest'
import { readFrameRange, addFrameCell, toFrameValues, type FrameCells } from './frame-cells.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

test.each([
  ['1001-1048', [1001, 1048]],
  ['[1001 – 1048]', [1001, 1048]],
  ['1001..1048', [1001, 1048]],
  ['1001 to 1048', [1001, 1048]],
  ['-8-40', [-8, 40]],
  ['01:12', undefined],
  ['1001', undefined],
  ['1001-1048 (1009-1040)', undefined],
  ['2026-11-13', undefined],
])('reads the frame range %s', (text, range) => {
  expect(readFrameRange(text)).toEqual(range)
})

test('a frame range is the item’s, or its handles around separate frames; with only one frame it is unused', () => {
  const range = [1001, 1064] as const

  expect(toFrameValues({ 'frame range': range }, {}).values).toEqual({ frameIn: 1001, frameOut: 1064 })
  expect(toFrameValues({ 'frame range': range, 'frame in': 1009, 'frame out': 1056 }, {}).values).toEqual({
    frameIn: 1009,
    frameOut: 1056,
    handleIn: 8,
    handleOut: 8,
  })
  for (const others of [{ 'frame in': 1009 }, { 'frame in': 990, 'frame out': 1056 }])
    expect(toFrameValues({ 'frame range': range, ...others }, {}).unused.map(([column]) => column)).toEqual([
      'frame range',
    ])
})

test('an empty range cell clears both ends if blanks clear, except ends given beside it', () => {
  const clear = (frames: FrameCells, isBlankClear: boolean) => {
    const taken = { ...frames }
    addFrameCell(taken, 'frame range', { text: '', isBlankClear })
    return taken
  }

  expect(clear({}, true)).toEqual({ 'frame in': null, 'frame out': null })
  expect(clear({ 'frame in': 1001, 'frame out': 1048 }, true)).toEqual({ 'frame in': 1001, 'frame out': 1048 })
  expect(clear({}, false)).toEqual({})
})

test('task names are item names if no column has those, unless mapped to nothing', async () => {
  const lines = ['Task Name,Sequence', 'sh010,sq010']

  expect((await importSheetFile(lines)).items).toEqual(['sq010/sh010'])
  await expect(importSheetFile(lines, { mapping: [['-', 'Task Name']] })).rejects.toThrow(
    'No column has the item names',
  )
})
