import { expect, test } from 'vitest'
import { makeFieldNames } from './field-names.ts'
import { makeLexicon } from './lexicon.ts'
import { loadDateReader } from './load-date-reader.ts'
import { readSentence } from './read-sentence.ts'
import { aField, aStudio, me, thing } from './test/a-studio.ts'
import { formatReading } from './test/format-reading.ts'

const readDate = await loadDateReader()
/** A studio whose names and fields are words of dates and sums, or each other’s. */
const lexicon = makeLexicon([
  ...aStudio(),
  thing('status', 'Delivery'),
  thing('collection', 'Week 48'),
  thing('collection', 'Month'),
  thing('item', '12'),
  thing('status', 'Later'),
  thing('person', 'Delay Jones'),
  thing('stage', 'Takes final'),
])
const fields = makeFieldNames(
  [
    aField('Due', 'date', { key: 'due_day' }),
    aField('Delivery', 'date'),
    aField('Retake', 'date', { of: 'task' }),
    aField('Retake', 'date', { key: 'second_retake' }),
    aField('Takes', 'number'),
    aField('By', 'number'),
    aField('Est', 'number'),
    aField('Frames', 'text', { key: 'frames_text' }),
    aField('Frames', 'number'),
    aField('Rate+', 'number', { key: 'rate_plus' }),
  ],
  [],
)
const read = (sentence: string): string =>
  formatReading(readSentence(sentence, { lexicon, fields, today: '2026-11-24', me, hasSelection: false, readDate }))

test.each([
  ['sq020 → push due 2 days', '? due: field Due, the task’s due'],
  ['sq020 → push task:due 2 days', 'collection:sq020 > due+2'],
  ['sq020 → push field:due_day 2 days', 'collection:sq020 > due_day+2'],
  ['sq020 → due 2 days later', '? due: field Due, the task’s due'],
  ['sq020 → due +2d', '? due: field Due, the task’s due'],
  ['sq020 → push delivery 2 days', '? delivery: field Delivery, status Delivery'],
  ['sq020 → push field:delivery 2 days', 'collection:sq020 > delivery+2'],
  ['sq020 delivery 2 days later', '? delivery: field Delivery, status Delivery'],
  ['sq020 → push retake 2 days', '? retake: field Retake (retake), field Retake (second_retake)'],
  ['sq020 → retake 2 days later', '? retake: field Retake (retake), field Retake (second_retake)'],
  ['sq020 → delay delivery 2 days', '? delivery: field Delivery, status Delivery'],
  ['sq020 delay due 2 days', '? due: field Due, the task’s due'],
  ['sq020 → takes +2', 'collection:sq020 > takes+2'],
  ['sq020 takes final +2', '! +2'],
  ['sq020 → by +2', '? by: field By, the task’s by'],
  ['sq020 by +2d', 'collection:sq020 > dueDate=2026-11-26'],
  ['sq020 → est +2', '? est: field Est, the task’s est'],
  ['sq020 → add 2 to est', '? est: field Est, the task’s est'],
  ['sq020 → add 2 to by', '! add ; ! 2 ; ! to ; ! by'],
  ['sq020 → frames +2', '? frames: field Frames (frames_text), field Frames (frames)'],
  ['sq020 → add 2 to frames', '? frames: field Frames (frames_text), field Frames (frames)'],
  ['sq020 → rate+ 5', 'collection:sq020 > rate_plus=5'],
  ['sq020 → rate+ +5', 'collection:sq020 > rate_plus+5'],
  ['due friday week 48', '? due: field Due, the task’s due'],
  ['sq020 → task:due friday week 48', '! week ; ! 48'],
  ['task:due friday week 48', 'collection:Week 48 > dueDate=2026-11-27'],
  ['sq020 task:due friday week 12', '? nowhere ; ! friday ; ! week'],
  ['sq020 → rate +5', 'collection:sq020 > rate_plus+5'],
  ['sq020 → add 5 to frames_2', '! add ; ! 5 ; ! to ; ! frames_2'],
  ['sq020 → add 2 to field:frames', 'collection:sq020 > frames+2'],
  ['sq020 task:due end of month', '! end'],
  ['sq020 task:due end of month 12', '? nowhere ; ! end'],
  ['sq020 task:due end of year 12', '? nowhere ; ! end ; ! year'],
  ['sq020 task:due in 5 working days 12', '? nowhere'],
  ['sq020 → task:due 2 days later', 'collection:sq020 > due+2'],
  ['sq020 → move task:due 3 days', '? move task:due 3 days: due in 3 days, due 3 days later'],
])('%s', (sentence, expected) => {
  expect(read(sentence)).toBe(expected)
})
