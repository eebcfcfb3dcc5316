import { deflateRawSync } from 'node:zlib'
import { downloadZip } from 'client-zip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXlsx } from './read-xlsx.ts'
import { openZip } from './unzip.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Makes a ZIP archive with deflated parts, as Excel does; `says` overrides the sizes it claims. */
function pack(
  parts: Readonly<Record<string, string | Uint8Array>>,
  says: { readonly size?: number; readonly flags?: number } = {},
) {
  const pieces: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(says.flags ?? 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(says.size ?? content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const start = Buffer.alloc(12)
    start.writeUInt32LE(at, 8)
    pieces.push(Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]))
    table.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\0\0'), fields, Buffer.alloc(2), start.subarray(0), Buffer.from(name)]),
    )
    at += pieces.at(-1)?.length ?? 0
  }
  const directory = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(table.length, 8)
  end.writeUInt16LE(table.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...pieces, directory, end]))
}

const relation = (id: number, target: string) => `<Relationship Id="rId${id}" Target="${target}"/>`
const rows = (text: string) => `<?xml version="1.0"?>\n<worksheet xmlns="x"><sheetData>${text}</sheetData></worksheet>`

const workbook = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Notes" state="hidden" r:id="rId1"/><sheet name="Shots &amp; more" r:id="rId2"/><sheet name="Old" r:id="rId3"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheets/a.xml')}${relation(2, '/xl/worksheets/b.xml')}${relation(3, 'worksheets/c.xml')}</Relationships>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t xml:space="preserve">sh</t></r><r><t>0010</t></r><rPh sb="0"><t>x</t></rPh></si><si><t/></si><si><t>a_x000D_b &lt;c&gt;</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="[$-409]dd\\.mm\\.yyyy"/><numFmt numFmtId="166" formatCode="&quot;day &quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="22"/></cellXfs></styleSheet>',
  'xl/worksheets/a.xml': rows(''),
  'xl/worksheets/b.xml': rows(
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Due</t></is></c><c r="D2" t="str"><f>1+1</f><v>Made</v></c></row>' +
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4" s="1"><v>46374</v></c><c r="D4"><v>23.975999999999999</v></c></row>' +
      '<row r="5" spans="1:4"/><row><c s="2"><v>10</v></c><c t="b"><v>1</v></c><c s="3"><v>46374.0</v></c><c s="4"><v>2.5</v></c></row>' +
      '<row r="9"><c r="A9" t="s"><v>3</v></c><c r="C9" s="5"><v>46374.5</v></c><c r="D9" t="e"><v>#REF!</v></c></row>',
  ),
  'xl/worksheets/c.xml': rows('<row><c t="str"><v>Name</v></c></row><row><c><v>1E3</v></c></row>'),
}

const others = ['Hidden sheet "Notes"', 'Sheet "Old"'].map((part) => {
  return { part, reason: 'One sheet is imported at a time: name this one to import it.' }
})

test('a workbook is read as displayed: strings, days, leading zeros, booleans, skipped rows and cells', async () => {
  expect(await readXlsx(pack(workbook))).toEqual({
    ok: true,
    value: {
      header: ['Name', '', 'Due', 'Made'],
      line: 2,
      left: others,
      others: ['Old'],
      records: [
        { line: 4, cells: ['sh0010', '', '2026-12-18', '23.976'] },
        { line: 6, cells: ['0010', 'yes', '2026-12-18', '2.5'] },
        { line: 9, cells: ['a\rb <c>', '', '2026-12-18 12:00:00', '#REF!'] },
      ],
    },
  })
})

test('percentages are read as displayed, and cells beside the titles get a column without a title', async () => {
  const styles = workbook['xl/styles.xml'].replace('<xf numFmtId="22"/>', '<xf numFmtId="9"/><xf numFmtId="170"/>')
  const custom = styles.replace('<numFmts>', '<numFmts><numFmt numFmtId="170" formatCode="0.0%"/>')
  const sheet = rows(
    '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Done</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><v>a</v></c><c r="B2" s="5"><v>0.45</v></c></row>' +
      '<row r="3"><c r="A3" t="str"><v>b</v></c><c r="B3" s="6"><v>0.29</v></c><c r="D3" t="str"><v>see me</v></c></row>',
  )
  const read = await readXlsx(pack({ ...workbook, 'xl/styles.xml': custom, 'xl/worksheets/b.xml': sheet }))

  expect(read.ok && read.value).toMatchObject({
    header: ['Name', 'Done', '', ''],
    records: [{ cells: ['a', '45%'] }, { cells: ['b', '29%', '', 'see me'] }],
  })
})

test('a sheet is found by name in any case; an unknown name is refused with the existing ones', async () => {
  const old = await readXlsx(pack(workbook), 'OLD')

  expect(old.ok && old.value.records).toEqual([{ line: 2, cells: ['1000'] }])
  expect(await readXlsx(pack(workbook), 'nope')).toMatchObject({
    error: { message: 'There is no sheet "nope". The sheets are Notes, Shots & more, Old.' },
  })
  expect(await readXlsx(pack(workbook), 'notes')).toMatchObject({
    error: { message: 'The sheet "Notes" is empty; name another sheet: Shots & more, Old.' },
  })
})

