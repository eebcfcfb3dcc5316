import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

// Exports of other programs, and sheets as producers keep them.

const rate = { numerator: 24, denominator: 1 }
const framesOf = ({ changes }: Awaited<ReturnType<typeof importSheetFile>>) =>
  changes.items.map(({ title, frameIn, frameOut }) => [title, frameIn, frameOut])

test('ftrack’s list with types of tasks is read by its links: tasks are no shots', async () => {
  const { items, tasks } = await importSheetFile([
    'Name;Type;Link;Status;Priority;Assignees;Due date',
    'Kettle;Project;Kettle;;;;',
    'sq010;Sequence;Kettle / sq010;Not started;None;;',
    'sh010;Shot;Kettle / sq010 / sh010;;;;',
    'Animation;Animation;Kettle / sq010 / sh010 / Animation;In progress;High;Mei Tanaka;2026-10-13',
    'Compositing;Compositing;Kettle / sq010 / sh010 / Compositing;Ready to start;;Jonas Weber;2026-10-20',
  ])

  expect(items).toEqual(['sq010/sh010'])
  expect(tasks).toEqual([
    'sq010/sh010 Animation WIP Mei Tanaka 2026-10-13',
    'sq010/sh010 Compositing TO DO Jonas Weber 2026-10-20',
  ])
})

test('Kitsu’s tasks name their entity by its whole path', async () => {
  const { items, changes } = await importSheetFile([
    'Task Type,Entity,Episode,Sequence,Task Status',
    'Layout,E01 / SQ010 / SH010,E01,SQ010,done',
    'Animation,E01 / SQ010 / SH010,E01,SQ010,wip',
    'Layout,Characters / Crow,,,wip',
  ])

  expect(items).toEqual(['E01 SQ010/SH010', 'Characters/Crow'])
  expect(changes.collections.map(({ episode }) => episode)).toEqual(['E01', undefined])
})

test('web addresses are no names, and ids of other rows no collections', async () => {
  const linked = importSheetFile(['Object,Parent,Type,Link', 'SH010,SQ010,Shot,https://x.example/1'])
  const { items, said, problems } = await importSheetFile([
    'Issue key,Summary,Issue Type,Parent',
    'KC-1,SQ010,Epic,',
    'KC-2,SH010,Task,KC-1',
  ])

  await expect(linked).rejects.toThrow('No column has the item names')
  expect(items).toEqual([])
  expect(problems).toHaveLength(2)
  expect(said).toContain(
    'Column "Parent" is not used: Its cells are ids of other rows: write the names of the collections.',
  )
})

test('a parent that names its row and has the same text as an id stays a collection', async () => {
  const { items } = await importSheetFile(['Id,Name,Type,Parent', 'sq010,sq010,Sequence,', 'sh010,sh010,Shot,sq010'])
  const numbered = await importSheetFile(['ID,Sequence,Shot', '1,1,SH010', '2,1,SH020'])

  expect(items).toEqual(['sq010/sh010'])
  expect(numbered.items).toEqual(['1/SH010', '1/SH020'])
})

test.each([
  ['yes and no', 'TRUE', 'FALSE'],
  ['hours', '12,5', '8'],
  ['days', '2026-10-01', '2026-10-05'],
  ['people', 'Mei Tanaka', 'Jonas Weber'],
])('a column named like a stage that has %s refuses no row', async (_, one, other) => {
  const { items, said } = await importSheetFile([
    'Sequence;Shot;Layout;Animation',
    `SQ010;SH010;${one};wip`,
    `SQ010;SH020;${other};`,
  ])

  expect(items).toEqual(['SQ010/SH010', 'SQ010/SH020'])
  expect(said).toContain('Column "Layout" is not used: It could mean Layout, but its cells are not statuses.')
})

test('other words under a stage’s name stay statuses that the studio lacks', async () => {
  const { problems } = await importSheetFile(['Sequence,Shot,Layout', 'SQ010,SH010,on hold', 'SQ010,SH020,wip'])

  expect(problems).toEqual(['There is no status "on hold" (Layout).'])
})

test('scenes are the collections of shots that have no others', async () => {
  const scenes = await importSheetFile(['Scene,Shot', '1,1', '2,1'])
  const both = await importSheetFile(['Sequence,Scene,Shot', 'SQ010,1,1'])
  const numbered = await importSheetFile(['Seq #,Shot #', '10,20'])

  expect(scenes.items).toEqual(['1/1', '2/1'])
  expect(both.items).toEqual(['SQ010/1'])
  expect(numbered.items).toEqual(['10/20'])
})

test('an out beside positions in the cut is the frame after the last one', async () => {
  const list = ['Sequence,Name,Src In,Src Out,Rec In,Rec Out']
  const plain = await importSheetFile(
    [
      ...list,
      'SQ010,SH010,01:00:10:00,01:00:12:00,01:00:00:00,01:00:02:00',
      // Retimed: it lasts less in the cut.
      'SQ010,SH020,01:00:20:00,01:00:22:00,01:00:02:00,01:00:03:00',
    ],
    { rate },
  )
  const inclusive = await importSheetFile([...list, 'SQ010,SH010,01:00:10:00,01:00:11:23,01:00:00:00,01:00:02:00'], {
    rate,
  })

  expect(framesOf(plain)).toEqual([
    ['SH010', 86_640, 86_687],
    ['SH020', 86_880, 86_927],
  ])
  expect(plain.said.join('\n')).toContain('each is read as the frame after the last one, as in an edit decision list.')
  expect(framesOf(inclusive)).toEqual([['SH010', 86_640, 86_687]])
})

