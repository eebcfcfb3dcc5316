import { describe, expect, test } from 'vitest'
import { dryRun } from './dry-run.ts'
import { findRuleProblem, readyRule } from './evaluate-rule.ts'
import { planSteps } from './plan-steps.ts'
import type { RuleEvent, RuleRows, RuleText } from './rule.ts'
import { RuleState } from './rule-state.ts'
import { readActions, readTrigger, writeAction, writeTrigger } from './rule-text.ts'
import { ruleTemplates } from './templates.ts'
import { aStatusEvent, makeRuleRows } from './testing.ts'

function template(id: string, rows: RuleRows): RuleText {
  const made = ruleTemplates.find((one) => one.id === id)?.make(rows)
  if (made === undefined || 'lacks' in made) throw new Error(`No template ${id}`)
  return made
}

function changesOf(rule: RuleText & { id?: string }, event: RuleEvent, rows: RuleRows): unknown {
  const outcome = readyRule(rule, rows).evaluate(event, new RuleState(rows))
  return outcome.kind === 'fires' ? outcome.changes : outcome.kind === 'broken' ? outcome.reason : 'quiet'
}

const base: RuleText = { name: 'x', trigger: { kind: 'status_changed' }, condition: '', actions: [] }
const done = (task: string, seq = 1): RuleEvent => aStatusEvent(seq, task, ['WIP', 'DONE'])

test('start the next stage: only if it is assigned and not begun, and its artist is notified', () => {
  const shots = {
    sh010: { Animation: 'DONE', Lighting: { assigneeId: 'ana' } },
    sh020: { Animation: 'DONE', Lighting: 'TODO' },
    sh030: { Animation: 'DONE', Lighting: { assigneeId: 'ana', statusId: 'status-RETAKE' } },
  }
  const rows = makeRuleRows(shots)
  const rule = template('start-next-stage', rows)

  expect(changesOf(rule, done('sh010-Animation'), rows)).toEqual([
    { do: 'set_status', taskId: 'sh010-Lighting', statusId: 'status-WIP' },
    { do: 'notify', taskId: 'sh010-Animation', userIds: ['ana'], text: 'sh010 · Animation: WIP → DONE' },
  ])
  expect(changesOf(rule, done('sh020-Animation'), rows)).toBe('quiet')
  expect(changesOf(rule, done('sh030-Animation'), rows)).toMatchObject([{ do: 'notify' }])
  expect(changesOf(rule, aStatusEvent(1, 'sh010-Animation', ['TODO', 'WIP']), rows)).toBe('quiet')
})

test('all tasks done: the item is done once, not while one is open, and disabled ones do not count', () => {
  const off = { isDisabled: true }
  const rows = makeRuleRows({
    sh010: { Layout: 'DONE', Animation: 'DONE', Lighting: off },
    sh020: { Layout: 'DONE', Animation: 'WIP' },
  })
  const rule = template('all-done', rows)

  expect(changesOf(rule, done('sh010-Animation'), rows)).toEqual([
    { do: 'set_field', itemId: 'sh010', key: 'approved', value: true },
  ])
  expect(changesOf(rule, done('sh020-Layout'), rows)).toBe('quiet')
})

test('roll up to the sequence: when the last shot of its collection is done', () => {
  const rows = makeRuleRows({ sh010: { Animation: 'DONE' }, sh020: { Animation: 'DONE' } })
  const open = makeRuleRows({ sh010: { Animation: 'DONE' }, sh020: { Animation: 'WIP' } })
  const rule = template('roll-up-sequence', rows)

  expect(changesOf(rule, done('sh020-Animation'), rows)).toEqual([
    { do: 'set_field', itemId: 'SQ010', key: 'approved', value: true },
  ])
  expect(changesOf(rule, done('sh010-Animation'), open)).toBe('quiet')
})

test('roll up to the episode: when the last of its sequences is done', () => {
  const rows = makeRuleRows({ sh010: { Animation: 'DONE' } })
  const [sequence] = rows.items.filter(({ type }) => type === 'sequence')
  if (sequence === undefined) throw new Error('There is no sequence')
  const done = { fields: { approved: true }, episode: 'E101' }
  const others = (second: object) => [
    { ...sequence, ...done },
    { ...sequence, id: 'SQ020', name: 'SQ020', episode: 'E101', ...second },
    { ...sequence, id: 'SQ030', name: 'SQ030', episode: 'E102' },
    { ...sequence, id: 'E101', name: 'E101', type: 'episode' },
    { ...sequence, id: 'E102', name: 'E102', type: 'episode' },
  ]
  const rule = template('roll-up-episode', rows)
  const event = aFieldEvent({ item: 'SQ010' }, 'approved', [undefined, true])

  expect(changesOf(rule, event, { ...rows, items: others(done) })).toEqual([
    { do: 'set_field', itemId: 'E101', key: 'approved', value: true },
  ])
  expect(changesOf(rule, event, { ...rows, items: others({}) })).toBe('quiet')
})

