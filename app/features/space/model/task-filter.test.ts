import { expect, test } from 'vitest'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { anId, aTask, openTestSpace } from '../test/a-space.ts'
import { setFilter } from '../space-view-store.ts'
import { isMeant } from './matching-cells.ts'

test('an estimate, a day or a priority that is set brings its item into what is filtered by it', async () => {
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
