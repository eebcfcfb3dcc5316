import { expect, test } from 'vitest'
import { newId, type ItemKindId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { readImportFile, type ImportFileOptions } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

// Imports from other tools into a new studio: default stages, statuses and kinds, one person.

const stages = ['Layout', 'Modeling', 'Animation', 'Lighting'].map((name, orderIndex) =>
  newRow('stages', { id: newId<StageId>(), name, color: '#123456', category: 'production' as const, orderIndex }),
)
const kinds = [
  newRow('item_kinds', { id: newId<ItemKindId>(), key: 'shot', name: 'Shot', itemType: 'shot' }),
  newRow('item_kinds', { id: newId<ItemKindId>(), key: 'character', name: 'Character' }),
  newRow('item_kinds', { id: newId<ItemKindId>(), key: 'prop', name: 'Prop' }),
]
const catalogue: Catalogue = {
  stages,
  members: [],
  statuses: defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() })),
  activeStageIds: stages.map(({ id }) => id),
  kinds,
}
const options: Omit<ImportFileOptions, 'format'> = {
  stages: stages.map(({ name }) => name),
  members: [],
  statuses: catalogue.statuses,
  kinds,
  fieldAnswers: { rest: 'propose', columns: new Map(), isAllowed: true },
  space: 'E01',
  ...noImportChoices,
}

async function bring(text: string, more: Partial<ImportFileOptions> = {}) {
  const read = await readImportFile(new TextEncoder().encode(text), { ...options, format: 'csv', ...more })
  if (!read.ok) throw new Error(read.error.message)
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { entries, changes, summary } = planImport({ rows: read.value.rows, content, catalogue, newId })
  const nameOf = (id: unknown) => [...kinds, ...stages, ...changes.collections].find((each) => each.id === id)?.name
  return {
    items: changes.items.map(({ collectionId, title, kindId }) => [nameOf(collectionId), title, nameOf(kindId)]),
    estimates: changes.tasks.map(({ stageId, estimatedHours }) => [nameOf(stageId), estimatedHours]),
    left: entries.flatMap(({ left, problem }) => [...left, ...(problem === undefined ? [] : [problem])]),
    said: describePlan(summary, read.value).slice(1),
    rows: read.value.rows,
    columns: read.value.columns.map(({ title, meaning }) => [title, meaning]),
  }
}

test.each(['Type', 'Kind', 'Asset Type'])(
  'a column %s with kinds in its cells sets the kinds of items',
  async (title) => {
    const { items, columns, left, said } = await bring(
      `Sequence,Name,${title}\nlib,Hero,Characters\nlib,Lamp,prop\nlib,Van,Vehicle\n`,
    )

    expect(items).toEqual([
      ['lib', 'Hero', 'Character'],
      ['lib', 'Lamp', 'Prop'],
      ['lib', 'Van', undefined],
    ])
    expect(columns.find(([each]) => each === title)?.[1]).toContain('kind')
    expect(left).toEqual(['There is no kind of item "Vehicle".'])
    expect(said).toContain(
      'There is no kind of item "Vehicle" (1 row): add it to the studio first, or these items have no kind.',
    )
  },
)

test('a type column with other words can be mapped or become a field', async () => {
  const sheet = 'Sequence,Name,Type,Kind\nSQ1,SH1,Full CG,blue\nSQ1,SH2,Live action,Character\nSQ1,SH3,2D,red\n'

  const { items, left, said } = await bring(sheet)
  const mapped = await bring(sheet, { mapping: [['item kind', 'Kind']] })

  expect(items.map(([, , kind]) => kind)).toEqual([undefined, undefined, undefined])
  expect(left).toEqual([])
  expect(said).toEqual([
    'Column "Type" (3 rows) is not used: Its cells do not look like kinds of items; if they are, map it to item kind.',
    'Column "Kind" (3 rows) is not used: Its cells do not look like kinds of items; if they are, map it to item kind.',
    'Column "Type" could become a field: Text, 3 values, such as Full CG, Live action, 2D.',
    'Column "Kind" could become a field: Text, 3 values, such as blue, Character, red.',
  ])
  expect(mapped.items.map(([, , kind]) => kind)).toEqual([undefined, 'Character', undefined])
})

test('Kitsu’s asset types are both kinds and collections, including custom ones', async () => {
  const { items } = await bring('Type,Name,Ready for\nBuildings,Mill,\nCharacters,Hero,\n')

  expect(items).toEqual([
    ['Buildings', 'Mill', undefined],
    ['Characters', 'Hero', 'Character'],
  ])
})

test('bids in hours are imported; a cell in days is reported with its task', async () => {
  const list =
    'Name,Parent,Type,Bid\nAnimation,sh010,Animation,3 days\nLighting,sh010,Lighting,4 hours\nLayout,sh010,Layout,2d 4h\nModeling,sh010,Modeling,90m\n'

  const { estimates, left } = await bring(list, { collection: 'SQ010' })

  expect(estimates).toEqual([
    ['Animation', undefined],
    ['Lighting', 4],
    ['Layout', undefined],
    ['Modeling', 1.5],
  ])
  expect(left).toEqual(['"3 days" is in days: write hours.', '"2d 4h" is in days: write hours.'])
})

