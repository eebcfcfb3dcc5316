import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const importJson = async (value: unknown) =>
  await importSheetFile(new TextEncoder().encode(JSON.stringify(value)), { format: 'json' })

const folder = { name: 'sh010', path: '/shots/sq010/sh010', folderType: 'Shot' }
const attrib = { fps: 25, frameStart: 1001, frameEnd: 1096, endDate: '2026-03-13T00:00:00+00:00' }
const task = { id: 'a1', name: 'animation', taskType: 'Animation', status: 'In progress', folder, attrib }

test('tasks of an AYON query are in the folder that each names', async () => {
  const tasks = [
    { ...task, assignees: ['jonas.weber@northlight.example'] },
    { ...task, id: 'a2', name: 'compo', taskType: 'Compositing', assignees: [], attrib: { ...attrib, endDate: null } },
    { ...task, id: 'a3', folder: { ...folder, path: '/shots/sq020/sh010' }, assignees: null },
  ]
  const read = await importJson({ data: { project: { name: 'K', tasks: { edges: tasks.map((node) => ({ node })) } } } })

  expect(read.problems).toEqual([])
  expect(read.items).toEqual(['sq010/sh010', 'sq020/sh010'])
  expect(read.changes.items[0]).toMatchObject({ frameIn: 1001, frameOut: 1096, frameRate: '25/1' })
  expect(read.tasks).toEqual([
    'sq010/sh010 Animation WIP Jonas Weber 2026-03-13',
    'sq020/sh010 Animation WIP 2026-03-13',
    'sq010/sh010 Compositing WIP',
  ])
})

test('folders of an AYON hierarchy come with those inside them', async () => {
  const shot = { id: '3', name: 'sh010', label: 'sh010', folderType: 'Shot', hasTasks: true, taskNames: ['anim'] }
  const sequence = { id: '2', name: 'sq010', folderType: 'Sequence', parents: ['shots'], children: [shot] }
  const { items, said } = await importJson({
    hierarchy: [{ id: '1', name: 'shots', folderType: 'Folder', hasChildren: true, children: [sequence] }],
  })

  expect(items).toEqual(['sq010/sh010'])
  expect(said.join('\n')).not.toMatch(/children|hasTasks|parents/)
})