test('a retake goes back to whoever posted the newest revision, unless they have left', () => {
  const task = { statusId: 'status-RETAKE', assigneeId: 'ben', artistId: 'ana' }
  const rows = makeRuleRows({ sh010: { Animation: task }, sh020: { Animation: { ...task, artistId: 'gone' } } })
  const rule = template('retake', rows)
  const event = (shot: string) => aStatusEvent(1, `${shot}-Animation`, ['WIP', 'RETAKE'])

  expect(changesOf(rule, event('sh010'), rows)).toMatchObject([
    { do: 'assign', taskId: 'sh010-Animation', userId: 'ana' },
    { do: 'notify', userIds: ['ana'] },
  ])
  expect(changesOf(rule, event('sh020'), rows)).toBe('quiet')
})

test('the client approved: only by a guest’s comment, and not by “not approved”', () => {
  const rows = makeRuleRows({ sh010: { Animation: 'WIP' } })
  const rule = template('client-approved', rows)
  const says = (content: string, id = 'cleo', kind = 'person'): RuleEvent => ({
    ...done('sh010-Animation'),
    kind: 'comment.posted',
    actor: { kind, id, name: 'Client' },
    new: { content },
  })

  expect(changesOf(rule, says('Approved, thanks'), rows)).toMatchObject([{ do: 'set_status', statusId: 'status-DONE' }])
  expect(changesOf(rule, says('Not approved yet'), rows)).toBe('quiet')
  expect(changesOf(rule, says('Approved', 'ana'), rows)).toBe('quiet')
  expect(changesOf(rule, says('Approved', 'gone'), rows)).toBe('quiet')
  expect(changesOf(rule, says('Approved', 'cleo', 'rule'), rows)).toBe('quiet')
  const named = { ...rule, trigger: { kind: 'comment_posted' as const }, condition: 'guest' }
  expect(changesOf(named, says('Looks fine'), rows)).toMatchObject([{ do: 'set_status' }])
  expect(changesOf(named, says('Looks fine', 'ana'), rows)).toBe('quiet')
})

test('due tomorrow notifies the assignee for this rule’s event only', () => {
  const rows = makeRuleRows({ sh010: { Animation: { assigneeId: 'ana' } } })
  const rule = { ...template('due-tomorrow', rows), id: 'r1' }
  const reached = (thing_id: string): RuleEvent => ({ ...done('sh010-Animation'), kind: 'task.date_reached', thing_id })

  expect(changesOf(rule, reached('r1'), rows)).toEqual([
    { do: 'notify', taskId: 'sh010-Animation', userIds: ['ana'], text: 'Due tomorrow' },
  ])
  expect(changesOf(rule, reached('r2'), rows)).toBe('quiet')
})

test('a rule with something deleted or an invalid condition is broken with the reason, and changes nothing', () => {
  const rows = makeRuleRows({ sh010: { Animation: 'DONE' } })
  const set = (status: string): RuleText => ({ ...base, actions: [{ do: 'set_status', status, on: 'this' }] })

  expect(changesOf(set('status-GONE'), done('sh010-Animation'), rows)).toBe('the status it sets is gone')
  expect(findRuleProblem({ ...set('status-WIP'), condition: 'stats == "x"' }, rows)).toContain('did you mean status?')
  expect(findRuleProblem({ ...set('status-WIP'), condition: 'status' }, rows)).toContain('yes or no')
  expect(findRuleProblem({ ...set('status-WIP'), condition: 'price > 1' }, rows)).toContain('formula')
  expect(findRuleProblem(set('status-WIP'), rows)).toBeUndefined()
})

test('two events of one turn set a shot done once, and do not overwrite later changes', () => {
  const rows = makeRuleRows({ sh010: { Layout: 'DONE', Animation: 'DONE', Lighting: 'DONE' } })
  const more = { id: 'r1', active_from: 0, projects: ['p1'] }
  const tell = { do: 'comment', text: 'All done' } as const
  const all: RuleText = { ...base, trigger: { kind: 'all_of_group', group: 'item' }, actions: [tell] }
  const start: RuleText = { ...base, trigger: { kind: 'status_changed', status: 'done' }, actions: [] }
  const next = { ...start, actions: [{ do: 'set_status', status: 'status-WIP', on: 'next' }] as const }
  const events = [done('sh010-Layout', 1), done('sh010-Animation', 2), done('sh010-Lighting', 3)]

  expect(planSteps([{ ...all, ...more }], events, rows).map(({ seq }) => seq)).toEqual([3])
  const waiting = { ...next, actions: [{ do: 'start_next', status: 'status-WIP' }] as const }
  expect(planSteps([{ ...waiting, ...more }], events, rows)).toEqual([])
  expect(planSteps([{ ...next, ...more, projects: [] }], events, rows)).toEqual([])
  expect(planSteps([{ ...next, ...more, active_from: 3 }], events, rows)).toEqual([])
})

