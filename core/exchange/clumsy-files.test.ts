import { expect, test } from 'vitest'
import { newId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { describeExcess } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { findImportFormat, readImportFile, type ImportFileOptions } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { writeXlsx } from './write-xlsx.ts'
import { importSheetFile } from './test/import-sheet-file.ts'
import { noImportChoices } from './test/no-import-choices.ts'

const stages = ['Layout', 'Animation'].map((name, orderIndex) => {
  return { id: newId<StageId>(), name, color: '', category: 'production' as const, icon: undefined, orderIndex }
})
const statuses = defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() }))
const catalogue: Catalogue = { stages, statuses, members: [], activeStageIds: stages.map(({ id }) => id) }

/** Plans a file for an empty space: paths of items with problems by line, or why it is refused. */
async function bring(content: string | Uint8Array, more: Partial<ImportFileOptions> = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const read = await readImportFile(bytes, {
    format: 'csv',
    stages: stages.map(({ name }) => name),
    statuses,
    members: [],
    space: 'Shots',
    ...noImportChoices,
    ...more,
  })
  if (!read.ok) return `${read.error.line}:${read.error.column} ${read.error.message}`
  const content0 = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  return { left: read.value.left, ...planImport({ rows: read.value.rows, content: content0, catalogue, newId }) }
}

/** Lists rows as `line path`, with the problem. */
const rowsOf = (plan: Awaited<ReturnType<typeof bring>>) =>
  typeof plan === 'string'
    ? plan
    : plan.entries.map(({ line, path, problem }) => [line, path, problem ?? ''].join(' ').trim())

test('a sheet of 20,000 rows with a few errors is planned whole', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    const name = at % 1000 === 999 ? '' : `sh${String(at).padStart(5, '0')}`
    return `SQ${String(at % 200).padStart(3, '0')};${name};1001;${1001 + (at % 90)};wip`
  })
  const plan = await bring(`Sequence;Name;In;Out;Animation\r\n${lines.join('\r\n')}\r\n`)

  expect(typeof plan !== 'string' && plan.summary).toMatchObject({
    collections: { created: 200 },
    items: { created: 19_980 },
    tasks: { created: 39_960 },
  })
  expect(
    typeof plan !== 'string' && plan.entries.filter(({ problem }) => problem === 'The row has no name.'),
  ).toHaveLength(20)
})

test('unused rows are reported together, and an import that is too large is refused', async () => {
  const rows = [2, 3, 4, 6].map((line) => ({ line, reason: 'Away.' }))
  const tasks = Array.from({ length: 500_001 }, () => ({}) as never)
  const plan = await bring('Sequence,Name,Slug\nA,a,SH 010\nA,b,sh-020\n')
  const said =
    typeof plan === 'string'
      ? []
      : describePlan(plan.summary, {
          left: [...rows, { line: 9, reason: 'Gone.' }],
          notes: [],
          people: [],
          proposed: [],
          options: [],
        })

  expect(said.slice(1)).toEqual(['Lines 2–4, 6 are not used: Away.', 'Line 9 is not used: Gone.'])
  expect(describeExcess({ items: [], tasks })).toBe(
    'This creates 0 items and 500,001 tasks; one import creates at most 50,000 items and 500,000 tasks. Split the file.',
  )
  expect(describeExcess({ items: [], tasks: tasks.slice(1) })).toBeUndefined()
  expect(typeof plan !== 'string' && plan.entries.map(({ left }) => left)).toEqual([
    ['"SH 010" is not a valid slug: one is made from the name.'],
    [],
  ])
})

test('reads titles in any case and order, with extra spaces, and cells with line breaks', async () => {
  const plan = await bring(
    '\uFEFF  FRAME_out \tFrame  In\t NAME\tsEquence\tDescription\r\n1048\t1001\tsh0010\tSQ010\t"a\nb"\r\n',
  )

  expect(typeof plan !== 'string' && plan.changes.items).toMatchObject([
    { title: 'sh0010', frameIn: 1001, frameOut: 1048, description: 'a\nb' },
  ])
})

