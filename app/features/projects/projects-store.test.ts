// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { newId, type StudioId, type UserId } from '#core/lib/ids.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { getProjectsFilter, resetProjects, setProjectsFilter } from './projects-store.ts'

const studio = newId<StudioId>()
const filter = [{ field: 'field:client', test: 'in', values: ['nord'] }]

/** Starts the app anew as a person; only the client's `userId` matters. */
function openAs(userId: UserId): void {
  resetProjects()
  setClient({ userId } as unknown as StudioClient)
}

afterEach(() => {
  resetProjects()
  resetClient()
  localStorage.clear()
})

test('the projects filter is kept across restarts, per person and studio', () => {
  const [me, other] = [newId<UserId>(), newId<UserId>()]
  openAs(me)
  setProjectsFilter(studio, filter)

  openAs(me)
  expect(getProjectsFilter(studio)).toEqual(filter)
  expect(getProjectsFilter(newId<StudioId>())).toEqual([])
  openAs(other)
  expect(getProjectsFilter(studio)).toEqual([])
})

test('a cleared or unreadable projects filter hides nothing', () => {
  const me = newId<UserId>()
  openAs(me)
  setProjectsFilter(studio, filter)
  setProjectsFilter(studio, [])
  expect(localStorage).toHaveLength(0)

  for (const text of ['{', '3', '[]', '{"conditions":[4]}']) {
    localStorage.setItem(`projectsFilter_${studio}_${me}`, text)
    openAs(me)
    expect(getProjectsFilter(studio)).toEqual([])
  }
})
