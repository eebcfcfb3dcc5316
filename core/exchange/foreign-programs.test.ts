import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { findImportFormat, readImportFile, type ImportFileOptions } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

const stages = ['Layout', 'Animation', 'Compositing'].map((name) => {
  return { id: newId<StageId>(), name, color: '', category: 'production' as const, icon: undefined, orderIndex: 0 }
})
const members = ['Mei Tanaka', 'Jonas Weber'].map((displayName) => {
  const email = `${displayName.toLowerCase().replace(' ', '.')}@northlight.example`
  return { userId: newId<UserId>(), displayName, email } as MemberRow
})
const catalogue: Catalogue = {
  stages,
  members,
  statuses: defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() })),
  activeStageIds: stages.slice(0, 2).map(({ id }) => id),
}

const options: Omit<ImportFileOptions, 'format'> = {
  stages: stages.map(({ name }) => name),
  members,
  statuses: catalogue.statuses,
  space: 'Shots',
  ...noImportChoices,
}

/** Plans a file of another program for an empty space: items, tasks, and all messages. */
async function bring(file: string, more: Partial<ImportFileOptions> = {}) {
  const bytes = readFileSync(new URL(`fixtures/${file}`, import.meta.url))
  const format = findImportFormat(file.split('.').at(-1) ?? '') ?? 'csv'
  const read = await readImportFile(bytes, { ...options, format, ...more })
  if (!read.ok) throw new Error(read.error.message)
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { entries, changes, summary } = planImport({ rows: read.value.rows, content, catalogue, newId })
  const collections = new Map(changes.collections.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | undefined) =>
    [...stages, ...catalogue.statuses].find((each) => each.id === id)?.name ??
    members.find(({ userId }) => userId === id)?.displayName
  return {
    items: changes.items.map(
      ({ id, collectionId, title, itemType, frameIn, frameOut, handleIn, handleOut, ...item }) => {
        const tasks = changes.tasks.filter(({ itemId }) => itemId === id)
        return [
          `${collections.get(collectionId)}/${title}`,
          itemType ?? 'item',
          frameIn === undefined
            ? ''
            : `${frameIn}-${frameOut} +${handleIn ?? 0}+${handleOut ?? 0} ${item.frameRate ?? ''}`,
          tasks
            .map((task) => [nameOf(task.stageId), nameOf(task.statusId), nameOf(task.assigneeId), task.dueDate])
            .map((words) => words.filter((word) => word !== undefined).join(' '))
            .join(', '),
        ]
      },
    ),
    ids: changes.items.map(({ externalIds }) => externalIds),
    problems: entries.flatMap(({ line, problem }) => (problem === undefined ? [] : [`${line} ${problem}`])),
    rowsLeft: entries.flatMap(({ line, left }) => left.map((each) => `${line} ${each}`)),
    said: describePlan(summary, read.value),
    changes,
  }
}

test('Kitsu’s shots: a collection per episode and sequence; unknown names and columns are reported', async () => {
  const { items, problems, rowsLeft, said, changes } = await bring('kitsu-shots.csv')

  expect(items).toEqual([
    ['E01 SQ010/SH0010', 'item', '1001-1048 +0+0 24000/1001', 'Layout WFA Mei Tanaka, Animation WIP Jonas Weber'],
    ['E02 SQ010/SH0010', 'item', '1001-1024 +0+0 24/1', 'Layout DONE, Animation TO DO'],
    ['E02 SQ010/SH0020', 'item', '', 'Layout, Animation'],
  ])
  expect(changes.collections.map(({ name, episode }) => [name, episode])).toEqual([
    ['E01 SQ010', 'E01'],
    ['E02 SQ010', 'E02'],
  ])
  expect(problems).toEqual(['6 The row has no name.'])
  expect(rowsLeft).toEqual([
    '2 Layout: Jonas Weber is left out; a task has one assignee.',
    '3 Layout: "Ana Sousa" is not a member of the studio.',
  ])
  expect(said).toEqual([
    'Collections: 2 created, 0 changed, 0 left. Items: 3 created, 0 changed, 0 left. Tasks: 6 created, 0 changed, 0 left. Values: 0 changed. People: 2 known, 1 unknown.',
    'Not a member: "Ana Sousa" (1 task).',
    'Nobody was invited. Invite them, and plan again once they have joined.',
    'Column "Project" is not used: Everything is imported into the chosen space.',
    'Column "Time Spent" is not used: Time is logged on revisions.',
    'Column "Nb Frames" (1 row) is not used: A length needs a first frame: enter the first frame of every shot.',
    'Column "Mood" is not used: No field has this name; map it if one fits.',
    'Column "Animation comment" is not used: Comments need an author column; without one, this can become a field.',
  ])
})

test('Kitsu’s shots in one episode’s space: only its rows, in collections named after sequences', async () => {
  const { items, said } = await bring('kitsu-shots.csv', { space: 'e02', firstFrame: 1001 })

  expect(items.map(([place, , frames]) => [place, frames])).toEqual([
    ['SQ010/SH0010', '1001-1024 +0+0 24/1'],
    ['SQ010/SH0020', '1001-1024 +0+0 '],
  ])
  expect(said).toContain('Line 2 is not used: It belongs to episode "E01", but this space is "e02".')
})