test('a legend and notes below a table are no items, nor are totals of collections', async () => {
  const table = ['Shot,Frames', 'SEQ 010,', '010_010,1001–1086 (86)', 'SEQ 020,', '020_010,1001-1020']
  const afterTotal = await importSheetFile([...table, 'TOTAL,106', '', 'green = done', 'ask Mei'])
  const legend = await importSheetFile([...table, '', 'Legend:', 'green = done'])
  const totals = await importSheetFile(['Sequence,Shot,Cost', 'SQ010,SH010,3', 'SQ010 Total,,3', 'Grand total,,3'])

  for (const { items, problems } of [afterTotal, legend]) {
    expect(items).toEqual(['SEQ 010/010_010', 'SEQ 020/020_010'])
    expect(problems).toEqual([])
  }
  expect(framesOf(afterTotal)[0]).toEqual(['010_010', 1001, 1086])
  expect(afterTotal.said).toContain('Lines 8–9 are not used: Below the table.')
  expect(totals.said).toContain('Lines 3–4 are not used: A total.')
})

test('a heading without items after a total of its kind is not thrown away', async () => {
  const { problems } = await importSheetFile(['Shot,FPS', 'SQ010,', 'SH010,24', 'Total,1', 'SQ020,'])

  expect(problems).toHaveLength(3)
})

test('a range with a length that does not agree is left out', async () => {
  const sheet = ['Sequence,Shot,Frame Range', 'SQ010,SH010,1001-1086 (85)', 'SQ010,SH020,1001-1040 [40 frames]']
  const read = await importSheetFile(sheet)

  expect(framesOf(read)).toEqual([
    ['SH010', undefined, undefined],
    ['SH020', 1001, 1040],
  ])
})

test('an Avid log gives clips with frames of their source at the rate above them', async () => {
  const read = await importSheetFile(
    [
      'Heading\nFIELD_DELIM\tTABS\nFPS\t24\n\nColumn\nName\tTracks\tStart\tEnd\tDuration\t\n\nData',
      'SH010_v001\tV\t01:00:00:00\t01:00:02:00\t00:00:02:00\t',
      'SH020_v001\tV\t01:00:02:00\t01:00:04:12\t00:00:02:12\t',
    ],
    { collection: 'SQ010' },
  )

  expect(framesOf(read)).toEqual([
    ['SH010_v001', 86_400, 86_447],
    ['SH020_v001', 86_448, 86_507],
  ])
  expect(read.changes.items[0]).toMatchObject({ frameRate: '24/1' })
  expect(read.said[0]).toMatch(/^Column "Source Start" has timecodes \(2 rows\)/)
})

test('rates are read as people write them, and first and last frames without the word', async () => {
  const rates = ['25p', '23.98 p', '29.97df', '59.94 DF', '29.97 NDF', '24 df', '50i', '25 px']
  const { changes, problems } = await importSheetFile([
    'Sequence,Shot,First,Last,FPS',
    ...rates.map((each, at) => `SQ010,SH0${at},1001,1086,${each}`),
  ])
  const people = await importSheetFile(['Sequence,Shot,First,Last', 'SQ010,SH010,Mei,Tanaka'])

  expect(changes.items.map(({ frameRate }) => frameRate)).toEqual([
    '25/1',
    '24000/1001',
    '30000/1001',
    '60000/1001',
    '30000/1001',
  ])
  expect(changes.items[0]).toMatchObject({ frameIn: 1001, frameOut: 1086 })
  expect(problems).toHaveLength(3)
  expect(people.problems).toEqual([])
})

test('the tasks inside AYON’s folders are told by their own name', async () => {
  const tasks = { edges: [{ node: { name: 'animation', taskType: 'Animation' } }] }
  const folder = {
    name: 'sh010',
    path: '/shots/sq010/sh010',
    folderType: 'Shot',
    attrib: { frameStart: 1001, frameEnd: 1048 },
    tasks,
  }
  const text = JSON.stringify({ data: { project: { folders: { edges: [{ node: folder }] } } } })
  const { items, said } = await importSheetFile([text], { format: 'json' })

  expect(items).toEqual(['sq010/sh010'])
  expect(said).toContain('Column "tasks" is not used: Tasks are imported from a file with a row for each task.')
})

test('a folder of lists is no item', async () => {
  const { items, said } = await importSheetFile([
    'Task ID,Task Name,Status,List Name,Folder Name',
    '86a1,SH010,in progress,SQ010,E01',
    '86a2,SH020,to do,SQ010,E01',
  ])

  expect(items).toEqual(['SQ010/SH010', 'SQ010/SH020'])
  expect(said).toContain('Column "Folder Name" is not used: No field has this name; map it if one fits.')
})
