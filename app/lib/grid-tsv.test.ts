import { expect, test } from 'vitest'
import { toCellKey } from '#core/lib/selection-range.ts'
import { toId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { parseTsv } from './tsv.ts'
import { planFillDown, planPaste, toTsv } from './grid-tsv.ts'

const anId = <Id extends ItemId | StageId>(kind: string, number: number): Id =>
  toId<Id>(`${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`)

const order = {
  itemIds: [1, 2, 3].map((number) => anId<ItemId>('i', number)),
  stageIds: [1, 2, 3].map((number) => anId<StageId>('g', number)),
}
const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))

test('copies the rectangle around the selection, with blanks for cells not selected', () => {
  const names = new Map([
    [cell(1, 1), 'WIP'],
    [cell(2, 2), 'DONE'],
  ])

  expect(toTsv(names.keys(), order, (key) => names.get(key) ?? '?')).toBe('WIP\t\n\tDONE')
})

test('reads what spreadsheets copy, whatever their line breaks and quotes', () => {
  expect(parseTsv('WIP\tDONE\r\n"TO ""DO"""\t\r\n')).toEqual([
    ['WIP', 'DONE'],
    ['TO "DO"', ''],
  ])
})

test('text of several lines stays one cell when copied and pasted', () => {
  const texts = ['Rain,\nthen "sun"', '"Quoted" and more', 'A\ttab', '"', '']
  const cells = [cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2), cell(3, 1)]
  const copied = toTsv(cells, order, (key) => texts[cells.indexOf(key)] ?? '')

  expect(parseTsv(copied)).toEqual([texts.slice(0, 2), texts.slice(2, 4), ['', '']])
  // An unclosed quote is read literally.
  expect(parseTsv('5" lens\t"half\nnext')).toEqual([['5" lens', '"half'], ['next']])
})

test('pastes a single text into every selected cell', () => {
  const plan = planPaste([['WIP']], [cell(1, 1), cell(3, 2)], order)

  expect(plan).toEqual([
    { key: cell(1, 1), text: 'WIP' },
    { key: cell(3, 2), text: 'WIP' },
  ])
})

test('pastes a range with its corner on the selection, clipped at the edge of the grid', () => {
  const table = [
    ['a', 'b'],
    ['c', 'd'],
  ]

  expect(planPaste(table, [cell(3, 2)], order)).toEqual([
    { key: cell(3, 2), text: 'a' },
    { key: cell(3, 3), text: 'b' },
  ])
})

test('pastes what it copied unchanged', () => {
  const cells = [cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2)]
  const copied = toTsv(cells, order, (key) => key.slice(-1))

  expect(planPaste(parseTsv(copied), cells, order)).toEqual(cells.map((key) => ({ key, text: key.slice(-1) })))
})

test('fills down each column from its first selected cell', () => {
  const plan = planFillDown([cell(1, 1), cell(3, 1), cell(2, 2), cell(3, 2)], order)

  expect(plan).toEqual([
    { key: cell(3, 1), from: cell(1, 1) },
    { key: cell(3, 2), from: cell(2, 2) },
  ])
})
