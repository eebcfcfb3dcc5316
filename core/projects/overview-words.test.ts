import { expect, test } from 'vitest'
import { toId, type StageId, type UserId } from '#core/lib/ids.ts'
import type { LateTask, Overview } from './overview.ts'
import { percentOf, reasonOf, describeStanding, sumOverview, waitingTitleOf } from './overview-words.ts'

const stage = (given: Partial<Overview['stages'][number]>): Overview['stages'][number] => {
  return { stageId: toId<StageId>('g'), tasks: 4, done: 1, late: 0, dated: 4, days: 0, statuses: {}, ...given }
}

test('a stage is done, without dates, on time, ahead or behind', () => {
  expect(describeStanding(stage({ done: 4, days: -3 }))).toBe('done')
  expect(describeStanding(stage({ days: null }))).toBe('no dates')
  expect(describeStanding(stage({ days: 0 }))).toBe('on time')
  expect(describeStanding(stage({ days: -1 }))).toBe('1 day behind')
  expect(describeStanding(stage({ days: 12 }))).toBe('12 days ahead')
})

test('the totals are those of the panels', () => {
  const overview: Overview = {
    today: '2026-11-24',
    stages: [stage({}), stage({ tasks: 6, done: 6 })],
    weeks: [
      { week: '2026-11-16', tasks: 3 },
      { week: '2026-11-23', tasks: 5 },
    ],
    late: { tasks: 3, days: 8, reasons: [], first: [] },
    waiting: [
      { kind: 'review', userId: null, tasks: 2, days: 4 },
      { kind: 'notes', userId: toId<UserId>('u'), tasks: 9, days: 1 },
    ],
    load: [{ userId: toId<UserId>('u'), hours: 30, capacity: 80 }],
  }

  expect(sumOverview(overview)).toEqual({
    tasks: 10,
    done: 7,
    thisWeek: 5,
    lastWeek: 3,
    inReview: 2,
    inReviewDays: 4,
    late: 3,
    lateDays: 2.7,
    hours: 30,
    capacity: 80,
  })
  expect(sumOverview({ ...overview, stages: [], weeks: [], waiting: [], load: [], late: { ...overview.late, tasks: 0 } })).toMatchObject({ tasks: 0, lateDays: 0, inReview: 0 }) // prettier-ignore
})

test('each reason for being late has its wording', () => {
  const say = (reason: LateTask['reason'], detail: string | null = null): string =>
    reasonOf({ reason, detail }, (day) => `day ${day}`)

  expect(say('nobody')).toBe('No artist yet')
  expect(say('review', '2026-11-20')).toBe('In review since day 2026-11-20, not answered')
  expect(say('stage', 'Layout')).toBe('Waits for Layout')
  expect(say('away', '2026-11-26')).toBe('Artist is away until day 2026-11-26')
  expect(say('away')).toBe('Artist is away')
  expect(say('estimate', '90')).toBe('1.5 h over its estimate')
  expect(say('retakes', '4')).toBe('v4 so far')
  expect(say('not_begun')).toBe('Not begun')
})

test('without hours there is no percentage, and tasks wait for a review, an artist or a person', () => {
  expect(percentOf({ hours: 44, capacity: 40 })).toBe(110)
  expect(percentOf({ hours: 4, capacity: 0 })).toBeUndefined()
  expect([waitingTitleOf({ kind: 'review' }, undefined), waitingTitleOf({ kind: 'nobody' }, undefined), waitingTitleOf({ kind: 'notes' }, 'Ana')]).toEqual(['A review', 'No artist yet', 'Ana']) // prettier-ignore
})
