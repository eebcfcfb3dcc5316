import { expect, test } from 'vitest'
import { aTaskRecord } from '../testing/a-task-record.ts'
import { parseTaskTarget } from './task-target.ts'

const tasks = [
  aTaskRecord({ project: 'Salt Road', space: 'Ep01', collection: 'SQ010', item: 'sh0010', stage: 'Animation' }),
  aTaskRecord({ project: 'Salt Road', space: 'Ep01', collection: 'SQ010', item: 'sh0010', stage: 'Layout' }),
  aTaskRecord({ project: 'Salt Road', space: 'Ep02', collection: 'SQ010', item: 'sh0010', stage: 'Layout' }),
  aTaskRecord({ project: 'Other', space: 'Salt Road', collection: 'SQ020', item: 'sh0020', stage: 'Layout' }),
]

const find = (target: string) => tasks.flatMap((task, at) => (parseTaskTarget(target).matches(task) ? [at] : []))

test.each([
  ['sh0010', [0, 1, 2]],
  ['sh0010:anim', [0]],
  ['sq010/sh0010:layout', [1, 2]],
  ['ep02/sq010/sh0010', [2]],
  ['salt-road/ep01/sq010/*:lay*', [1]],
  ['ep01/**', [0, 1]],
  ['salt-road/**', [0, 1, 2, 3]],
  ['salt-road/ep01/**:anim', [0]],
  ['**/sh0020', [3]],
  ['**:layout', [1, 2, 3]],
  ['nothing', []],
])('target %s matches tasks %j', (target, expected) => {
  expect(find(target)).toEqual(expected)
})

test('an id matches a task or all tasks of an item', () => {
  expect(find(tasks[2]?.task.id ?? '')).toEqual([2])
  expect(find(tasks[3]?.task.itemId.toUpperCase() ?? '')).toEqual([3])
})

test('mayBeIn is true for every space that has a matching task', () => {
  const targets = ['sh0010', 'ep02/sq010/sh0010', 'salt-road/**', '**:layout', 'salt-road/ep01/**:anim'].map(
    parseTaskTarget,
  )
  const matched = targets.flatMap(({ matches, mayBeIn }) => tasks.filter(matches).map((task) => ({ task, mayBeIn })))
  const unloaded = matched.filter(({ task: { names }, mayBeIn }) => {
    const [[project], [space]] = [names.project, names.space]
    return project === undefined || space === undefined || !mayBeIn(project, space)
  })

  expect(matched.length).toBeGreaterThan(9)
  expect(unloaded).toEqual([])
})

test('mayBeIn is true only for the named place', () => {
  const [inFirst, inSecond] = [
    { id: '', name: 'Ep01' },
    { id: '', name: 'Ep02' },
  ]
  const { mayBeIn } = parseTaskTarget('ep01/sq010/*')

  expect([inFirst, inSecond].map((space) => mayBeIn({ id: '', name: 'Salt Road' }, space))).toEqual([true, false])
})

test.each(['a/b/c/d/e', '**/a/**', 'a//b', ':anim', 'sh0010:', ''])('target "%s" is refused', (target) => {
  expect(() => parseTaskTarget(target)).toThrow(/names no task|too many parts/)
})
