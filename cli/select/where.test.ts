import { expect, test } from 'vitest'
import { aTaskRecord } from '../testing/a-task-record.ts'
import { isShortForm, listAskedValues, parseWhere } from './where.ts'

const task = aTaskRecord({
  status: 'In review',
  stage: 'Animation',
  due: '2026-12-01',
  priority: 2,
  estimatedHours: 7.5,
  assignee: 'Mei Tanaka',
})
const bare = aTaskRecord({ status: 'TO DO', disabled: true, done: true })

test.each([
  ['status=in-review', true, false],
  ['status="In review"', true, false],
  ['status=WFA,"x"', false, false],
  ['status="WFA,in review"', true, false],
  ['status!=in-review', false, true],
  ['stage=anim', true, true],
  ['assignee=none', false, true],
  ['assignee!=none', true, false],
  ['assignee=mei*', true, false],
  ['due<2026-12-02', true, false],
  ['due<2026-12-01', false, false],
  ['due<=2026-12-01', true, false],
  ['due>=2026-12-01', true, false],
  ['due=none', false, true],
  ['priority>1 estimate<8', true, false],
  ['priority>1   estimate>8', false, false],
  ['estimate!=none', true, false],
  ['disabled=yes', false, true],
  ['done=no', true, false],
])('condition %s is %s for the first task, %s for the bare one', (text, first, second) => {
  const holds = parseWhere(text)

  expect([holds(task), holds(bare)]).toEqual([first, second])
})

test.each([
  ['status=WFA,retake due<2026-12-01', true],
  ['colour=red', true],
  ['frames > 100', false],
  ['status == "WFA"', false],
  ['status=="WFA"', false],
  ['!done', false],
  ['done=no && hours > 8', false],
  ['size(assignees) = 2', false],
])('%s is in short form: %s', (text, isShort) => {
  expect(isShortForm(text)).toBe(isShort)
})

test.each([
  ['', 'cannot be read'],
  ['status', 'cannot be read'],
  ['status=WFA and due', 'cannot be read'],
  ['colour=red', '--where has no field "colour"'],
  ['due<soon', '"soon" is not a date'],
  ['due<none', '"none" can only be compared'],
  ['priority=high', '"high" is not a number'],
  ['status<WFA', 'status cannot be compared with <'],
  ['done=maybe', 'done is yes or no'],
])('condition "%s" is refused: %s', (text, message) => {
  expect(() => parseWhere(text)).toThrow(message)
})

test.each([
  ['status=wfa,retake due<2026-12-01', ['wfa', 'retake']],
  ['stage=anim status="In review"', ['In review']],
  ['status!=wfa', []],
  ['status == "WFA"', []],
  ['stage=anim', []],
])('%s requires a status among %j', (text, names) => {
  expect(listAskedValues(text, 'status')).toEqual(names)
})
