import { expect, test } from 'vitest'
import { toId, type SpaceId, type StatusId } from '#core/lib/ids.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { toProgress } from './work-stats.ts'

const statuses = defaultStatuses.map((status) => ({ ...status, id: toId<StatusId>(status.name) }))
const aCount = (taskCounts: Record<string, number>) => ({ spaceId: toId<SpaceId>('s'), itemCount: 1, taskCounts })

test('the progress bar shows finished work first, then the others from the last, and nothing for work not begun', () => {
  const parts = toProgress([aCount({ 'TO DO': 2, WIP: 1, DONE: 3 }), aCount({ WFA: 2 })], statuses)

  expect(parts.map(({ id, share }) => [id, share])).toEqual([
    ['DONE', 3 / 8],
    ['WFA', 2 / 8],
    ['WIP', 1 / 8],
  ])
})

test('the progress bar is empty without tasks', () => {
  expect(toProgress([aCount({})], statuses)).toEqual([])
})
