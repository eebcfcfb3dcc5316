import { expect, test } from 'vitest'
import { anId } from '#core/testing/studio-fixture.ts'
import { toBroughtDecisions } from './bring-decisions.ts'
import { describeConflict, describeDecision, describeDecisions } from './decision-words.ts'
import type { Decision } from './decisions.ts'
import { planDecisions, type DecisionPlace } from './plan-decisions.ts'
import type { DecisionsFile } from './read-decisions.ts'

const [wip, wfa, done, retake] = [1, 2, 3, 4].map((number) => anId(6, number))
const names = ['WIP', 'WFA', 'DONE', 'RETAKE']
const [task, other, gone] = [1, 2, 3].map((number) => anId(8, number))
let count = 0

function aDecision(changes: Partial<Decision>): Decision {
  count += 1
  return {
    id: anId(30, count),
    entryId: anId(21, 1),
    taskId: String(task),
    seenStatusId: String(wfa),
    by: { name: 'Anna' },
    at: count,
    ...changes,
  }
}

function aFile(name: string, decisions: readonly Decision[], packet = 1): DecisionsFile {
  const place = { studioId: anId(1, 1), sessionId: anId(20, 1), packetId: anId(31, packet) }
  return { name, decisions: { format: 'xsheet-decisions', version: 1, ...place, decisions: [...decisions] } }
}

function aPlace(changes: Partial<DecisionPlace> = {}): DecisionPlace {
  const row = { statusId: String(wfa), isDisabled: false }
  return {
    tasks: new Map([
      [String(task), { path: 'sq010/sh0010:anim', ...row }],
      [String(other), { path: 'sq010/sh0020:anim', ...row }],
      [String(gone), undefined],
    ]),
    statusNames: new Map([wip, wfa, done, retake].map((id, at) => [String(id), String(names[at])])),
    brought: new Set(),
    ...changes,
  }
}

const noted = (content: string) => ({ note: { content, metadata: {} } })

test('lists who decided what about which task, in the session’s order', () => {
  const late = aDecision({ taskId: String(other), statusId: String(done) })
  const early = aDecision({ statusId: String(retake), ...noted('**Softer** landing\n@here[1017]') })

  const plan = planDecisions([aFile('a.json', [late, early])], aPlace())

  expect(plan.lines.map((line) => describeDecision(line))).toEqual([
    {
      who: 'Anna',
      path: 'sq010/sh0010:anim',
      change: 'WFA → RETAKE',
      note: 'Softer landing @here 1017',
      state: 'new',
    },
    { who: 'Anna', path: 'sq010/sh0020:anim', change: 'WFA → DONE', note: '', state: 'new' },
  ])
  expect(describeDecisions(plan)).toBe('2 to bring')
})

test('decisions that cannot be brought say why, and those brought before exist already', () => {
  const known = aDecision({ statusId: String(done) })
  const decisions = [
    known,
    aDecision({ taskId: String(gone), statusId: String(done) }),
    aDecision({ taskId: anId(8, 9), statusId: String(done) }),
    aDecision({ taskId: String(other), statusId: anId(6, 9) }),
    aDecision({ taskId: String(other), by: { name: 'Bo' } }),
  ]

  const plan = planDecisions([aFile('a.json', decisions)], aPlace({ brought: new Set([known.id]) }))

  expect(plan.lines.map((line) => describeDecision(line).state).toSorted()).toEqual(
    [
      'nothing was decided',
      'the status was deleted',
      'the task is not in this review',
      'the task was deleted',
      'there already',
    ].toSorted(),
  )
  expect(describeDecisions(plan)).toBe('1 there already, 4 refused')
  expect(toBroughtDecisions(plan, new Map(), [])).toEqual([])
})

