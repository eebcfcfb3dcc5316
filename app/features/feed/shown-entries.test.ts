import { expect, test } from 'vitest'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { emptyTextOf } from './shown-entries.ts'

const filter = {
  showRevisions: true,
  showComments: true,
  activeStatusIds: [toId<StatusId>('wip')],
  activeMemberIds: 'studio',
} as const
const settled = { filter, entryCount: 0, shownCount: 0, isLoading: false, hasMore: false }

test.each([
  ['there is nothing at all', {}, 'No activity yet'],
  ['nothing passes the filters', { entryCount: 3 }, 'No matching activity'],
  ['a page is on its way', { isLoading: true }, 'Loading…'],
  ['an older page may have something', { entryCount: 3, hasMore: true }, 'Loading…'],
  [
    'no kind is chosen',
    { filter: { ...filter, showRevisions: false, showComments: false } },
    'Select at least one filter',
  ],
  ['no status is chosen', { filter: { ...filter, activeStatusIds: [] } }, 'Select at least one filter'],
  ['something is shown', { entryCount: 3, shownCount: 1 }, undefined],
])('the feed panel shows the right text where %s', (_case, changes, text) => {
  expect(emptyTextOf({ ...settled, ...changes })).toBe(text)
})