test.each([
  ['', '1:1 The file is empty.'],
  ['Name,Sequence\n', []],
  ['Name,Name,Sequence\na,b,c', '1:2 Columns 1 and 2 are both called "Name" but differ: rename one.'],
  ['Sequence,Name\nSQ010,\n', ['2 SQ010/']],
  ['Sequence,Name\nSQ010,a\nSQ010,\n', ['2 SQ010/a', '3 SQ010/ The row has no name.']],
  ['Sequence,Name\n,\nSQ010,a\nSQ010,a\n', ['3 SQ010/a', '4 SQ010/a Line 3 has the same item.']],
  ['{"not": "closed"', '1:16 This is not JSON, and an OpenTimelineIO file or the answer of a query must be.'],
  ['[{"sequence": {"name": "A"}, "name": "x"}]', ['1 A/x']],
  ['{"data": [{"sequence": "A", "name": "x"}], "included": [{"name": "y"}]}', ['1 A/x']],
  [
    '{"name": "x"}',
    '1:1 There is no list of records here. Xsheet reads a list of objects, one for each item, as ShotGrid, Kitsu and AYON return ' +
      'it, an OpenTimelineIO timeline or a sheet.',
  ],
  [
    '{"lists": [{"name": "Layout"}], "cards": [{"name": "x"}, {"name": "y"}]}',
    '1:1 There are several lists here: lists (1), cards (2). Choose the one with the items as the sheet.',
  ],
])('the file %j gives %j', async (text, told) => {
  expect(rowsOf(await bring(text))).toEqual(told)
})

const unplaced = 'Which collection? Name one in the file, or under “Collection for items that name none”.'
test.each([
  ['a collection over its shots', 'Shot,FPS\nSQ010,\nSH010,24\nSH020,24\nSQ020,\nSH010,24\n', ['3 SQ010/SH010', '4 SQ010/SH020', '6 SQ020/SH010']], // prettier-ignore
  ['a numbered list', '#,Shot,FPS\n1,SQ010,\n2,SH010,24\n', ['3 SQ010/SH010']],
  [
    'a heading that is named like a shot',
    'Shot,FPS\nSH010,\nSH020,24\n',
    [`2 SH010 ${unplaced}`, `3 SH020 ${unplaced}`],
  ],
  ['two levels of headings', 'Shot,FPS\nE01,\nSQ010,\nSH010,24\n', ['2 E01', '3 SQ010', '4 SH010'].map((row) => `${row} ${unplaced}`)], // prettier-ignore
  ['a heading at the end', 'Shot,FPS\nSQ010,\nSH010,24\nSQ020,\n', ['2 SQ010', '3 SH010', '4 SQ020'].map((row) => `${row} ${unplaced}`)], // prettier-ignore
  ['headings of words that lines set off', 'Asset,FPS\nProps,\ncrow,24\n\nSets,\nkitchen,24\n', ['3 Props/crow', '6 Sets/kitchen']], // prettier-ignore
  ['names alone that nothing sets off', 'Asset,FPS\ncrow,\nkettle,24\nlamp,\ndoor,24\n', ['2 crow', '3 kettle', '4 lamp', '5 door'].map((row) => `${row} ${unplaced}`)], // prettier-ignore
  ['the first alone without more', 'Asset,FPS\ncrow,\nkettle,24\nlamp,24\n', ['2 crow', '3 kettle', '4 lamp'].map((row) => `${row} ${unplaced}`)], // prettier-ignore
  ['a shot at the end without its collection', 'Seq,Shot\nSQ010,SH010\nSQ020,SH010\n,SH030\n', ['2 SQ010/SH010', '3 SQ020/SH010', `4 SH030 ${unplaced}`]], // prettier-ignore
  ['a collection beside the first of its shots', 'Seq,Shot\nSQ010,SH010\n,SH020\nSQ020,SH010\n', ['2 SQ010/SH010', '3 SQ010/SH020', '4 SQ020/SH010']], // prettier-ignore
  ['a collection in a line of its own', 'Seq,Shot\nSQ010,\n,SH010\n', ['3 SQ010/SH010']],
  ['collections written again, and one forgotten', 'Seq,Shot\nSQ010,SH010\nSQ010,SH020\n,SH030\n', ['2 SQ010/SH010', '3 SQ010/SH020', `4 SH030 ${unplaced}`]], // prettier-ignore
  ['titles over each group, and totals', 'Shot,FPS\nSQ010,\nSH010,24\nTotal,1\nSQ020,\nShot,FPS\nSH010,24\n', ['3 SQ010/SH010', '7 SQ020/SH010']], // prettier-ignore
])('%s', async (_, text, told) => {
  expect(rowsOf(await bring(text))).toEqual(told)
})