test('different decisions by two people are a conflict, whoever decided last', () => {
  const anna = aDecision({ statusId: String(done), ...noted('Lovely') })
  const bo = aDecision({ statusId: String(retake), by: { name: 'Bo' }, ...noted('No') })
  const plan = planDecisions([aFile('a.json', [anna]), aFile('b.json', [bo], 2)], aPlace())
  const bring = (choice?: string) =>
    toBroughtDecisions(plan, new Map(choice === undefined ? [] : [[String(task), choice]]), []).map(({ id, keep }) => [
      id,
      keep,
    ])

  expect(plan.conflicts.map(describeConflict)).toEqual([
    'sq010/sh0010:anim: people decided differently: Anna DONE, Bo RETAKE. It is now WFA.',
  ])
  expect(bring()).toEqual([])
  expect(bring(bo.id)).toEqual([
    [bo.id, undefined],
    [anna.id, true],
  ])
  expect(bring('keep')).toEqual([
    [anna.id, true],
    [bo.id, true],
  ])
})

test('a status changed since the decision is a conflict, unless it is the one decided', () => {
  const decision = aDecision({ statusId: String(done), seenStatusId: String(wip) })
  const same = aDecision({ taskId: String(other), statusId: String(wfa), seenStatusId: String(wip) })

  const plan = planDecisions([aFile('a.json', [decision, same])], aPlace())

  expect(plan.lines.map(({ state }) => state)).toEqual(['conflict', 'new'])
  expect(plan.conflicts.map(describeConflict)).toEqual([
    'sq010/sh0010:anim became WFA after the packet was taken. Decided: Anna DONE.',
  ])
  expect(plan.lines.map((line) => describeDecision(line).change)).toEqual(['WFA → DONE', 'WFA already'])
})

test('the last decision of a person counts, and notes of earlier ones are kept', () => {
  const first = aDecision({ statusId: String(retake), ...noted('Softer') })
  const second = aDecision({ statusId: String(done), ...noted('Fine') })

  const plan = planDecisions([aFile('a.json', [second, first])], aPlace())
  const brought = toBroughtDecisions(plan, new Map(), [])

  expect(plan.conflicts).toEqual([])
  expect(brought.map(({ id, keep, statusId }) => [id, keep, statusId])).toEqual([
    [first.id, true, retake],
    [second.id, undefined, done],
  ])
})

test('following up one’s own decision is no conflict, unless somebody has set the status back', () => {
  const first = aDecision({ statusId: String(retake) })
  const second = aDecision({ statusId: String(done), seenStatusId: String(wfa) })
  const files = [aFile('a.json', [first, second])]
  const brought = new Set([first.id])
  const at = (statusId: string) => new Map([[String(task), { path: 'sq010/sh0010:anim', statusId, isDisabled: false }]])
  const late = { ...second, seenStatusId: String(retake) }

  const followed = planDecisions(files, aPlace({ brought, tasks: at(String(retake)) }))
  const setBack = planDecisions([aFile('a.json', [first, late])], aPlace({ brought, tasks: at(String(wfa)) }))

  expect([followed.conflicts.length, setBack.conflicts.length]).toEqual([0, 1])
})

test('a file given twice is brought once, and two people without a name are two people', () => {
  const one = aDecision({ statusId: String(done), by: { name: '' } })
  const two = aDecision({ statusId: String(retake), by: { name: ' ' } })

  const twice = planDecisions([aFile('a.json', [one]), aFile('a (1).json', [one])], aPlace())
  const strangers = planDecisions([aFile('a.json', [one]), aFile('b.json', [two])], aPlace())

  expect(toBroughtDecisions(twice, new Map(), [])).toHaveLength(1)
  expect(strangers.conflicts).toHaveLength(1)
})

test('of a note’s metadata only references and drawings are brought', () => {
  const metadata = { drawings: [{ id: 'x' }], hereReferences: [], revision: { versionId: 'x' }, sessionId: 'x' }
  const decision = aDecision({ note: { content: 'Look, @Bo Lee', metadata } })
  const bo = { id: anId<never>(9, 1), name: 'Bo Lee' }

  const [brought] = toBroughtDecisions(planDecisions([aFile('a.json', [decision])], aPlace()), new Map(), [bo])

  expect(brought).toMatchObject({
    mentions: [bo.id],
    note: { metadata: { drawings: [{ id: 'x' }], hereReferences: [] } },
  })
  expect(JSON.stringify(brought)).not.toContain('revision')
})
