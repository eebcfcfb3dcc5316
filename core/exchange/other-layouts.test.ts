import { expect, test } from 'vitest'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { readImportFile } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'

const stages = ['Layout', 'Animation'].map((name) => {
  return { id: newId<StageId>(), name, color: '', category: 'production' as const, icon: undefined, orderIndex: 0 }
})
const members = ['Mei Tanaka', 'Jonas Weber'].map((displayName) => {
  return { userId: newId<UserId>(), displayName, email: '' } as MemberRow
})
const catalogue: Catalogue = {
  stages,
  members,
  statuses: defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() })),
  activeStageIds: stages.map(({ id }) => id),
}

/** Imports a sheet into an empty space; returns the result and the messages after the numbers. */
async function bring(...lines: readonly string[]) {
  return await bringMapped([], ...lines)
}

async function bringMapped(mapping: ColumnMapping, ...lines: readonly string[]) {
  const read = await readImportFile(new TextEncoder().encode(lines.join('\n')), {
    format: 'csv',
    stages: stages.map(({ name }) => name),
    members,
    statuses: catalogue.statuses,
    space: 'Shots',
    encoding: undefined,
    sheet: undefined,
    mapping,
    isBlankClear: false,
    collection: undefined,
    rate: undefined,
    firstFrame: undefined,
    handles: undefined,
    match: undefined,
  })
  if (!read.ok) throw new Error(read.error.message)
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { changes, summary } = planImport({ rows: read.value.rows, content, catalogue, newId })
  const nameOf = (id: string | undefined) => members.find(({ userId }) => userId === id)?.displayName
  return {
    items: changes.items.map(({ title, frameIn, frameOut, handleIn, frameRate }) =>
      frameIn === undefined ? title : `${title} ${frameIn}-${frameOut} +${handleIn ?? 0} ${frameRate ?? ''}`.trim(),
    ),
    people: changes.tasks.flatMap(({ assigneeId }) => nameOf(assigneeId) ?? []),
    said: describePlan(summary, read.value).slice(1),
  }
}

test('AYON’s attributes are frames, handles and rate, with or without prefix', async () => {
  const { items, said } = await bring(
    'path,folderType,attrib.frameStart,attrib.frameEnd,attrib.handleStart,attrib.handleEnd,attrib.fps,attrib.resolutionWidth',
    '/shots/sq01/sh010,Shot,1001,1048,8,8,24.0,1920',
  )

  expect(items).toEqual(['sh010 1001-1048 +8 24/1'])
  expect(said).toEqual(['Column "attrib.resolutionWidth" is not used: Picture size and aspect come from revisions.'])
})

test('ShotGrid titles linked fields by their path', async () => {
  const { items, people, said } = await bring(
    'Task Name,Pipeline Step,Link,Link > Shot > Sequence,Assigned To,Priority',
    'anim,Animation,0010,sq010,Mei Tanaka,High',
  )

  expect(items).toEqual(['0010'])
  expect(people).toEqual(['Mei Tanaka'])
  expect(said).toEqual(['Column "Task Name" is not used: "Pipeline Step" means the same and was used.'])
})

test('the artist of a stage is the assignee of its task', async () => {
  const { people, said } = await bring(
    'Seq,Shot,Layout Artist,Layout Status,Animation Artist',
    '010,0010,Mei Tanaka,Done,Jonas Weber',
  )

  expect(people).toEqual(['Mei Tanaka', 'Jonas Weber'])
  expect(said).toEqual([])
})

test('tasks among the shots of a hierarchy are no items, and those without a stage are reported', async () => {
  const { items, said } = await bring(
    'Name,Type,Parent',
    'sq010,Sequence,kettle',
    'sh010,Shot,sq010',
    'Layout pass,Layout,sh010',
    'Cleanup,Task,sh010',
  )

  expect(items).toEqual(['sh010'])
  expect(said).toEqual([
    'Line 2 is not used: A sequence: collections are created with their items.',
    'Line 5 is not used: There is no stage "Cleanup": add it to the studio, or write another.',
  ])
})

test('lines above the titles of a shot list are left out and reported', async () => {
  const { items, said } = await bring(
    'KETTLE SHOT LIST,,,',
    'updated 3 Nov,,,',
    ',,,',
    'Sequence,Shot,In,Out',
    '010,0010,1001,1048',
  )

  expect(items).toEqual(['0010 1001-1048 +0'])
  expect(said).toEqual(['Lines 1–2 are not used: Above the column headings.'])
})

test('a mapping names columns by title even with lines above the titles', async () => {
  const lines = ['KETTLE SHOT LIST,,,', 'Sequence,Shot,Out,Turnover From', '010,0010,1048,1001']
  const { items, said } = await bringMapped([['frame in', 'Turnover From']], ...lines)

  expect(items).toEqual(['0010 1001-1048 +0'])
  expect(said).toEqual(['Line 1 is not used: Above the column headings.'])
  await expect(bringMapped([['frame in', 'Turnover']], ...lines)).rejects.toThrow('There is no column "Turnover"')
})

test('a sheet without item names is refused after its first lines', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at},x`)

  await expect(bring('Szene,Bild', ...rows, 'Sequence,Shot')).rejects.toThrow('No column has the item names')
})

test('task titles may be in a second row, below their stages only', async () => {
  const { items, people, said } = await bring(
    'Sequence,Shot,Animation,,,Notes of the client',
    ',,Status,Artist,Vendor,',
    'sq01,sh010,WIP,Mei Tanaka,Foxhound,soft',
    'sq01,sh020,,,,',
  )

  expect([items, people]).toEqual([['sh010', 'sh020'], ['Mei Tanaka']])
  expect(said).toEqual([
    'Column "Animation Vendor" is not used: No field has this name; map it if one fits.',
    'Column "Notes of the client" is not used: No field has this name; map it if one fits.',
  ])
})
