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
import { findChanged } from '#app/widgets/saved-views/view-source.ts'
import { toViewForm } from '#core/items/view-form.ts'
import { readViewSource } from './saved-view-commands.ts'

afterEach(resetSpaceView)

test('a saved view counts as changed only after something changes', async () => {
  const page = await openTestSpace()
  const { client, studio, model } = page
  setFilter(withValues([], 'status', ['wip']))
  setGroup('mood')
  setTotal('frames', 'mean')
  setTotal('cost', 'sum')
  const id = newId<SpaceViewId>()
  const state = readViewState()
  const view = { id, name: 'By mood', ownerId: client.userId, form: toViewForm(state) }
  await createView({ studio, place: { spaceId: model.row.id }, view }, client)
  setView(id, state)

  expect(findChanged(readViewSource(page))).toBeUndefined()

  setGroup(undefined)
  expect(findChanged(readViewSource(page))?.name).toBe('By mood')
  expect(spaceViewStore.viewId).toBe(id)
})
