import { expect, test } from 'vitest'
import type { SpaceId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { makePlan, type TaskFacts } from './plan.ts'
import type { Action, Bounds, Term, Thing } from './reading.ts'
import { aField } from './test/a-studio.ts'
import { readEstimate } from './values.ts'

const thing = (kind: Thing['kind'], id: string): Thing => ({ kind, id, name: id, within: [] })
type BoundsTerm = Extract<Term, { kind: 'bounds' }>

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
    fields: { task: undefined, item: undefined },
    ...overrides,
  }
}

const plan = (tasks: readonly TaskFacts[], terms: readonly Term[], actions: readonly Action[] = [done]) =>
  makePlan({ reading: { terms, actions }, tasks, today: '2026-11-24', mayDo: () => true }).map(({ task, reason }) => [
    task.id,
    reason,
  ])

test('a plan lists tasks that change, tasks unchanged, and disabled tasks', () => {
  const tasks = [aTask({ id: 'a' }), aTask({ id: 'b', statusId: 'done' }), aTask({ id: 'c', isDisabled: true })]

  expect(plan(tasks, [])).toEqual([
    ['a', 'planned'],
    ['b', 'unchanged'],
    ['c', 'disabled'],
  ])
})

test('who is unassigned is the assignee, not somebody else who has time blocked on the task', () => {
  const [ana, mei] = [thing('person', 'ana'), thing('person', 'mei')]
  const tasks = [
    aTask({ id: 'a', assigneeId: 'ana', assigneeIds: ['ana', 'mei'] }),
    aTask({ id: 'b', assigneeId: 'mei', assigneeIds: ['ana', 'mei'] }),
  ]
  const removed: Term = { kind: 'person', isNot: false, isOfAction: true, things: [ana] }
  const named: Term = { kind: 'person', isNot: false, things: [mei] }
  const unassign: Action = { field: 'assigneeId', to: undefined }

  expect(plan(tasks, [removed], [unassign])).toEqual([['a', 'planned']])
  expect(plan(tasks, [removed, named], [unassign])).toEqual([['a', 'planned']])
})

test('a task keeps all its values if one action is forbidden', () => {
  const reading = { terms: [], actions: [done, { field: 'priority', to: 6 } as const] }
  const [planned] = makePlan({
    reading,
    tasks: [aTask()],
    today: '2026-11-24',
    mayDo: ({ field }) => field === 'statusId',
  })

  expect(planned).toMatchObject({ reason: 'forbidden', actions: [] })
})

