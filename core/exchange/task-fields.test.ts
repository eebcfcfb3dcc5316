import { expect, test } from 'vitest'
import {
  newId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type StageId,
  type StatusId,
  type TaskId,
} from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { toReverse } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const stages = ['Layout', 'Animation'].map((name, orderIndex) =>
  newRow('stages', { id: newId<StageId>(), name, category: 'production', color: '#3b82f6', orderIndex }),
)
const [layout, animation] = stages
const status = newRow('task_statuses', {
  id: newId<StatusId>(),
  name: 'WIP',
  shortCode: 'WIP',
  color: '#3b82f6',
  position: 0,
})
const taskFields = (
  [
    ['vendor', 'Vendor', 'text'],
    ['cost', 'Status', 'number'],
  ] as const
).map(([key, name, kind]) => newRow('field_definitions', { id: newId<FieldId>(), of: 'task', key, name, kind }))
const catalogue: Catalogue = {
  stages,
  statuses: [status],
  members: [],
  activeStageIds: stages.map(({ id }) => id),
  fields: [],
  taskFields,
  studioFields: taskFields,
}

function aSpace(values: FieldValues | undefined): SpaceContent {
  const collectionId = newId<CollectionId>()
  const itemId = newId<ItemId>()
  const tasks = stages.map(({ id: stageId }) => ({
    ...newRow('item_tasks', { id: newId<TaskId>(), itemId, stageId, statusId: status.id }),
    fields: stageId === animation?.id ? values : undefined,
  }))
  return {
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items: [newRow('items', { id: itemId, collectionId, title: 'sh010', slug: 'sh010', orderRank: '1' })],
    tasks,
    hoursOf: () => undefined,
    isIllustration: false,
  }
}

type Given = { readonly isBlankClear?: boolean; readonly fields?: typeof taskFields }

function planOf(text: string, content: SpaceContent, { isBlankClear = false, fields = [] }: Given = {}) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const names = stages.map(({ name }) => name)
  const given = { stages: names, statuses: [status], fields, taskFields, mapping: [], isBlankClear }
  const rows = readSheet(sheet.value, given)
  if (!rows.ok) throw new Error(rows.error.message)
  return {
    ...planImport({ rows: rows.value.rows, content, catalogue: { ...catalogue, fields }, newId }),
    left: rows.value.left,
  }
}

test('exported task fields read back the same, even one named like a built-in task value', () => {
  const content = aSpace({ vendor: 'Nord', cost: 12.5 })
  const text = [...exportSheet(content, catalogue)].join('')

  expect(text).toContain('Layout,Animation,Animation Vendor,Animation field cost')
  expect(planOf(text, content)).toMatchObject({ left: [], entries: [{ kind: 'unchanged', left: [] }] })
})

test('a column of stage and field sets only that field, and can be undone', () => {
  const content = aSpace({ vendor: 'Nord' })
  const { changes, entries } = planOf('Collection,Name,anim vendor,Layout - Vendor\nsq010,sh010,Sud,Ost\n', content)
  const [first, second] = content.tasks

  expect(entries[0]?.changes).toEqual([
    { field: 'Animation Vendor', from: 'Nord', to: 'Sud' },
    { field: 'Layout Vendor', from: '', to: 'Ost' },
  ])
  expect(changes.taskChanges).toEqual([
    { id: second?.id, field: 'fields.vendor', from: 'Nord', to: 'Sud' },
    { id: first?.id, field: 'fields.vendor', from: null, to: 'Ost' },
  ])
  expect(toReverse(changes).taskChanges[0]).toMatchObject({ from: 'Sud', to: 'Nord' })
})

test('a list of tasks as in Kitsu and ShotGrid sets fields of existing and new tasks', () => {
  const sheet =
    'Sequence,Entity,Task Type,Task Status,Vendor\nsq010,sh020,Animation,WIP,Nord\nsq010,sh020,Layout,WIP,\n'
  const { changes } = planOf(sheet, aSpace(undefined))

  expect(changes.tasks.map(({ stageId, fields }) => [stageId, fields])).toEqual([
    [animation?.id, { vendor: 'Nord' }],
    [layout?.id, undefined],
  ])
})

test('blank cells clear if asked to, and a value that does not fit stays out with a reason', () => {
  const content = aSpace({ cost: 3 })
  const cleared = planOf('Collection,Name,Animation cost\nsq010,sh010,\n', content, { isBlankClear: true })
  const wrong = planOf('Collection,Name,Animation cost,Animation due\nsq010,sh010,much,2026-12-18\n', content)

  expect(cleared.changes.taskChanges).toMatchObject([{ field: 'fields.cost', from: 3, to: null }])
  expect(wrong.entries).toMatchObject([{ kind: 'changed', left: ['Status: “much” is not a number.'] }])
  expect(wrong.changes.taskChanges).toMatchObject([{ field: 'dueDate', to: '2026-12-18' }])
})

test('in a sheet of items, a task gets its own fields; a differing value of an item-only field is reported', () => {
  const ofItem = (key: string, name: string) =>
    newRow('field_definitions', { id: newId<FieldId>(), of: 'item', key, name, kind: 'text' })
  const fields = [ofItem('vendor', 'Vendor'), ofItem('lens', 'Lens')]
  const sheet = [
    'entity_type,path,folder_type,task_type,attrib.frameStart,attrib.frameEnd,Vendor,Lens',
    'folder,sq010/sh020,Shot,,1001,1096,Nord,35',
    'task,sq010/sh020/animation,,Animation,1009,1096,Sud,50',
    'task,sq010/sh020/layout,,Layout,1001,1096,,35',
  ].join('\n')
  const { changes, left } = planOf(sheet, aSpace(undefined), { fields })

  expect(changes.items).toMatchObject([{ frameIn: 1001, frameOut: 1096, fields: { vendor: 'Nord', lens: '35' } }])
  expect(changes.tasks.map(({ stageId, fields: own }) => [stageId, own])).toEqual([
    [animation?.id, { vendor: 'Sud' }],
    [layout?.id, undefined],
  ])
  const reason = 'Only items have this field. The task’s value differs from its item’s, which was kept.'
  expect(left).toEqual([
    { column: 'attrib.frameStart', rows: 1, reason },
    { column: 'Lens', rows: 1, reason },
  ])
})

test('in a sheet with tasks, a task-only field of an item is reported', () => {
  const sheet =
    'entity_type,path,folder_type,task_type,cost\nfolder,sq010/sh020,Shot,,7\ntask,sq010/sh020/layout,,Layout,8\n'
  const { changes, left } = planOf(sheet, aSpace(undefined))

  expect(changes.tasks).toMatchObject([{ fields: { cost: 8 } }])
  expect(left).toEqual([{ column: 'cost', rows: 1, reason: 'Only tasks have this field.' }])
})
