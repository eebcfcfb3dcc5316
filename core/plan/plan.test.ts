import { expect, test } from 'vitest'
import { makePlan, type TaskFacts } from './plan.ts'
import type { Action, Term, Thing } from './reading.ts'
import { readEstimate } from './values.ts'

const thing = (kind: Thing['kind'], id: string): Thing => ({ kind, id, name: id, within: [] })
const done: Action = { field: 'statusId', to: thing('status', 'done') }

function aTask(overrides: Partial<TaskFacts> = {}): TaskFacts {
  return {
    id: 'task',
    places: ['sh010', 'sq020', 'ep01', 'film'],
    stageId: 'anim',
    statusId: 'wfa',
    assigneeIds: [],
    assigneeId: undefined,
    dueDate: undefined,
    priority: 0,
    estimatedHours: undefined,
    isDisabled: false,
    isDone: false,
    ...overrides,
  }
}

const plan = (tasks: readonly TaskFacts[], terms: readonly Term[], actions: readonly Action[] = [done]) =>
  makePlan({ reading: { terms, actions }, tasks, today: '2026-11-24', mayDo: () => true }).map(({ task, reason }) => [
    task.id,
    reason,
  ])

test('says which tasks change, which are as wanted already, and which are disabled', () => {
  const tasks = [aTask({ id: 'a' }), aTask({ id: 'b', statusId: 'done' }), aTask({ id: 'c', isDisabled: true })]

  expect(plan(tasks, [])).toEqual([
    ['a', 'planned'],
    ['b', 'unchanged'],
    ['c', 'disabled'],
  ])
})

test('a task of which one action is not allowed keeps all its values', () => {
  const reading = { terms: [], actions: [done, { field: 'priority', to: 6 } as const] }
  const [planned] = makePlan({
    reading,
    tasks: [aTask()],
    today: '2026-11-24',
    mayDo: ({ field }) => field === 'statusId',
  })

  expect(planned).toMatchObject({ reason: 'forbidden', actions: [] })
})

test('conditions of one kind are alternatives, kinds have to hold together, and a denied one must not', () => {
  const tasks = [
    aTask({ id: 'a' }),
    aTask({ id: 'b', places: ['sh020', 'sq030'] }),
    aTask({ id: 'c', stageId: 'comp' }),
    aTask({ id: 'd', places: ['sh020', 'sq020'] }),
  ]
  const two: Term = {
    kind: 'collection',
    isNot: false,
    things: [thing('collection', 'sq020'), thing('collection', 'sq030')],
  }
  const anim: Term = { kind: 'stage', isNot: false, things: [thing('stage', 'anim')] }
  const notShot: Term = { kind: 'item', isNot: true, things: [thing('item', 'sh010')] }

  expect(plan(tasks, [two, anim, notShot]).map(([id]) => id)).toEqual(['b', 'd'])
})

test('late is what was due before today and is not done', () => {
  const tasks = [
    aTask({ id: 'a', dueDate: '2026-11-23' }),
    aTask({ id: 'b', dueDate: '2026-11-24' }),
    aTask({ id: 'c', dueDate: '2026-11-01', isDone: true }),
    aTask({ id: 'd' }),
  ]

  expect(plan(tasks, [{ kind: 'late', isNot: false }]).map(([id]) => id)).toEqual(['a'])
})

test.each(['1'.repeat(5000), '1 '.repeat(2000), '1,1'.repeat(2000), '1 d '.repeat(2000)])(
  'a long text that is no estimate is refused at once, however it begins',
  (text) => {
    expect(readEstimate(`${text}x`)).toBeUndefined()
  },
)
