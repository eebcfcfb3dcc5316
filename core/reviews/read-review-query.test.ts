import { expect, test } from 'vitest'
import { makeLexicon } from '#core/plan/lexicon.ts'
import type { Thing } from '#core/plan/reading.ts'
import { readReviewQuery } from './read-review-query.ts'

const me = { kind: 'person', id: 'mei', name: 'Mei Tanaka', within: [] } as const
const salt = { kind: 'project', id: 'salt', name: 'The Salt Road', within: [] } as const
const things: readonly Thing[] = [
  me,
  salt,
  { ...salt, id: 'other', name: 'Night Market' },
  { kind: 'status', id: 'wfa', name: 'WFA', within: [] },
  { kind: 'status', id: 'done', name: 'DONE', within: [] },
  { kind: 'stage', id: 'anim', name: 'Animation', within: [] },
  { kind: 'space', id: 'ep1', name: 'Episode 1', within: ['salt'] },
  { kind: 'collection', id: 'sq010', name: 'sq010', within: ['ep1', 'salt'] },
  { kind: 'item', id: 'sh010', name: 'sh010', within: ['sq010', 'ep1', 'salt'] },
]
const timeZone = 'Europe/Oslo'
const context = { lexicon: makeLexicon(things), me, today: '2026-11-24', timeZone, projectId: 'salt' } as const

const read = (sentence: string): unknown => {
  const result = readReviewQuery(sentence, context)
  return result.ok ? result.value : result.error.message
}

test.each([
  ['WFA today in Animation', { isOfDay: true, timeZone, statusIds: ['wfa'], stageIds: ['anim'] }],
  ['wfa', { statusIds: ['wfa'] }],
  ['wfa done anim', { statusIds: ['wfa', 'done'], stageIds: ['anim'] }],
  ['Today', { isOfDay: true, timeZone }],
  ['my wfa in sq010', { statusIds: ['wfa'], assigneeIds: ['mei'], collectionIds: ['sq010'] }],
  ['the salt road wfa', { statusIds: ['wfa'] }],
  ['wfa not anim', { statusIds: ['wfa'], not: { stageIds: ['anim'] } }],
  ['not done today', { isOfDay: true, timeZone, not: { statusIds: ['done'] } }],
  ['wfa tomorrow', { statusIds: ['wfa'], dueDates: ['2026-11-25'] }],
  ['wfa high urgent', { statusIds: ['wfa'], priorities: ['6', '9'] }],
  ['wfa unassigned', { statusIds: ['wfa'], assigneeIds: ['none'] }],
])('a live session accepts “%s”', (sentence, query) => {
  expect(read(sentence)).toEqual({ text: sentence, ...query })
})

test.each([
  ['', 'Which tasks?'],
  ['wfx', '"wfx" is not understood. Did you mean wfa?'],
  ['wfa late', 'A live review cannot follow what is late, because that changes every day: name a due date.'],
  ['not night market', 'A review belongs to one project.'],
  ['all', 'Name a status, stage, person, space or sequence, or today.'],
  [
    'wfa except anim of sq010',
    'A live review can leave out only one kind of thing: a stage, a status, a person or a sequence.',
  ],
  ['night market wfa', 'A review belongs to one project.'],
  ['wfa → done', '"→" is not understood.'],
])('a live session refuses “%s” with the reason', (sentence, why) => {
  expect(read(sentence)).toBe(why)
})
