import { afterEach, expect, test } from 'vitest'
import { createView } from '#core/items/change-views.ts'
import { newId, type SpaceViewId } from '#core/lib/ids.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import {
  readViewState,
  resetSpaceView,
  setFilter,
  setGroup,
  setTotal,
  setView,
  spaceViewStore,
} from '../space-view-store.ts'
import { openTestSpace } from '../test/a-space.ts'
import { findChanged } from './saved-view-commands.ts'

afterEach(resetSpaceView)

test('a view that was just saved is not called changed, and is once something is', async () => {
  const page = await openTestSpace()
  const { client, studio, model } = page
  setFilter(withValues([], 'status', ['wip']))
  setGroup('mood')
  setTotal('frames', 'mean')
  setTotal('cost', 'sum')
  const id = newId<SpaceViewId>()
  const view = { id, spaceId: model.row.id, name: 'By mood', ownerId: client.userId, state: readViewState() }
  await createView({ studio, view }, client)
  setView(id, view.state)

  expect(findChanged(page)).toBeUndefined()

  setGroup(undefined)
  expect(findChanged(page)?.name).toBe('By mood')
  expect(spaceViewStore.viewId).toBe(id)
})
