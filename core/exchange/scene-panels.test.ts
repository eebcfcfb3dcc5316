import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const header = 'Sequence,Scene,Panel,Frames,Action Notes'
const lines = ['1,10,1,24,Ines runs', '1,10,2,36,She stops', '1,20,1,12,', '2,10,1,48,Wide']

test('the panels of a scene are one item with the length of all', async () => {
  const { items, changes, problems, said } = await importSheetFile([header, ...lines], {
    firstFrame: 1001,
    fieldAnswers: { rest: 'propose', columns: new Map(), isAllowed: true },
  })

  expect(items).toEqual(['1/10', '1/20', '2/10'])
  expect(changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut])).toEqual([
    [1001, 1060],
    [1001, 1012],
    [1001, 1048],
  ])
  expect(problems).toEqual([])
  expect(said).toContain('The panels of a scene are one item (4 panels in 3 scenes); column "Frames" is added up.')
  expect(said).toContain('Column "Scene" is read as item names.')
  expect(said).toContain(
    'Column "Action Notes" could become a field: Long text, 2 values, such as Ines runs She stops, Wide.',
  )
})

test('a scene’s range begins with its first panel and ends with its last', async () => {
  const { changes } = await importSheetFile([
    'Sequence,Scene,Panel,Start Frame,End Frame',
    '1,10,1,1,24',
    '1,10,2,25,60',
  ])

  expect(changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut])).toEqual([[1, 60]])
})

test('a scene with a panel of unknown length has none, and the plan says so', async () => {
  const { changes, said } = await importSheetFile([header, '1,10,1,24,', '1,10,2,,'], { firstFrame: 1001 })

  expect(changes.items.map(({ frameIn }) => frameIn)).toEqual([undefined])
  expect(said).toContain('Line 2 has no length: not every panel of its scene has one in column "Frames".')
})

test('scenes and panels beside shots mean something else', async () => {
  const { items } = await importSheetFile(['Sequence,Shot,Scene,Panel', '1,sh010,10,1', '1,sh020,10,2'])

  expect(items).toEqual(['1/sh010', '1/sh020'])
})

test('a mapping says which column is added up, or that panels are the items', async () => {
  const ofLength = [['frames', 'Panel length']] as const
  const ofNames = [
    ['name', 'Panel'],
    ['collection', 'Scene'],
  ] as const
  const sheet = ['Sequence,Scene,Panel,Panel length', '1,10,1,24', '1,10,2,36']
  const summed = await importSheetFile(sheet, { mapping: ofLength, firstFrame: 1001 })
  const panels = await importSheetFile(sheet, { mapping: ofNames })

  expect(summed.changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut])).toEqual([[1001, 1060]])
  expect(panels.items).toEqual(['10/1', '10/2'])
})
