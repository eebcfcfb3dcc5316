import { expect, test } from 'vitest'
import { aCollection, anId, aTask } from '../test/a-space.ts'
import { sumGridTotals, type GridTotals } from './grid-totals.ts'

function addUp(): GridTotals {
  const tasks = [
    aTask(3, 1, { statusId: anId('t', 3) }),
    aTask(1, 1, { statusId: anId('t', 3) }),
    aTask(1, 2),
    aTask(2, 1),
    aTask(2, 2, { isDisabled: true, statusId: anId('t', 3) }),
  ]
  const sums = sumGridTotals({
    sections: [{ id: aCollection(1).id, itemIds: [anId('i', 1), anId('i', 2), anId('i', 3)] }],
    isOmitted: (id) => id === anId('i', 3),
    getTasks: (id) => tasks.filter((task) => task.itemId === id),
    doneIds: new Set([anId('t', 3)]),
    getHours: () => 2.5,
    getMinutes: () => 30,
    fields: [{ id: 'f', read: (id) => ({ [anId('i', 1)]: 2, [anId('i', 2)]: 0.5, [anId('i', 3)]: 99 })[id] }],
  })
  for (;;) {
    const step = sums.next()
    if (step.done === true) return step.value
  }
}

test('sums columns, collections and everything, without disabled tasks and omitted items', () => {
  const { columns, collections } = addUp()

  expect(columns.cells.get(anId('g', 1))).toEqual({ tasks: 2, done: 1, hours: 5, minutes: 60 })
  expect(columns.cells.get(anId('g', 2))).toEqual({ tasks: 1, done: 0, hours: 2.5, minutes: 30 })
  expect(columns.all).toEqual({ tasks: 3, done: 1, hours: 7.5, minutes: 90 })
  expect(collections.get(aCollection(1).id)?.all).toEqual(columns.all)
})

test('sums the values of fields, without omitted items', () => {
  const { columns, collections } = addUp()

  const sum = { items: 2, filled: 2, numbers: 2, sum: 2.5, least: 0.5, most: 2 }
  expect(columns.fields.get('f')).toEqual(sum)
  expect(collections.get(aCollection(1).id)?.fields.get('f')).toEqual(sum)
})