test('Kitsu’s assets are assets, collected by type', async () => {
  const { items, said } = await bring('kitsu-assets.csv')

  expect(items).toEqual([
    ['Characters/Crow', 'asset', '', 'Layout FEEDBACK Mei Tanaka, Animation'],
    ['Props/Kettle', 'asset', '', 'Layout, Animation'],
  ])
  expect(said.slice(1)).toEqual([
    '"retake" is read as FEEDBACK.',
    'Column "Project" is not used: Everything is imported into the chosen space.',
    'Column "Ready for" is not used: Readiness is calculated and cannot be imported.',
    'Column "Resolution" is not used: Picture size and aspect come from revisions.',
  ])
})

test.each([
  {
    file: 'kitsu-tasks.csv',
    items: [
      ['SQ010/SH0010', 'shot', '', 'Layout DONE Mei Tanaka 2026-11-13, Animation WIP Jonas Weber 2026-12-18'],
      ['Characters/Crow', 'asset', '', 'Layout WFA'],
    ],
    left: ['Project', 'Assigner', 'Duration', 'Estimation', 'Start date'],
    rows: ['Line 4 is not used: There is no stage "Roto": add it to the studio, or write another.'],
  },
  {
    file: 'shotgrid-tasks.csv',
    items: [['SQ010/sh0010', 'item', '', 'Layout DONE Mei Tanaka 2026-11-06, Animation WIP Mei Tanaka 2026-11-20']],
    left: ['Id', 'Task Name', 'Start Date', 'Bid'],
    rows: [],
  },
])('a list of tasks gives one item for all its rows: $file', async ({ file, items, left, rows }) => {
  const brought = await bring(file)

  expect(brought.items).toEqual(items)
  expect(brought.said.flatMap((line) => /^Column "(.*?)"/.exec(line)?.[1] ?? [])).toEqual(left)
  expect(brought.said.filter((line) => line.startsWith('Line '))).toEqual(rows)
})

test('ShotGrid’s shots: cuts with heads and tails, stages by short name, statuses, omitted shots', async () => {
  const { items, ids, said, changes } = await bring('shotgrid-shots.csv', { mapping: [['shotgrid id', 'Id']] })

  expect(items).toEqual([
    ['SQ010/sh0010', 'item', '1009-1056 +8+8 ', 'Layout DONE Mei Tanaka, Animation WIP'],
    ['SQ010/sh0020', 'item', '1009-1032 +0+0 ', 'Layout TO DO'],
  ])
  expect(ids).toEqual([{ shotgrid: '860' }, { shotgrid: '861' }])
  expect(changes.items.map(({ isOmitted }) => isOmitted)).toEqual([undefined, true])
  expect(said.slice(1)).toEqual([
    '"fin" is read as DONE.',
    '"ip" is read as WIP.',
    '"wtg" is read as TO DO.',
    'Column "Thumbnail" is not used: Pictures come from revisions.',
    'Column "Status" (1 row) is not used: Only tasks have a status; if this is one stage’s, map it to that stage.',
    'Column "Cut Duration" (1 row) is not used: It differs from the length of the frame range, which was used.',
    'Column "Tags" is not used: Items have no tags.',
  ])
})

test('records from ShotGrid’s REST and Python APIs are read by field name', async () => {
  const rest = await bring('shotgrid-rest.json')
  const python = await bring('shotgrid-python.json')

  expect(rest.items).toEqual([['SQ010/sh0010', 'shot', '1001-1048 +0+0 ', 'Layout, Animation']])
  expect(rest.ids).toEqual([{ shotgrid: '860' }])
  expect(rest.said.flatMap((line) => /^Column "(.*?)"/.exec(line)?.[1] ?? [])).toEqual(['sg_status_list', 'image', 'project']) // prettier-ignore
  expect(python.items).toEqual([
    ['Character/crow', 'asset', '', 'Layout, Animation'],
    ['E01 SQ010/sh0010', 'shot', '1001-1048 +0+0 ', 'Layout, Animation'],
  ])
  expect(python.said).toContain('Line 3 is not used: A sequence: collections are created with their items.')
})

test('ShotGrid’s tasks belong to what they link to, in the stage of their step', async () => {
  const { items, ids, said } = await bring('shotgrid-tasks.json')

  expect(items).toEqual([
    ['SQ010/sh0010', 'shot', '', 'Layout DONE Mei Tanaka 2026-11-06, Animation WIP Jonas Weber'],
    ['Characters/crow', 'asset', '', 'Layout TO DO'],
  ])
  expect(ids).toEqual([{}, {}])
  expect(said.flatMap((line) => /^Column "(.*?)"/.exec(line)?.[1] ?? [])).toEqual(['Task id', 'task name'])
})