test('a bid takes its unit from its title', async () => {
  const titled = (unit: string) => `Shot,Task,Bid (${unit})\nsh010,Animation,3\n`

  const inHours = await bring(titled('hours'), { collection: 'SQ010' })
  const inDays = await bring(titled('days'), { collection: 'SQ010' })

  expect(inHours.estimates).toEqual([['Animation', 3]])
  expect(inDays.said[0]).toBe(
    'Column "Bid (days)" (1 row) is not used: Estimates are in hours, and this column is in days.',
  )
})

test('ftrack’s link gives the collection of a task’s shot', async () => {
  const { items } = await bring(
    'Name,Type,Status,Parent,Link\nAnimation,Animation,In progress,sh010,Film / sq010 / sh010\nLighting,Lighting,,sh010,Film / sq010 / sh010\n',
  )

  expect(items).toEqual([['sq010', 'sh010', undefined]])
})

test('names that the studio lacks are reported once, with what to do', async () => {
  const { said } = await bring(
    'Sequence,Name,Animation,Previz\nSQ1,SH1,Nope,WIP\nSQ1,SH2,Nope,Done\nSQ1,SH3,WIP,Todo\n',
  )

  expect(said.slice(0, 2)).toEqual([
    'There is no status "Nope" (2 rows): add it to the studio, or write another, and plan again.',
    'Column "Previz" (3 rows) is not used: Its cells are statuses: if it is a stage, add it to the studio and plan again, or map it to an existing stage.',
  ])
})

test('a page of playlists is not a list of items', async () => {
  const { rows, said } = await bring(
    'Playlist Name,Versions,Description,Date and Time,Locked,Id\nDailies,"a_v001, b_v001",,2026-10-05 10:00,no,301\n',
  )

  expect(rows).toEqual([])
  expect(said).toEqual([
    'Line 2 is not used: Playlists are not imported: start a review session once the revisions are published.',
  ])
})

test('a sheet with titles only is reported to have no rows', async () => {
  expect((await bring('Sequence,Name,Animation\n')).said).toEqual(['There are no rows below the column headings.'])
})

const board = {
  name: 'Film',
  lists: [
    { id: 'l1', name: 'In Progress' },
    { id: 'l2', name: 'Done' },
  ],
  members: [{ id: 'm1', fullName: 'Ana Sol', username: 'anasol' }],
  labels: [{ id: 'b1', name: 'urgent' }],
  checklists: [
    { idCard: 'c1', name: 'Before review', checkItems: [{ name: 'block', state: 'complete' }, { name: 'hands' }] },
  ],
  cards: [
    {
      id: 'c1',
      name: 'SH010',
      desc: 'Walk',
      idList: 'l1',
      idMembers: ['m1'],
      idLabels: ['b1'],
      due: '2026-10-09T15:00:00.000Z',
      closed: false,
      attachments: [{ name: 'ref.jpg', url: 'https://trello.com/1/ref.jpg' }],
    },
    { id: 'c2', name: 'SH020', desc: '', idList: 'l2', idMembers: [], due: null, closed: true, attachments: [] },
  ],
  actions: [
    {
      id: 'a1',
      type: 'commentCard',
      date: '2026-10-02T10:00:00.000Z',
      data: { text: 'nice arc', card: { id: 'c1', name: 'SH010' } },
      memberCreator: { id: 'm1', fullName: 'Ana Sol' },
    },
    { id: 'a2', type: 'updateCard', data: {} },
  ],
}

test('a Trello board is read by its cards, or by its comments if asked for', async () => {
  const text = JSON.stringify(board)

  const cards = await bring(text, { format: 'json', collection: 'SQ010' })
  const comments = await bring(text, { format: 'json', sheet: 'comments' })

  expect(cards.items.map(([, title]) => title)).toEqual(['SH010', 'SH020'])
  expect(cards.said).toContain(
    '1 comment is not used: Import the cards first, then this file again with the sheet “comments”.',
  )
  const proposed = cards.said.filter((line) => line.includes('could become'))
  for (const value of ['Ana Sol', 'urgent', 'ref.jpg (https://trello.com', 'Before review - block ✓ - hands'])
    expect(proposed.join('\n')).toContain(value)
  expect(comments.rows).toMatchObject([
    {
      title: 'SH010',
      comments: [{ author: 'Ana Sol', text: 'nice arc', key: 'id a1', moment: { day: '2026-10-02' } }],
    },
  ])
})

test('reads priorities as boards and ShotGrid write them', async () => {
  const { rows, left } = await bring(
    'Shot,Task,Priority\nsh010,Animation,Critical ⚠️️\nsh020,Animation,Hi\nsh030,Animation,Lo\nsh040,Animation,-1\n',
    { collection: 'SQ010' },
  )

  expect(rows.map(({ tasks }) => tasks.get('Animation')?.priority)).toEqual([9, 6, 1, undefined])
  expect(left).toEqual([
    'Priority: "-1" is not a priority: write a number from 0 to 9, or low, normal, high or urgent.',
  ])
})