test('a dry run evaluates each event on the rows of its time, and leaves out what has changed since', () => {
  const rows = makeRuleRows({
    sh010: { Animation: 'DONE', Lighting: { statusId: 'status-TODO', assigneeId: 'ana' } },
    sh020: { Animation: 'DONE', Lighting: { statusId: 'status-DONE', assigneeId: 'ana' } },
    sh030: { Animation: 'WIP', Lighting: { statusId: 'status-TODO', assigneeId: 'ana' } },
  })
  const events = [
    aStatusEvent(6, 'sh030-Animation', ['DONE', 'WIP']),
    aStatusEvent(5, 'sh020-Lighting', ['TODO', 'DONE']),
    done('sh030-Animation', 4),
    done('sh020-Animation', 3),
    done('sh010-Animation', 2),
  ]

  const tried = dryRun(template('start-next-stage', rows), { events, rows, is_cut: false })

  // The lighting of sh020 was waiting when its animation was done; sh030 is no longer done.
  expect(tried.fired).toBe(3)
  expect(tried.changes.map(({ name }) => name)).toEqual(['sh010 · Lighting'])
})

/** Makes an event of a changed field on a task or an item. */
function aFieldEvent(of: { item: string; task?: string }, key: string, [was, is]: readonly unknown[]): RuleEvent {
  const { task_id: _, ...event } = aStatusEvent(1, of.task ?? `${of.item}-`, ['TODO', 'TODO'])
  const place = of.task === undefined ? {} : { task_id: of.task }
  return {
    ...event,
    ...place,
    kind: 'field.changed',
    old: { key, value: was ?? null },
    new: { key, value: is ?? null },
  }
}

const ofVendor = { fields: { vendor: 'north' } }

test('a changed task field triggers a rule, limited to a stage if given, and item fields do not', () => {
  const rows = makeRuleRows({ sh010: { Animation: ofVendor, Lighting: 'TODO' } })
  const set = { do: 'set_field', key: 'vendor', value: 'north', on: 'next' } as const
  const rule = { ...base, trigger: { kind: 'field_changed', key: 'vendor' }, actions: [set] } as const
  const event = aFieldEvent({ item: 'sh010', task: 'sh010-Animation' }, 'vendor', [undefined, 'north'])

  expect(changesOf(rule, event, rows)).toEqual([
    { do: 'set_field', taskId: 'sh010-Lighting', key: 'vendor', value: 'north' },
  ])
  const ofStage = (stage: string) => ({ ...rule, trigger: { ...rule.trigger, stage } })
  expect(changesOf(ofStage('stage-Animation'), event, rows)).toHaveLength(1)
  expect(changesOf(ofStage('stage-Lighting'), event, rows)).toBe('quiet')
  expect(changesOf(rule, aFieldEvent({ item: 'sh010' }, 'difficulty', [1, 2]), rows)).toBe('quiet')
  // Values that are set already do not change, and without a task there is nothing to set.
  expect(changesOf({ ...rule, actions: [{ ...set, on: 'this' }] }, event, rows)).toEqual([])
  const ofItem = { ...rule, trigger: { kind: 'field_changed' } } as const
  expect(changesOf(ofItem, aFieldEvent({ item: 'sh010' }, 'difficulty', [1, 2]), rows)).toEqual([])
  expect(
    changesOf(
      { ...ofItem, actions: [{ ...set, on: 'all' }] },
      aFieldEvent({ item: 'sh010' }, 'difficulty', [1, 2]),
      rows,
    ),
  ).toEqual([{ do: 'set_field', taskId: 'sh010-Lighting', key: 'vendor', value: 'north' }])
})

test('a condition reads fields of the task, of another stage’s, of the next and of all tasks', () => {
  const rows = makeRuleRows({
    sh010: { Layout: { fields: { vendor: 'south' } }, Animation: ofVendor, Lighting: 'TODO' },
  })
  const event = done('sh010-Animation')
  const holds = (condition: string) => {
    const outcome = changesOf({ ...base, condition, actions: [{ do: 'comment', text: 'x' }] }, event, rows)
    return Array.isArray(outcome) ? true : outcome === 'quiet' ? false : outcome
  }

  expect(holds('vendor == "North"')).toBe(true)
  expect(holds('vendor == "South"')).toBe(false)
  expect(holds('task("Layout").vendor == "South"')).toBe(true)
  expect(holds('empty(next.vendor)')).toBe(true)
  expect(holds('count(tasks, t, t.vendor != null) == 2')).toBe(true)
  expect(holds('vendr == "North"')).toContain('If: ')
  expect(
    findRuleProblem({ ...base, actions: [{ do: 'set_field', key: 'vendor', value: null, on: 'gone' }] }, rows),
  ).toBe('the stage it sets is gone')
})