test('ftrack and AYON: one number for both handles, folders are no items, same sequence in two episodes', async () => {
  const ftrack = await bring('ftrack.csv')
  const ayon = await bring('ayon.csv')

  expect(ftrack.items).toEqual([
    ['SQ010/sh0010', 'shot', '1001-1048 +8+8 24/1', 'Layout, Animation'],
    ['Assets/crow', 'asset', '', 'Layout, Animation'],
  ])
  expect(ftrack.said).toContain('Line 2 is not used: A sequence: collections are created with their items.')
  expect(ayon.items).toEqual([
    ['ep01 sq010/sh0010', 'shot', '1001-1048 +8+4 24000/1001', 'Layout, Animation'],
    ['ep02 sq010/sh0010', 'shot', '1001-1024 +0+0 25/1', 'Layout, Animation'],
    ['characters/crow', 'asset', '', 'Layout, Animation'],
  ])
})

test('a list of people suggests whom to invite and imports nothing', async () => {
  const { items, said } = await bring('kitsu-people.csv')

  expect(items).toEqual([])
  expect(said.slice(0, 3)).toEqual([
    expect.stringContaining('People: 1 known, 1 unknown.'),
    'Not a member: "Ana Sousa" <ana.sousa@northlight.example>.',
    'Nobody was invited. Invite them, and plan again once they have joined.',
  ])
  expect(said).toContain('Line 4 is not used: The row has no e-mail address.')
})

test('a Premiere cut: file timecode, handles, a trimmed nested sequence, nothing disabled, no sound', async () => {
  const { items, problems } = await bring('premiere.xml', { collection: 'Cut', match: '{item}_v*' })
  const plain = await bring('premiere.xml', { collection: 'Cut' })

  expect(plain.items.map(([place, , frames]) => [place, frames])).toEqual([
    ['Cut/sh0010_v003', '1009-1064 +8+8 24000/1001'],
    ['Cut/sh0020', '110-123 +110+76 24000/1001'],
    ['Cut/sh0030', '0-15 +0+0 24000/1001'],
  ])
  expect(items.map(([place]) => place)).toEqual(['Cut/sh0010'])
  expect(problems).toEqual([
    '33 "sh0020" does not match “Names of the clips”.',
    '34 "sh0030" does not match “Names of the clips”.',
  ])
})

test('AYON’s folders and tasks in one list: tasks belong to the items of their paths, in any order', async () => {
  const { items, problems, said, changes } = await bring('ayon-hierarchy.csv')

  expect(problems).toEqual([])
  expect(items).toEqual([
    ['sq010/sh0010', 'shot', '1001-1100 +8+8 25/1', 'Animation WFA Mei Tanaka 2026-12-18'],
    ['sq010/sh0020', 'shot', '1001-1024 +0+0 25/1', ''],
    ['characters/crow', 'asset', '', 'Layout DONE'],
  ])
  expect(changes.items[0]).toMatchObject({ description: 'Dawn' })
  expect(changes.items[1]).toMatchObject({ isOmitted: true })
  expect(changes.tasks.map(({ priority }) => priority)).toEqual([6, undefined])
  expect(said.filter((line) => /status|priority|^Line|^"|member:/.test(line))).toEqual([
    '"Pending review" is read as WFA.',
    '"Approved" is read as DONE.',
    'Not a member: "bob" (1 task).',
    'Column "status" (2 rows) is not used: Only tasks have a status.',
    'Column "attrib.priority" (3 rows) is not used: Only tasks have this field.',
    'Line 2 is not used: A folder: collections are created with their items.',
    'Line 3 is not used: A sequence: collections are created with their items.',
    'Line 6 is not used: There is no stage "Roto": add it to the studio, or write another.',
    'Line 10 is not used: A product: only items and their tasks are imported.',
  ])
})

test('ftrack’s tasks are rows below their shots whose type is a stage', async () => {
  const { items, changes } = await bring('ftrack-hierarchy.csv')

  expect(items).toEqual([['sq010/sh0010', 'shot', '1001-1048 +0+0 ', 'Animation WFA Jonas Weber 2026-12-18']])
  expect(changes.tasks).toMatchObject([{ priority: 9, estimatedHours: 16 }])
})

test('an asset’s type may have the name of a stage', async () => {
  const { items } = await bring('kitsu-assets-of-a-stage.csv')

  expect(items.map(([place, type]) => [place, type])).toEqual([
    ['Layout/Smoke', 'asset'],
    ['Props/Kettle', 'asset'],
  ])
})

test('Kitsu’s named tasks belong to the shots and assets beside them, for this project only', async () => {
  const { items, said } = await bring('kitsu-tasks-named.csv', { project: { name: 'Kettle' } })

  expect(items).toEqual([
    ['E01 SQ010/SH0010', 'item', '', 'Animation WIP Jonas Weber 2026-03-20, Layout TO DO'],
    ['Props/Kettle', 'asset', '', 'Layout WIP'],
  ])
  expect(said).toContain('Line 5 is not used: Belongs to the project "Other film".')
  expect(said).toContain('Column "Name" is not used: A task is named after its stage.')
})

test('a length without a first frame starts at the project’s first frame', async () => {
  const { items } = await bring('kitsu-shots.csv', { project: { name: 'Kettle', firstFrame: 993 } })

  expect(items.at(-1)).toEqual(['E02 SQ010/SH0020', 'item', '993-1016 +0+0 ', 'Layout, Animation'])
})
