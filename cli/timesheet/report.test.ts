import { expect, test } from 'vitest'
import type { TimeEntry } from './load-time-entries.ts'
import { makeReport, parseGroupings } from './report.ts'

function anEntry(given: Partial<TimeEntry>): TimeEntry {
  const place = { project: 'Film', space: 'Ep01', collection: 'SQ010', item: 'sh0010', stage: 'Animation' }
  const what = { revisionId: 'r', taskId: 't', version: 1, comment: '', at: '2026-11-02T10:00:00Z', minutes: 60 }
  return { ...place, ...what, day: '2026-11-02', artist: 'Mei', artistId: 'mei', ...given }
}

const entries = [
  anEntry({ minutes: 300 }),
  anEntry({ minutes: 180, project: 'Series' }),
  anEntry({ minutes: 90, artist: 'Jonas', artistId: 'jonas', day: '2026-12-01' }),
]

test('a person’s day is marked unless it is eight hours, however finely it is grouped', () => {
  const byDay = makeReport(entries, ['artist', 'day'])
  const byProject = makeReport(entries, ['day', 'artist', 'project'])

  expect(byDay).toEqual([
    { artist: 'Jonas', day: '2026-12-01', minutes: 90, hours: 1.5, time: '1h 30m', revisions: 1, warning: true },
    { artist: 'Mei', day: '2026-11-02', minutes: 480, hours: 8, time: '8h', revisions: 2, warning: false },
  ])
  expect(byProject.map(({ project, minutes, warning }) => [project, minutes, warning])).toEqual([
    ['Film', 300, false],
    ['Series', 180, false],
    ['Film', 90, true],
  ])
})

test('without person and day nothing is marked', () => {
  expect(makeReport(entries, ['month'])).toEqual([
    { month: '2026-11', minutes: 480, hours: 8, time: '8h', revisions: 2 },
    { month: '2026-12', minutes: 90, hours: 1.5, time: '1h 30m', revisions: 1 },
  ])
})

test('groups are parsed in order, and unknown ones refused', () => {
  expect(parseGroupings('Day, artist,day')).toEqual(['day', 'artist'])
  expect(() => parseGroupings('artist,mood')).toThrow('Time cannot be grouped by "mood".')
})