test('an event of a task field is reverted and replayed on the task, not on its item', () => {
  const state = new RuleState(makeRuleRows({ sh010: { Animation: ofVendor } }))
  const event = aFieldEvent({ item: 'sh010', task: 'sh010-Animation' }, 'vendor', ['south', 'north'])
  const read = () => [state.findTask('sh010-Animation')?.fields, state.findItem('sh010')?.fields]

  state.revert(event)
  expect(read()).toEqual([{ vendor: 'south' }, {}])
  state.replay(event)
  expect(read()).toEqual([{ vendor: 'north' }, {}])
})

test('a dry run lists all changes of an event for a task, with the words of each', () => {
  const rows = makeRuleRows({ sh010: { Animation: 'DONE' } })
  const actions = [
    { do: 'set_field', key: 'vendor', value: 'north', on: 'this' },
    { do: 'set_status', status: 'status-WIP', on: 'this' },
    { do: 'set_field', key: 'approved', value: true, on: 'this' },
  ] as const

  const tried = dryRun({ ...base, actions }, { events: [done('sh010-Animation')], rows, is_cut: false })

  expect(tried.changes.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'sh010 · Animation: set vendor = North',
    'sh010 · Animation: set status WIP',
    'sh010: set approved = yes',
  ])
})

test('a dry run leaves out fields changed again since, on tasks and on items', () => {
  const rows = makeRuleRows({ sh010: { Animation: ofVendor } })
  const rule = {
    ...base,
    trigger: { kind: 'field_changed' },
    actions: [{ do: 'set_status', status: 'status-WIP', on: 'all' }],
  } as const
  const ofTask = aFieldEvent({ item: 'sh010', task: 'sh010-Animation' }, 'vendor', [undefined, 'south'])
  const events = [{ ...ofTask, seq: 2 }, aFieldEvent({ item: 'sh010' }, 'difficulty', [1, 2])]

  expect(dryRun(rule, { events, rows, is_cut: false })).toMatchObject({ fired: 2, changes: [] })
  const still = aFieldEvent({ item: 'sh010', task: 'sh010-Animation' }, 'vendor', [undefined, 'north'])
  expect(dryRun(rule, { events: [still], rows, is_cut: false }).changes).toHaveLength(1)
})

describe('a rule’s text reads back as it was written', () => {
  const rows = makeRuleRows({})

  test.each([
    'status changes',
    'status becomes done',
    'status becomes RETAKE of Animation',
    'revision posted of Lighting',
    'comment posted by guest',
    'field difficulty changes',
    'field vendor changes',
    'field vendor changes of Animation',
    'field changes of Animation',
    'due in 1 day',
    'due in 2 days',
    'all tasks of collection done of Animation',
    'any tasks of item done',
  ])('%s', (text) => {
    const read = readTrigger(text, rows)
    expect(read.ok ? writeTrigger(read.value, rows) : read.error.message).toBe(text)
  })

  test.each([
    'start next as WIP',
    'set status RETAKE',
    'set status WIP on next',
    'set status WIP on Lighting',
    'set approved = yes on sequence',
    'set difficulty = 4',
    'set difficulty = nothing',
    'set vendor = North',
    'set vendor = North on next',
    'set vendor = nothing on all',
    'set vendor = South on Lighting',
    'set remark = "carry on comp" on Animation',
    'set remark = "carry on Animation"',
    'assign artist',
    'assign Ana on next',
    'notify assignee, Ben, owners "Look at this"',
    'comment "Ready"',
    'call Farm',
  ])('%s', (text) => {
    const read = readActions([text], rows)
    expect(read.ok ? read.value.map((action) => writeAction(action, rows)) : read.error.message).toEqual([text])
  })

  test.each([
    ['set status GONE', 'There is no status “GONE”. Write: TODO, WIP, RETAKE, DONE.'],
    ['set price = 4', 'Price is a formula and cannot be set.'],
    ['set difficulty = hard', 'Difficulty: “hard” is not a number.'],
    ['set vendor = East', 'Vendor: “East” is not one of its options (North, South).'],
    ['set vendor = North on sequence', 'Vendor: “North on sequence” is not one of its options (North, South).'],
    ['set difficulty = 4 on Animation', 'Difficulty: “4 on Animation” is not a number.'],
    ['explode', '“explode” is not an action: start, set, assign, notify, comment or call.'],
  ])('refuses %s', (text, problem) => {
    const read = readActions([text], rows)
    expect(read.ok ? 'read' : read.error.message).toBe(problem)
  })
})
