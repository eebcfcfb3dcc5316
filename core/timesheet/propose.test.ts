import { expect, test } from 'vitest'
import { toId, type TaskId } from '#core/lib/ids.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { proposeTime } from './propose.ts'

const at = (day: string, hour: number, task: string) => ({
  taskId: toId<TaskId>(task),
  createdAt: Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`),
})
const week: readonly CalendarDate[] = ['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24', '2026-11-25']

test('an empty working day is proposed eight hours, spread over the tasks worked on', () => {
  const touches = [
    at('2026-11-23', 15, 'c'),
    at('2026-11-23', 12, 'b'),
    at('2026-11-23', 10, 'a'),
    at('2026-11-23', 9, 'b'),
  ]

  const proposed = proposeTime({ days: week, today: '2026-11-24', timeZone: 'UTC', touches, isTaken: () => false })

  expect([...proposed.keys()]).toEqual(['2026-11-23'])
  expect(proposed.get('2026-11-23')?.map(({ touch, minutes }) => [touch.taskId, minutes])).toEqual([
    ['b', 180],
    ['a', 150],
    ['c', 150],
  ])
})

test('weekends, future days and days with time get no proposal, and days follow the person’s time zone', () => {
  const touches = [
    at('2026-11-25', 9, 'd'),
    at('2026-11-24', 9, 'c'),
    at('2026-11-23', 23, 'b'),
    at('2026-11-21', 9, 'a'),
  ]

  const proposed = proposeTime({
    days: week,
    today: '2026-11-24',
    timeZone: 'Europe/Berlin',
    touches,
    isTaken: (day) => day === '2026-11-20',
  })

  expect([...proposed].map(([day, tasks]) => [day, tasks.map(({ touch }) => touch.taskId)])).toEqual([
    ['2026-11-24', ['b', 'c']],
  ])
})
