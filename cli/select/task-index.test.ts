import { expect, test } from 'vitest'
import { aTaskRecord } from '../testing/a-task-record.ts'
import { makeTaskIndex } from './task-index.ts'
import { parseTaskTarget } from './task-target.ts'

const tasks = ['sh0010', 'sh0020', 'Été 30', 'sh0020'].flatMap((item) =>
  ['Animation', 'Layout'].map((stage) => aTaskRecord({ item, stage })),
)
const find = makeTaskIndex(tasks)
const ids = tasks.flatMap(({ task: { id, itemId } }) => [id, itemId.toUpperCase()])

test.each([
  ...ids,
  'sh0010',
  'SH0020:anim',
  'sq010/ sh0020 :layout',
  'été 30',
  'ete-30:anim',
  'sh00[12]0',
  '**',
  'ep02/sh0010',
  'x',
])('target %s finds what it matches, in order', (text) => {
  const target = parseTaskTarget(text)

  expect(find(target)).toEqual(tasks.filter(target.matches))
})

test('a target that names a single thing is compared only with tasks of that name', () => {
  const target = parseTaskTarget('sh0010:anim')
  const compared: string[] = []
  const matches: typeof target.matches = (task) => {
    compared.push(task.item)
    return target.matches(task)
  }

  expect(find({ ...target, matches })).toEqual([tasks[0]])
  expect(compared).toEqual(['sh0010', 'sh0010'])
})