test('conditions of one kind are alternatives, all kinds must match, and negated ones must not', () => {
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

test('late means due before today and not done', () => {
  const tasks = [
    aTask({ id: 'a', dueDate: '2026-11-23' }),
    aTask({ id: 'b', dueDate: '2026-11-24' }),
    aTask({ id: 'c', dueDate: '2026-11-01', isDone: true }),
    aTask({ id: 'd' }),
  ]

  expect(plan(tasks, [{ kind: 'late', isNot: false }]).map(([id]) => id)).toEqual(['a'])
})

test.each(['1'.repeat(5000), '1 '.repeat(2000), '1,1'.repeat(2000), '1 d '.repeat(2000)])(
  'a long text that is not an estimate is refused fast, however it begins',
  (text) => {
    expect(readEstimate(`${text}x`)).toBeUndefined()
  },
)

const hard: Action = { field: 'own', own: aField('Difficulty', 'text'), value: 'hard', text: 'hard' }

test('an item field is set once per item, through a task that is not disabled', () => {
  const [one, other] = [{ places: ['sh010', 'sq020', 'ep01', 'film'] }, { places: ['sh020', 'sq020', 'ep01', 'film'] }]
  const tasks = [
    aTask({ id: 'a', isDisabled: true, ...one }),
    aTask({ id: 'b', ...one }),
    aTask({ id: 'c', ...other, fields: { task: undefined, item: { difficulty: 'hard' } } }),
    aTask({ id: 'd', ...other }),
    aTask({ id: 'e', isDisabled: true, places: ['sh030', 'sq020', 'ep01', 'film'] }),
  ]

  expect(plan(tasks, [], [hard])).toEqual([
    ['b', 'planned'],
    ['c', 'unchanged'],
  ])
})

test('set with a status, an item field goes with the first changeable task; others change only status', () => {
  const reading = { terms: [], actions: [done, hard] }
  const tasks = [aTask({ id: 'a', isDisabled: true }), aTask({ id: 'b' }), aTask({ id: 'c' })]
  const planned = makePlan({ reading, tasks, today: '2026-11-24', mayDo: () => true })

  expect(planned.map(({ reason, actions }) => [reason, actions.map(({ field }) => field)])).toEqual([
    ['disabled', []],
    ['planned', ['statusId', 'own']],
    ['planned', ['statusId']],
  ])
})

test('tasks outside a field’s places stay as they are and match no condition on it', () => {
  const own = aField('Difficulty', 'text', { placeIds: ['ep02' as SpaceId] })
  const none: Term = { kind: 'own', own, values: [undefined], text: 'none', isNot: false }
  const tasks = [aTask({ id: 'a' }), aTask({ id: 'b', places: ['sh900', 'sq900', 'ep02', 'film'] })]

  expect(plan(tasks, [], [{ ...hard, own }])).toEqual([
    ['a', 'no-field'],
    ['b', 'planned'],
  ])
  expect(plan(tasks, [none])).toEqual([['b', 'planned']])
})

test('a list condition matches tasks with all given options, a text condition ignores case', () => {
  const tasks = [
    aTask({ id: 'a', fields: { task: undefined, item: { tags: ['fire', 'water'], vendor: 'mpc' } } }),
    aTask({ id: 'b', fields: { task: undefined, item: { tags: ['water'], vendor: 'Other' } } }),
  ]
  const term = (own: FieldDefinition, value: FieldValue): Term => ({
    kind: 'own',
    own,
    values: [value],
    text: '',
    isNot: false,
  })

  expect(plan(tasks, [term(aField('Tags', 'choices'), ['fire'])])).toEqual([['a', 'planned']])
  expect(plan(tasks, [term(aField('Vendor', 'text'), 'MPC')])).toEqual([['a', 'planned']])
  expect(plan(tasks, [term(aField('Tags', 'choices'), ['water']), term(aField('Vendor', 'text'), 'MPC')])).toEqual([
    ['a', 'planned'],
  ])
})

test('over, under and between must all hold, and an empty value matches none of them', () => {
  const frames = aField('Frames', 'number')
  const bounds = (of: BoundsTerm['of'], given: Bounds, isNot = false): Term => ({
    kind: 'bounds',
    of,
    bounds: given,
    text: JSON.stringify(given),
    isNot,
  })
  const withFrames = (id: string, value?: FieldValue): TaskFacts =>
    aTask({ id, fields: { task: undefined, item: value === undefined ? {} : { frames: value } } })
  const tasks = [withFrames('none'), withFrames('50', 50), withFrames('100', 100), withFrames('text', '100')]
  const idsOf = (...terms: readonly Term[]) => plan(tasks, terms).map(([id]) => id)

  expect(idsOf(bounds(frames, { over: 50 }))).toEqual(['100'])
  expect(idsOf(bounds(frames, { least: 50 }))).toEqual(['50', '100'])
  expect(idsOf(bounds(frames, { under: 100 }))).toEqual(['50'])
  expect(idsOf(bounds(frames, { most: 100 }), bounds(frames, { over: 50 }))).toEqual(['100'])
  expect(idsOf(bounds(frames, { over: 50 }, true))).toEqual(['none', '50', 'text'])
})

test('before and after a day match only tasks with a due date', () => {
  const tasks = [
    aTask({ id: 'none' }),
    aTask({ id: 'fri', dueDate: '2026-11-27' }),
    aTask({ id: 'est', estimatedHours: 17 }),
  ]
  const term = (of: BoundsTerm['of'], bounds: Bounds): Term => ({ kind: 'bounds', of, bounds, text: '', isNot: false })

  expect(plan(tasks, [term('dueDate', { under: '2026-11-27' })])).toEqual([])
  expect(plan(tasks, [term('dueDate', { most: '2026-11-27' })])).toEqual([['fri', 'planned']])
  expect(plan(tasks, [term('estimatedHours', { over: 16 })])).toEqual([['est', 'planned']])
})

test('moved due dates move from their own day, and tasks without one are left', () => {
  const tasks = [
    aTask({ id: 'a', dueDate: '2026-12-30' }),
    aTask({ id: 'b' }),
    aTask({ id: 'c', dueDate: '2026-11-27', isDisabled: true }),
    aTask({ id: 'd', dueDate: '9999-12-31' }),
  ]
  const reading = { terms: [], actions: [{ field: 'push', days: 3 } as const] }

  const planned = makePlan({ reading, tasks, today: '2026-11-24', mayDo: () => true })

  expect(planned.map(({ reason, actions }) => [reason, ...actions])).toEqual([
    ['planned', { field: 'dueDate', to: '2027-01-02' }],
    ['no-date'],
    ['disabled'],
    ['no-date'],
  ])
})

test('dates move by working days from their own day, also back and off a weekend', () => {
  const delivery = aField('Delivery', 'date')
  const days = ['2026-11-26', '2026-11-28', undefined, '9999-12-30'] as const
  const tasks = days.map((dueDate, at) =>
    aTask({
      id: String(at),
      places: [String(at)],
      dueDate,
      fields: { task: undefined, item: dueDate === undefined ? undefined : { delivery: dueDate } },
    }),
  )
  const changesBy = (action: Action) =>
    makePlan({ reading: { terms: [], actions: [action] }, tasks, today: '2026-11-24', mayDo: () => true }).map(
      ({ reason, actions: [change] }) =>
        change?.field === 'dueDate' ? change.to : change?.field === 'own' ? change.value : reason,
    )

  expect(changesBy({ field: 'push', days: 3, isWorkdays: true })).toEqual([
    '2026-12-01',
    '2026-12-02',
    'no-date',
    'no-date',
  ])
  expect(changesBy({ field: 'push', days: -4, isWorkdays: true }).slice(0, 2)).toEqual(['2026-11-20', '2026-11-24'])
  expect(changesBy({ field: 'shift', own: delivery, by: -4, isWorkdays: true }).slice(0, 3)).toEqual([
    '2026-11-20',
    '2026-11-24',
    'no-value',
  ])
})

test('each date or number changes from its own value, once per item, and what has none is left', () => {
  const item = (id: string, values: FieldValues): TaskFacts =>
    aTask({ id, places: [id, 'sq020'], fields: { task: undefined, item: values } })
  const [delivery, frames] = [aField('Delivery', 'date'), aField('Frames', 'number')]
  const a = item('a', { delivery: '2026-12-30', frames: 0.1 })
  const tasks = [a, a, item('b', {}), item('c', { delivery: 'soon', frames: 999_999_999_999_999 })]
  const changesBy = (own: FieldDefinition, by: number, more: readonly Action[] = []) => {
    const reading = { terms: [], actions: [{ field: 'shift', own, by } as const, ...more] }
    const planned = makePlan({ reading, tasks, today: '2026-11-24', mayDo: () => true })
    return planned.map(({ reason, actions }) => [reason, ...actions.map((each) => each.field === 'own' && each.value)])
  }

  expect(changesBy(delivery, 3)).toEqual([['planned', '2027-01-02'], ['no-value'], ['no-value']])
  expect(changesBy(delivery, -30)).toEqual([['planned', '2026-11-30'], ['no-value'], ['no-value']])
  expect(changesBy(frames, 0.2)).toEqual([['planned', 0.3], ['no-value'], ['unchanged']])
  expect(changesBy(frames, 1, [done])).toEqual([
    ['planned', 1.1, false],
    ['planned', false],
    ['no-value'],
    ['no-value'],
  ])
})

test('an item without tasks is matched only if just its own fields are set and no condition is about tasks', () => {
  const item = aTask({ id: 'sh010', isItem: true, stageId: '', statusId: '' })
  const term = (kind: 'collection' | 'stage', id: string, isNot = false): Term => ({
    kind,
    things: [thing(kind, id)],
    isNot,
  })
  const reaches = (terms: readonly Term[], actions: readonly Action[] = [hard]) =>
    plan([item], terms, actions).length > 0
  const bounds: Term = { kind: 'bounds', of: 'dueDate', bounds: { over: '2026-11-24' }, text: '', isNot: true }

  expect(reaches([term('collection', 'sq020')])).toBe(true)
  expect(reaches([{ kind: 'all', isNot: false }])).toBe(true)
  expect(reaches([term('collection', 'sq020', true)])).toBe(false)
  expect(reaches([term('stage', 'anim')])).toBe(false)
  expect(reaches([term('stage', 'anim', true)])).toBe(false)
  expect(
    reaches([{ kind: 'together', isNot: true, terms: [term('stage', 'anim'), term('collection', 'sq030')] }]),
  ).toBe(false)
  expect(reaches([bounds])).toBe(false)
  expect(reaches([{ kind: 'late', isNot: true }])).toBe(false)
  expect(reaches([], [done])).toBe(false)
  expect(reaches([], [hard, done])).toBe(false)
})
