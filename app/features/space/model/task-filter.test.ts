import { expect, test } from 'vitest'
import { setItemKind } from '#core/items/set-item-kind.ts'
import { newId, type ItemKindId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { listFilterGroups } from '#app/widgets/filter-panel/filter-groups.ts'
import { readFilterSource } from './filter-source.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { anId, aTask, openTestSpace } from '../test/a-space.ts'
import { setFilter } from '../space-view-store.ts'
import { isMeant } from './matching-cells.ts'

const aKind = (name: string) => newRow('item_kinds', { id: newId<ItemKindId>(), key: name.toLowerCase(), name })

test('setting an estimate, due date or priority brings an item into a filter by it', async () => {
  const { model, space, client } = await openTestSpace()
  const taskId = aTask(2, 1).id
  const set = async (field: 'estimatedHours' | 'dueDate' | 'priority', value: number | string) =>
    await setTaskField({ space, field, label: 'Set', taskIds: [taskId], values: { all: value as never } }, client)
  const shown = () => model.getLayout().order.itemIds

  setFilter([{ field: 'estimate', test: 'above', values: ['8'] }])
  expect(shown()).toEqual([])
  await set('estimatedHours', 12)
  expect(shown()).toEqual([anId('i', 2)])

  setFilter([{ field: 'due', test: 'on', values: ['2026-12-24'] }])
  expect(shown()).toEqual([])
  await set('dueDate', '2026-12-24')
  expect(shown()).toEqual([anId('i', 2)])

  setFilter([{ field: 'priority', test: 'in', values: ['9'] }])
  expect(shown()).toEqual([])
  await set('priority', 9)
  expect(shown()).toEqual([anId('i', 2)])
  expect(space.getTasks(anId('i', 2)).filter((task) => isMeant(model, task))).toHaveLength(1)
})

test('setting a kind brings an item into a filter by it, and out of one for items without a kind', async () => {
  const kind = aKind('Prop')
  const { model, space, client } = await openTestSpace({ kinds: [kind] })
  const shown = () => model.getLayout().order.itemIds
  const all = shown()

  setFilter([{ field: 'kind', test: 'in', values: [kind.id] }])
  expect(shown()).toEqual([])
  await setItemKind({ space, itemIds: [anId('i', 2)], kind }, client)
  expect(shown()).toEqual([anId('i', 2)])
  setFilter([{ field: 'kind', test: 'in', values: [noneId] }])
  expect(shown()).toEqual(all.filter((id) => id !== anId('i', 2)))
})

test('the filter of a space offers the kinds of the studio, and items without one', async () => {
  const { model } = await openTestSpace({ kinds: [aKind('Prop'), aKind('Set')] })

  const [group] = listFilterGroups({ screen: 'grid', filter: [], source: readFilterSource(model), marks: {} }).filter(
    ({ field }) => field === 'kind',
  )

  expect(group?.options.map(({ label }) => label)).toEqual(['Prop', 'Set', 'No kind'])
})
