import { expect, test } from 'vitest'
import { dialogControls } from './control-names.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

const lines = ['Shot,Animation', 'SQ010_SH010,WIP', 'SQ010_SH020,WFA', 'SQ020_SH010,TO DO']

test('a pattern takes collection and item from the names in a sheet', async () => {
  const { items, problems } = await importSheetFile(lines, { match: '{collection}_{item}' })

  expect(problems).toEqual([])
  expect(items).toEqual(['SQ010/SH010', 'SQ010/SH020', 'SQ020/SH010'])
})

test('a pattern without {item} keeps the whole name', async () => {
  const { items } = await importSheetFile(lines, { match: '{collection}_*' })

  expect(items).toEqual(['SQ010/SQ010_SH010', 'SQ010/SQ010_SH020', 'SQ020/SQ020_SH010'])
})

test('a collection in the row comes before one in the name', async () => {
  const { items } = await importSheetFile(['Sequence,Shot', 'SQ900,SQ010_SH010'], { match: '{collection}_{item}' })

  expect(items).toEqual(['SQ900/SQ010_SH010'])
})

test('names that do not fit go to the collection for items that name none, or ask for one', async () => {
  const mixed = ['Shot', 'SQ010_SH010', 'Teaser']

  const placed = await importSheetFile(mixed, { match: '{collection}_{item}', collection: 'Extras' })
  const asked = await importSheetFile(mixed, { match: '{collection}_{item}' })

  expect(placed.items).toEqual(['SQ010/SH010', 'Extras/Teaser'])
  expect(asked.problems).toEqual([
    'Which collection? Name one in the file, or under “Collection for items that name none”.',
  ])
})

test('where a name looks as if it contained a collection, the question says how to use it', async () => {
  const { problems } = await importSheetFile(lines.slice(0, 2))

  expect(problems).toEqual([
    `Which collection? Name one in the file, or ${dialogControls.collection}; if the item’s name begins with it, ` +
      'enter {collection}_* under “Names of the items”.',
  ])
})

test('a name that occurs twice is a conflict, as with a collection of its own', async () => {
  const twice = [...lines, ...lines.slice(1)]

  const { items, problems } = await importSheetFile(twice, { match: '{collection}_{item}' })

  expect(items).toHaveLength(3)
  expect(problems).toEqual(['Line 2 has the same item.', 'Line 3 has the same item.', 'Line 4 has the same item.'])
})