test('a chosen collection for items without one also applies to sheets with headings', async () => {
  const merged = 'Seq,Shot\nSQ010,SH010\n,SH020\n'
  const headed = 'Shot,FPS\nSQ010,\nSH010,24\n'

  expect(rowsOf(await bring(merged, { collection: 'Late' }))).toEqual(['2 SQ010/SH010', '3 Late/SH020'])
  expect(rowsOf(await bring(headed, { collection: 'Late' }))).toEqual(['2 Late/SQ010', '3 Late/SH010'])
})

test('a workbook named .csv is read as a workbook', async () => {
  const rows = [
    ['Sequence', 'Name'],
    ['SQ010', '0010'],
  ]
  const workbook = await writeXlsx({ name: 'x', rows, numberColumns: new Set() })

  expect(rowsOf(await bring(workbook))).toEqual(['2 SQ010/0010'])
})

test('an empty stage cell gives a new item its task, words for none do not', async () => {
  const plan = await bring(
    'Sequence,Name,Layout,Animation,Animation due\nA,a,,,\nA,b,-,no task,\nA,c,N/A,,2026-12-18\n',
  )
  const namesOf = (title: string) => {
    if (typeof plan === 'string') return plan
    const id = plan.changes.items.find((item) => item.title === title)?.id
    return plan.changes.tasks
      .filter((task) => task.itemId === id)
      .map(({ stageId }) => stages.find((each) => each.id === stageId)?.name)
  }

  expect(['a', 'b', 'c'].map(namesOf)).toEqual([['Layout', 'Animation'], [], ['Animation']])
})

test.each([
  ['shots.CSV', 'csv'],
  ['a.tsv', 'csv'],
  ['a.xlsm', 'xlsx'],
  ['a.json', 'json'],
  ['a.xml', 'xml'],
  ['a.docx', undefined],
])('the ending of %s means %s', (name, format) => {
  expect(findImportFormat(name.split('.').at(-1) ?? '')).toBe(format)
})

test('items of one file whose names differ only in capitals or punctuation are told', async () => {
  const { items, said } = await importSheetFile(['Sequence,Shot', 'SQ010,SH010', 'SQ010,sh010', 'SQ020,SH010'])

  expect(items).toHaveLength(3)
  expect(said).toEqual(['Line 3: "SH010" is a new item too: if you mean that item, spell its name the same way.'])
})

test('collections of one file whose names differ only in capitals or punctuation are told once', async () => {
  const rows = ['SQ010,SH010', 'sq010,SH020', 'sq010,SH030', 'SQ-010,SH040', 'SQ_010,', 'SQ020,SH010']
  const { changes, said } = await importSheetFile(['Sequence,Shot', ...rows])

  expect(changes.collections.map(({ name }) => name)).toEqual(['SQ010', 'sq010', 'SQ-010', 'SQ_010', 'SQ020'])
  expect(said).toEqual([
    'Line 3: "SQ010" is a new collection too: if you mean that collection, spell its name the same way.',
    'Line 6: "SQ-010" is a new collection too: if you mean that collection, spell its name the same way.',
  ])
})
