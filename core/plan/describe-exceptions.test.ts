import { expect, test } from 'vitest'
import { makeLexicon } from './lexicon.ts'
import { makePlan, type TaskFacts } from './plan.ts'
import { readSentence } from './read-sentence.ts'
import type { Reading } from './reading.ts'
import { describeExceptions } from './describe-exceptions.ts'
import { aStudio, me } from './test/a-studio.ts'

const lexicon = makeLexicon(aStudio())
const read = (sentence: string): Reading =>
  readSentence(sentence, { lexicon, today: '2026-11-24', me, hasSelection: false })

test.each([
  ['sq020 anim → done', ''],
  ['all → done except sq020', 'except sq020'],
  ['all → done except comp of sq020', 'except Compositing of sq020'],
  ['all → done except comp of sq020 or sq030', 'except Compositing of sq020 or sq030'],
  ['all → done except anim or comp of sq020', 'except Animation or Compositing of sq020'],
  ['all → done except wfa comp mei of sq020', 'except WFA Compositing of Mei Tanaka of sq020'],
  ['all → done except sq020 comp and sq030 anim', 'except Compositing of sq020, except Animation of sq030'],
  ['all → done except late high of sq020', 'except late priority High of sq020'],
  ['sq020 not wfa except sh010 → done', 'except WFA, except sh010'],
  ['all → done except due before 2026-12-01 of sq020', 'except due before 2026-12-01 of sq020'],
  ['all → done except est at least 2d', 'except estimate at least 16.0h'],
  ['all → done except due this week', 'except due from 2026-11-23 to 2026-11-29'],
  ['all → done except due none of sq020', 'except no due date of sq020'],
])('“%s” is described as “%s”', (sentence, told) => {
  const { terms, problems } = read(sentence)

  expect(problems).toEqual([])
  expect(describeExceptions(terms)).toBe(told)
})

const ids = ['sq020 Animation', 'sq020 Compositing', 'sq030 Animation', 'sq030 Compositing']

/** The animation and compositing of two sequences. */
const tasks = ids.map((id): TaskFacts => {
  const [collection = '', stageId = ''] = id.split(' ')
  const [film, space] = ['The Salt Road', 'The Salt Road/Episode 1']
  const values = { statusId: 'WIP', assigneeIds: [], assigneeId: undefined, dueDate: undefined, priority: 0 }
  const places = [`${space}/${collection}`, space, film]
  const fields = { task: undefined, item: undefined }
  return { id, places, stageId, ...values, estimatedHours: undefined, isDisabled: false, isDone: false, fields }
})

const plan = (reading: Reading): readonly string[] =>
  makePlan({ reading, tasks, today: '2026-11-24', mayDo: () => true }).map(({ task }) => task.id)

test.each([
  ['anim comp → done except sq020 comp', ['sq020 Animation', 'sq030 Animation', 'sq030 Compositing']],
  ['all → done except sq020 comp and sq030 anim', ['sq020 Animation', 'sq030 Compositing']],
  ['all → done except sq020 and anim', ['sq030 Compositing']],
  ['all → done except comp of sq020 or sq030', ['sq020 Animation', 'sq030 Animation']],
  ['all → done except wip comp of sq020', ['sq020 Animation', 'sq030 Animation', 'sq030 Compositing']],
  ['all → done except wfa comp of sq020', ids],
])('“%s” changes exactly the tasks not left out', (sentence, changed) => {
  const reading = read(sentence)

  expect(reading.problems).toEqual([])
  expect(plan(reading)).toEqual(changed)
})
