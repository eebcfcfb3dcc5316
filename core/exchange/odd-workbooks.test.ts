import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'
import { aNumber, aRow, aWorkbook } from './test/a-workbook.ts'
import { readXlsx } from './read-xlsx.ts'

const shots = [aRow(['Sequence', 'Shot']), aRow(['SQ010', 'SH0010'])].join('')

/** Reads a cell with that number and format. */
async function show(value: number, format: string): Promise<string | undefined> {
  const rows = [aRow(['Title']), aRow([aNumber(value, 1)])].join('')
  const read = await readXlsx(await aWorkbook([{ name: 'Shots', rows }], [format]))
  return read.ok ? read.value.records[0]?.cells[0] : read.error.message
}

test.each([
  [10, '"SH"0000', 'SH0010'],
  [10, '\\s\\h000', 'sh010'],
  [20, '0000;-0000', '0020'],
  [20, '[Red]0000_)', '0020'],
  [7, '"v"000" cut"', 'v007 cut'],
  [12_345, '"SH"0000', 'SH12345'],
  // Numbers with a unit remain numbers.
  [48, '0" fr"', '48'],
  [1200, '"EUR "0', '1200'],
  [-3, '"SH"0000', '-3'],
])('%d in the format %s reads as %s', async (value, format, text) => {
  expect(await show(value, format)).toBe(text)
})

test.each([
  [26.5 / 24, '[h]:mm', '26:30:00'],
  [48 / 24, '[hh]:mm:ss', '48:00:00'],
  [7.25 / 24, '[h]:mm', '7:15:00'],
  [90 / 1440, '[mm]:ss', '1:30:00'],
  // Days and times of day are unaffected.
  [8.5 / 24, 'hh:mm', '08:30:00'],
  [46_374, 'dd.mm.yyyy', '2026-12-18'],
])('%d days in the format %s read as %s', async (value, format, text) => {
  expect(await show(value, format)).toBe(text)
})

test('formulas saved without values are reported by column', async () => {
  const formula = { xml: '<c><f>B2+47</f><v/></c>' }
  const saved = { xml: '<c><f>B2+47</f><v>1048</v></c>' }
  const empty = { xml: '<c t="str"><f>""</f><v></v></c>' }
  const rows = [
    aRow(['Sequence', 'Shot', 'Frame in', 'Frame out', 'Description']),
    aRow(['SQ010', 'SH0010', aNumber(1001), saved, empty]),
    aRow(['SQ010', 'SH0020', { xml: '<c><f>C2</f></c>' }, formula, empty]),
    aRow(['SQ010', 'SH0030', aNumber(1001), formula, empty]),
  ]
  const { said } = await importSheetFile(await aWorkbook([{ name: 'Shots', rows: rows.join('') }]), { format: 'xlsx' })

  const reason = 'Saved without a value: open the workbook in a spreadsheet, save it and import it again.'
  expect(said).toContain(`A formula in column C is not used: ${reason}`)
  expect(said).toContain(`Each of 2 formulas in column D is not used: ${reason}`)
})

test('hidden rows and columns are read and reported', async () => {
  const rows = [
    aRow(['Sequence', 'Shot', 'Animation'], ' r="1"'),
    aRow(['SQ010', 'SH0010', 'WIP'], ' r="2" hidden="1"'),
    aRow(['SQ010', 'SH0020', 'WIP'], ' r="3" hidden="1"'),
    aRow(['SQ010', 'SH0030', 'WIP'], ' r="4"'),
    aRow([], ' r="5" hidden="1"'),
    aRow(['SQ010', 'SH0050', 'WIP'], ' r="6" hidden="true"'),
  ]
  const cols =
    '<cols><col min="1" max="2" hidden="0"/><col min="3" max="3" hidden="1"/><col min="9" max="99" hidden="1"/></cols>'
  const { said, items } = await importSheetFile(await aWorkbook([{ name: 'Shots', rows: rows.join(''), cols }]), {
    format: 'xlsx',
  })

  expect(items).toHaveLength(4)
  expect(said).toContain('Lines 2–3, 6 are hidden in the workbook, and are read like the others.')
  expect(said).toContain('Column C is hidden in the workbook, and is read like the others.')
})

test('hidden sheets and charts are reported, and a chart is not taken for the first sheet', async () => {
  const workbook = await aWorkbook([
    { name: 'Curve', rows: '', isChart: true },
    { name: 'Shots', rows: shots },
    { name: 'Lists', rows: shots, state: 'veryHidden' },
  ])
  const { items, said } = await importSheetFile(workbook, { format: 'xlsx' })

  expect(items).toEqual(['SQ010/SH0010'])
  expect(said).toContain('Sheet "Curve" is not used: It is a chart.')
  expect(said).toContain(
    'Hidden sheet "Lists" is not used: One sheet is imported at a time: name this one to import it.',
  )
})

test('if the first sheet is a cover or empty, the other sheets are named', async () => {
  const cover = { name: 'Cover', rows: aRow(['Moonfall']) + aRow(['by us']) }
  const more = [
    { name: 'Shots', rows: shots },
    { name: 'Assets', rows: shots },
  ]

  await expect(importSheetFile(await aWorkbook([cover, ...more]), { format: 'xlsx' })).rejects.toThrow(
    'No column has the item names: choose “name” for one of Moonfall, or name another sheet: Shots, Assets.',
  )
  await expect(importSheetFile(await aWorkbook([{ ...cover, rows: '' }, ...more]), { format: 'xlsx' })).rejects.toThrow(
    'The sheet "Cover" is empty; name another sheet: Shots, Assets.',
  )
})

test.each(['csv', 'xlsx', 'json', 'edl', 'otio', 'xml'] as const)(
  'an empty %s file is reported as empty',
  async (format) => {
    await expect(
      importSheetFile(new Uint8Array(), { format, rate: { numerator: 24, denominator: 1 } }),
    ).rejects.toThrow(/^The file is empty\.$/)
  },
)

test('spreadsheet errors do not turn a column of days into text', async () => {
  const { said } = await importSheetFile(
    [
      'Sequence,Shot,Online',
      'SQ010,SH0010,2026-12-18',
      'SQ010,SH0020,#N/A',
      'SQ010,SH0030,2026-12-19',
      'SQ010,SH0040,#REF!',
    ],
    { fieldAnswers: { rest: 'propose', columns: new Map(), isAllowed: true } },
  )

  expect(said.join('\n')).toContain('Column "Online" could become a field: Date, 4 values, such as 2026-12-18')
  expect(said.join('\n')).toContain('2 of them do not fit and are left out.')
})

test('comments on cells and addresses behind them are named', async () => {
  const rows = [
    aRow(['Sequence', 'Shot', 'Link']),
    aRow(['SQ010', 'SH0010', 'brief']),
    aRow(['SQ010', 'SH0020', 'x.example']),
  ]
  const links = { C2: 'https://a.example/brief.pdf', C3: 'https://x.example' }
  const workbook = await aWorkbook([{ name: 'Shots', rows: rows.join(''), comments: ['B2', 'B3', 'A1'], links }])
  const { said } = await importSheetFile(workbook, { format: 'xlsx' })

  expect(said.filter((each) => / cells? /.test(each))).toEqual([
    'Each of 2 comments on cells in column B is not used: Move what it says to a column of the sheet.',
    'A comment on a cell (A1) is not used: Move what it says to a column of the sheet.',
    'A link behind a cell (C2) is not used: Only the text of its cell is read.',
  ])
})
