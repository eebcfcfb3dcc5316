import { expect, test } from 'vitest'
import { aRow, aWorkbook } from './test/a-workbook.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

const shots = ['sh010', 'sh020', 'sh030'] as const

/** Makes a workbook as Smartsheet exports it: rows below a parent are grouped. */
async function aSmartsheet(rows: readonly (readonly [level: number, name: string, notes?: string])[]) {
  const each = rows.map(([level, name, notes = '']) =>
    aRow([name, notes], level === 0 ? '' : ` outlineLevel="${level}"`),
  )
  return await aWorkbook([{ name: 'Shots', rows: [aRow(['Task Name', 'Description']), ...each].join('') }])
}

test('parents of grouped rows in a workbook become collections', async () => {
  const book = await aSmartsheet([
    [0, 'Kitchen', '3 shots'],
    [1, 'sh010', 'Wide'],
    [1, 'sh020'],
    [0, 'Garden'],
    [1, 'sh030'],
  ])
  const { items, said } = await importSheetFile(book, { format: 'xlsx' })

  expect(items).toEqual(['Kitchen/sh010', 'Kitchen/sh020', 'Garden/sh030'])
  expect(said).toContain('Lines 2, 5 are read as collections of the rows indented below them: Kitchen, Garden.')
  expect(said).toContain('Line 2 is not used: A collection has only a name; its other cells are left out.')
})

test('parents of rows whose names begin with spaces become collections', async () => {
  const { items, said } = await importSheetFile([
    'Task Name',
    'Kitchen',
    '    sh010',
    '    sh020',
    'Garden',
    '    sh030',
  ])

  expect(items).toEqual(['Kitchen/sh010', 'Kitchen/sh020', 'Garden/sh030'])
  expect(said).toContain('Lines 2, 5 are read as collections of the rows indented below them: Kitchen, Garden.')
})

test.each([
  ['a parent without rows', ['Kitchen', '    sh010', 'Garden']],
  ['rows before the first parent', ['    sh010', 'Kitchen', '    sh020']],
  ['parents of parents', ['Film', '    Kitchen', '        sh010']],
  ['parents named like their rows', ['sh010', '    sh020', 'sh030', '    sh040']],
  ['tasks below their shots', ['Kitchen', '    Layout', '    Animation']],
  ['a parent named twice', ['Kitchen', '    sh010', 'kitchen', '    sh020']],
])('with %s, indented rows are items like the others', async (_, names) => {
  const { items, problems, said } = await importSheetFile(['Task Name', ...names])

  expect(items).toEqual([])
  expect(problems).toHaveLength(names.length)
  expect(said).toContain(
    'Some rows are indented below others; it is not clear which are collections, so all are items.',
  )
})

test('indents are not read beside a column of collections, or with a collection for the whole file', async () => {
  const placed = await importSheetFile([
    'Task Name,Sequence',
    ...shots.map((name, at) => `${at === 0 ? '' : '  '}${name},SQ010`),
  ])
  const given = await importSheetFile(['Task Name', 'Kitchen', '  sh010'], { collection: 'SQ020' })

  expect(placed.items).toEqual(shots.map((name) => `SQ010/${name}`))
  expect(given.items).toEqual(['SQ020/Kitchen', 'SQ020/sh010'])
})

test('a stray space before a name is no indent', async () => {
  const { problems, said } = await importSheetFile(['Task Name', 'Kitchen', ' sh010'])

  expect(problems).toHaveLength(2)
  expect(said.filter((each) => each.includes('indented'))).toEqual([])
})