test('days counted from 1904 are read correctly', async () => {
  const parts = {
    ...workbook,
    'xl/workbook.xml': workbook['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
  }
  const read = await readXlsx(
    pack({ ...parts, 'xl/worksheets/b.xml': workbook['xl/worksheets/b.xml'].replaceAll('46374', '44912') }),
  )

  expect(read.ok && read.value.records[0]?.cells[2]).toBe('2026-12-18')
})

const whole = pack(workbook)
const text = new TextEncoder()
test.each([
  ['a text', text.encode('Name,Due\n1,2\n'), 'not an Excel workbook'],
  ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), 'save it as .xlsx'],
  ['half of one', whole.slice(0, whole.length / 2), 'no table of contents'],
  ['one without its beginning', whole.slice(500), 'not an Excel workbook'],
  ['some other archive', pack({ 'a.txt': 'a' }), 'no xl/workbook.xml'],
  ['a protected archive', pack(workbook, { flags: 1 }), 'password'],
  ['one that says it is huge', pack(workbook, { size: 1e9 }), 'unpacks to more than'],
  ['one with a broken part', whole.map((byte, at) => (at === 80 ? byte ^ 0xff : byte)), 'damaged'],
  [
    'one that declares entities',
    pack({ 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' }),
    'declares entities',
  ],
  ['one whose tags do not match', pack({ 'xl/workbook.xml': '<workbook><sheets></workbook>' }), 'closes nothing'],
])('%s is refused with the reason', async (_, bytes, message) => {
  expect(await readXlsx(bytes)).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } })
})

test('an archive that unpacks to more than it claims is stopped on the way', async () => {
  const zeros = new Uint8Array(250_001)
  const bomb = pack({ a: zeros, b: zeros, c: zeros, d: zeros }, { size: 10 })
  const zip = openZip(bomb, 1_000_000)
  const files = zip.ok ? [...zip.value.values()] : []
  const load = async () => {
    for (const file of files) await file.load()
  }

  expect(bomb.length).toBeLessThan(2000)
  await expect(load()).rejects.toThrow('unpacks to more than a spreadsheet can hold')
})

test('any written workbook reads back the same text', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('001', '=1+1', '1001', '-5', '_x0041_', 'a\r\nb', '\t', '2026-12-18', '<&>"', '\u0001', '1.50'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }), async (cells) => {
      const titles = ['name', 'note', 'frame in']
      const bytes = await writeXlsx({
        name: "Shots: [1/2]'",
        rows: [titles, ...cells],
        numberColumns: new Set(['frame in']),
      })
      const read = await readXlsx(bytes)
      const seen = cells.filter((row) => row.some((each) => each.trim() !== ''))

      expect(read.ok && read.value.records.map((record) => titles.map((_, at) => record.cells[at] ?? ''))).toEqual(seen)
    }),
    { numRuns: 200 },
  )
})

test('20,000 rows of ten columns are written and read', async () => {
  const titles = Array.from({ length: 10 }, (_, at) => `column ${at}`)
  const many = Array.from({ length: 20_000 }, (_, at) => titles.map((title) => `${title} of ${at}`))
  const read = await readXlsx(await writeXlsx({ name: 'Shots', rows: [titles, ...many], numberColumns: new Set() }))

  expect(read.ok && [read.value.records.length, read.value.records.at(-1)]).toEqual([
    20_000,
    { line: 20_001, cells: many.at(-1) },
  ])
})

test('archives from other writers are read: stored parts, sizes after the data', async () => {
  const bytes = await downloadZip([{ name: 'a/ä.txt', input: 'hello' }]).arrayBuffer()
  const zip = openZip(new Uint8Array(bytes))

  expect(zip.ok && new TextDecoder().decode(await zip.value.get('a/ä.txt')?.load())).toBe('hello')
})

test('lines above the titles are skipped, and a sequence merged over its shots applies to each', async () => {
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
  const shots = rows(
    `<row r="1">${text('A1', 'Kettle bids')}</row>` +
      `<row r="3">${text('A3', 'Sequence')}${text('B3', 'Shot')}${text('C3', 'Cost')}</row>` +
      `<row r="4">${text('A4', 'SQ010')}${text('B4', '0010')}</row>` +
      `<row r="5">${text('B5', '0020')}</row><row r="6"><c r="B6"/></row><row r="7">${text('B7', '0030')}</row>`,
  ).replace(
    '</worksheet>',
    '<mergeCells count="2"><mergeCell ref="A4:A6"/><mergeCell ref="A1:C1"/></mergeCells></worksheet>',
  )
  const read = await readXlsx(pack({ ...workbook, 'xl/worksheets/b.xml': shots }))

  expect(read.ok && read.value).toEqual({
    header: ['Kettle bids', '', ''],
    line: 1,
    left: others,
    others: ['Old'],
    records: [
      { line: 3, cells: ['Sequence', 'Shot', 'Cost'] },
      { line: 4, cells: ['SQ010', '0010'] },
      { line: 5, cells: ['SQ010', '0020'] },
      { line: 7, cells: ['', '0030'] },
    ],
  })
})
