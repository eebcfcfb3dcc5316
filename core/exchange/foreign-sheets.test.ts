import { describe, expect, test } from 'vitest'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { parseCsv } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { readSheet } from './read-sheet.ts'

const stages = ['Layout', 'Animation']

/** Summarises a sheet's rows, or what is wrong with it. */
function read(text: string, mapping: readonly (readonly [string, string])[] = []) {
  const sheet = parseCsv(text)
  const rows = sheet.ok
    ? readSheet(sheet.value, { stages, statuses: defaultStatuses, mapping, isBlankClear: false })
    : sheet
  if (!rows.ok) return `${rows.error.line}:${rows.error.column} ${rows.error.message}`
  const wrong = rows.value.rows.find(({ problem }) => problem !== undefined)
  if (wrong !== undefined) return `${wrong.line} ${wrong.problem}`
  return rows.value.rows.map(({ line, collection, title, item, externalIds, tasks }) => ({
    line,
    path: [collection, title].join('/'),
    ...item,
    ...externalIds,
    ...Object.fromEntries(tasks),
  }))
}

describe('a sheet of another program', () => {
  test.each([
    ['sep=;\r\nName;Collection\r\n1,5;a', [{ line: 3, path: 'a/1,5' }]],
    ['sep=|\nName|Collection\n001|a', [{ line: 3, path: 'a/001' }]],
    ['\r\n\r\nName\tCollection\r\n001\ta\r\n', [{ line: 4, path: 'a/001' }]],
    ['Name,Collection\r\n001,a\n002,a\r003,a\r\n', [2, 3, 4].map((line) => ({ line, path: `a/00${line - 1}` }))],
    ['Name,Description\r\n5" lens,"one\r\ntwo"\r\n6" lens,"x"\r\n', [{ line: 2, path: '/5" lens', description: 'one\ntwo' }, { line: 4, path: '/6" lens', description: 'x' }]], // prettier-ignore
    ['"Collection";"Name"\n"a;b";"001, the ""last"""\n;;;\n\n"a";"002"', [{ line: 2, path: 'a;b/001, the "last"' }, { line: 5, path: 'a/002' }]], // prettier-ignore
    ['Name\r001\r002', [{ line: 2, path: '/001' }, { line: 3, path: '/002' }]], // prettier-ignore
  ])('%j is read', (text, rows) => {
    expect(read(text)).toEqual(rows)
  })

  const little = (unit: number): readonly number[] => [unit & 255, unit >> 8]
  const big = (unit: number): readonly number[] => [unit >> 8, unit & 255]
  test.each([
    { name: 'UTF-16 with its mark', mark: [0xff, 0xfe], toBytes: little },
    { name: 'UTF-16 the other way round', mark: [0xfe, 0xff], toBytes: big },
    { name: 'UTF-16 without a mark', mark: [], toBytes: little, encoding: 'utf-16' },
    { name: 'UTF-16 the other way round without a mark', mark: [], toBytes: big, encoding: 'utf-16' },
    { name: 'Latin-1', mark: [], toBytes: (unit: number) => [unit], encoding: 'latin-1' },
  ] as const)('in $name is read', (given) => {
    const units = Array.from('Name\tCollection\r\nÉté 010\töuf\r\n', (letter) => letter.charCodeAt(0))
    const bytes = Uint8Array.from([...given.mark, ...units.flatMap((unit) => given.toBytes(unit))])
    const text = decodeText(bytes, 'encoding' in given ? given.encoding : undefined)

    expect(text.ok && read(text.value)).toEqual([{ line: 2, path: 'öuf/Été 010' }])
  })

  test('may have columns in any order, and several of one meaning: the mapped one counts, else our own title', () => {
    const shotgrid = 'Id,Name,Shot Code,Sequence,Cut In,Cut Out,Status\n7,Dawn,sh0010,sq01,1001,1048.0,ip\n'
    const mapping = [
      ['name', 'Shot Code'],
      ['frame in', 'Cut In'],
      ['frame out', 'Cut Out'],
      ['shotgrid id', 'Id'],
    ] as const
    const kitsu = 'Layout,Assignations,Parent,Animation,Assignations,Collection,FPS,Name\nWIP,Mei,x,Todo,Jonas,sq01,23.976,a\n' // prettier-ignore

    expect(read(shotgrid, mapping)).toEqual([
      { line: 2, path: 'sq01/sh0010', frameIn: 1001, frameOut: 1048, shotgrid: '7' },
    ])
    expect(read(kitsu)).toEqual([
      {
        line: 2,
        path: 'sq01/a',
        frameRate: '24000/1001',
        Layout: { status: 'WIP', assignee: 'Mei' },
        Animation: { status: 'Todo', assignee: 'Jonas' },
      },
    ])
  })

  test('has stages’ short names as titles only if the cells are statuses', () => {
    expect(read('Name,Anim,lay\na,wip,tall\nb,,wide')).toEqual([
      { line: 2, path: '/a', Animation: { status: 'wip' } },
      { line: 3, path: '/b' },
    ])
  })

  test('reports a column without a title only if it has values', () => {
    const sheet = parseCsv('Name,,Mood,\na,1,,\n')
    const options = { stages, statuses: defaultStatuses, mapping: [], isBlankClear: false }
    const rows = sheet.ok ? readSheet(sheet.value, options) : sheet

    expect(
      rows.ok && rows.value.left.map((left) => ('part' in left ? left.part : 'column' in left && left.column)),
    ).toEqual(['Column 2 (1 row)', 'Mood'])
  })

  test('is refused with two differing columns of one title, unless neither is used', () => {
    expect(read('Name,Layout,name \na,WIP,b')).toBe(
      '1:3 Columns 1 and 3 are both called "name" but differ: rename one.',
    )
    expect(read('Name,Layout,Layout\na,WIP,WFA')).toBe(
      '1:3 Columns 2 and 3 are both called "Layout" but differ: rename one.',
    )
    expect(read('Tag,Name,Tag,,\na,b,c,,')).toEqual([{ line: 2, path: '/b' }])
    expect(read('Name,Layout,Layout\na,WIP,\nb,WFA,WFA')).toEqual([
      { line: 2, path: '/a', Layout: { status: 'WIP' } },
      { line: 3, path: '/b', Layout: { status: 'WFA' } },
    ])
    expect(read('Name,Status,Status\na,WIP,apr')).toEqual([{ line: 2, path: '/a' }])
  })

  test.each([
    ['2026-12-18', '2026-12-18'],
    ['2026-12-18 00:00:00', '2026-12-18'],
    ['2026-12-18T00:00:00.000Z', '2026-12-18'],
    ['2026/12/8', '2026-12-08'],
    ['12-18-2026', '2026-12-18'],
    ['8.12.2026', '2026-12-08'],
    ['2026-12-18T00:00:00+01:00', '2026-12-18'],
    ['18.12.26', '2026-12-18'],
    // A serial day, which the plan reports.
    ['46374', '2026-12-18'],
    // Ambiguous: which number is the month, or in which zone it is midnight.
    ['08/12/2026', undefined],
    ['2026-12-17T23:00:00Z', undefined],
    ['2026-02-30', undefined],
    ['31.04.2026', undefined],
    ['1046374', undefined],
  ])('reads the day %s as %s', (text, day) => {
    const rows = read(`Name,Layout,Layout due\na,WIP,${text}`)

    if (day === undefined) expect(rows).toMatch(`2 Layout due: "${text}" `)
    else expect(rows).toEqual([{ line: 2, path: '/a', Layout: { status: 'WIP', dueDate: day } }])
  })

  test('takes the order of day and month from an unambiguous date in any column', () => {
    const due = 'Name,Layout,Layout due,Animation,Animation due\n'

    expect(read(`${due}a,WIP,6/3/2026,WIP,6/13/2026`)).toMatchObject([
      { Layout: { dueDate: '2026-06-03' }, Animation: { dueDate: '2026-06-13' } },
    ])
    expect(read(`${due}a,WIP,6/3/2026 10:00,WIP,13/6/2026`)).toMatchObject([
      { Layout: { dueDate: '2026-03-06' }, Animation: { dueDate: '2026-06-13' } },
    ])
    expect(read(`${due}a,WIP,6/13/2026,WIP,\nb,WIP,13/6/2026,WIP,6/3/2026`)).toMatch(
      '3 Animation due: "6/3/2026" could be',
    )
  })

  test('with a row longer than its header has a problem in that row only', () => {
    expect(read('Name,Collection\na,b\nc,d,e')).toBe('3 This line has 3 columns, the header has 2.')
    expect(read('Name,Collection\na,b,,\n')).toEqual([{ line: 2, path: 'b/a' }])
  })

  test('may have stages in a row above the titles of their tasks', () => {
    const text =
      'Shot,,Layout,,Animation,,\nSequence,Name,Status,Artist,Status,Artist,Due\nsq01,a,WIP,Mei,DONE,,2026-12-18\n'

    expect(read(text)).toEqual([
      {
        line: 3,
        path: 'sq01/a',
        Layout: { status: 'WIP', assignee: 'Mei' },
        Animation: { status: 'DONE', dueDate: '2026-12-18' },
      },
    ])
  })

  test('may be in German, French or Spanish; a single such word is not enough', () => {
    const day = { dueDate: '2026-12-31' }
    const german = 'Sequenz;Einstellung;Beschreibung;Bild ein;Bild aus;Layout;Layout Künstler;Layout Abgabe\nsq;a;Krähe;1;9;WIP;Mei;31.12.2026' // prettier-ignore
    const french = 'Séquence\tPlan\tImage début\tImage fin\tLayout\tLayout artiste\tLayout échéance\nsq\ta\t1\t9\tWIP\tMei\t31/12/2026' // prettier-ignore

    expect(read(german)).toEqual([
      { line: 2, path: 'sq/a', description: 'Krähe', frameIn: 1, frameOut: 9, Layout: { status: 'WIP', assignee: 'Mei', ...day } }, // prettier-ignore
    ])
    expect(read(french)).toEqual([
      { line: 2, path: 'sq/a', frameIn: 1, frameOut: 9, Layout: { status: 'WIP', assignee: 'Mei', ...day } },
    ])
    expect(read('Name,Plan,Art\na,b,c')).toEqual([{ line: 2, path: '/a' }])
  })

  test('reports spreadsheet errors instead of importing them as text', () => {
    expect(read('Name,Collection,Description\na,b,#REF!\n')).toEqual([{ line: 2, path: 'b/a' }])
    expect(read('Name,Collection,Description\n#N/A,b,x\n')).toEqual([{ line: 2, path: 'b/', description: 'x' }])
  })

  test('has hours with units and as clock times', () => {
    const hours = (cell: string) => read(`Name,Layout,Layout estimate\na,WIP,"${cell}"`)
    for (const [cell, estimatedHours] of [
      ['12 hrs', 12],
      ['90 min', 1.5],
      ['7:30', 7.5],
      ['7,5 Std.', 7.5],
    ])
      // prettier-ignore
      expect(hours(String(cell))).toMatchObject([{ Layout: { estimatedHours } }])
    expect(hours('1,200')).toBe('2 Layout estimate: "1,200" is not an estimate: write hours, such as 12.5.')
  })

  test.each([
    ['Frame in', '1001.5'],
    ['Frame in', '50%'],
    ['Handle in', '-8'],
    ['Frame rate', '12.5'],
    ['Layout priority', '50%'],
    ['Layout estimate', '50%'],
    ['Layout estimate', '-1'],
  ])('is refused if a cell is ambiguous or unreadable: %s %s', (column, cell) => {
    expect(read(`Name,Layout,${column}\na,WIP,"${cell}"`)).toMatch(`2 ${column}: "${cell}"`)
  })
})
