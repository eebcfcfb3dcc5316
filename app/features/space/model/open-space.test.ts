import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyFilter, valuesOf, withValues } from '#core/timeline/filter-kinds.ts'
import { gridFilterKey } from '#core/items/saved-filter.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetSpaceView, setFilter, spaceViewStore } from '../space-view-store.ts'
import { anId, me, openTestSpace, spaceId, studioId } from '../test/a-space.ts'
import { findSpace } from '../use-open-space.ts'
import { keepFilter } from './kept-filter.ts'
import { openSpace } from './open-space.ts'

const key = gridFilterKey(studioId, spaceId)
const saved = { collectionIds: [], itemIds: [], statusIds: [anId<never>('t', 2)], artistIds: [] }

beforeEach(() => localStorage.clear())

afterEach(() => {
  resetSpaceView()
  resetToasts()
})

test('opens a space with the filter saved for this person and space', async () => {
  const { client, studio, model } = await openTestSpace()
  await client.gateway.preferences.save(me, key, saved)

  await openSpace(client, studio, model.row)

  expect(valuesOf(spaceViewStore.filter, 'status')).toEqual(saved.statusIds)
})

test('resets an unreadable saved filter, and says so', async () => {
  const { client, studio, model } = await openTestSpace()
  await client.gateway.preferences.save(me, key, { statusIds: 'all' })

  await openSpace(client, studio, model.row)

  expect(spaceViewStore.filter).toEqual(emptyFilter)
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Your saved filter could not be read and was reset.'])
})

test('opens a space without the server from what this browser kept', async () => {
  const { client, studio, model } = await openTestSpace()
  keepFilter(me, { studioId, spaceId }, withValues(emptyFilter, 'status', saved.statusIds))
  vi.spyOn(client.gateway.preferences, 'load').mockRejectedValue(new AppError('offline', messages.offline))

  await openSpace(client, studio, model.row)

  expect(valuesOf(spaceViewStore.filter, 'status')).toEqual(saved.statusIds)
})

test('does not overwrite a filter chosen while the saved one was loading', async () => {
  const { client, studio, model } = await openTestSpace()
  keepFilter(me, { studioId, spaceId }, emptyFilter)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  vi.spyOn(client.gateway.preferences, 'load').mockReturnValue(promise)
  await openSpace(client, studio, model.row)
  const chosen = withValues(emptyFilter, 'artist', [me])

  setFilter(chosen)
  resolve(saved)
  await promise
  await Promise.resolve()

  expect(spaceViewStore.filter).toEqual(chosen)
})

test('finds a space by slug, by id, or as the first of its project', async () => {
  const { studio, model } = await openTestSpace()
  const project = { projectSlug: 'the-salt-road' }

  for (const space of [{ slug: 'episode-2' }, { slug: spaceId }, 'first'] as const) {
    expect(findSpace(studio, { ...project, space })).toEqual({ kind: 'found', row: model.row })
  }
  expect(findSpace(studio, { ...project, space: 'illustration' }).kind).toBe('no-space')
  expect(findSpace(studio, { ...project, space: { slug: 'unknown' } }).kind).toBe('no-space')
  expect(findSpace(studio, { projectSlug: 'unknown', space: 'first' }).kind).toBe('no-project')
})
