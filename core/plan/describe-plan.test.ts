import { expect, test } from 'vitest'
import type { StudioId } from '#core/lib/ids.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { describeActions } from './describe-plan.ts'
import { aField } from './test/a-studio.ts'

const studio = makeStudioReplica('studio' as StudioId, makeReplica('studio:studio' as never))

test('a sentence says how far dates and numbers change', () => {
  const [delivery, frames] = [aField('Delivery', 'date'), aField('Frames', 'number')]

  expect(
    describeActions(
      [
        { field: 'push', days: 7 },
        { field: 'shift', own: delivery, by: -2 },
        { field: 'push', days: 7, isWorkdays: true },
        { field: 'shift', own: delivery, by: -1, isWorkdays: true },
        { field: 'shift', own: frames, by: 10 },
        { field: 'shift', own: frames, by: -5 },
      ],
      studio,
    ),
  ).toBe(
    'due 1 week later · Delivery 2 days earlier · due 7 working days later · Delivery 1 working day earlier · Frames +10 · Frames −5',
  )
})

test('a day counted in working days is said with its date', () => {
  expect(describeActions([{ field: 'dueDate', to: '2026-12-01', workdaysAhead: 5 }], studio)).toBe(
    'due 2026-12-01 (5 working days from today)',
  )
  expect(describeActions([{ field: 'dueDate', to: '2026-11-25', workdaysAhead: 1 }], studio)).toBe(
    'due 2026-11-25 (1 working day from today)',
  )
})
