import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaId, ReviewSessionId, SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import {
  deleteKeptSession,
  findKeptFile,
  forgetKeptFiles,
  keepFile,
  loadKept,
  saveKeptSession,
  type KeptSession,
} from './kept-files.ts'

const [mei, tomas] = ['mei', 'tomas'] as readonly string[] as readonly [UserId, UserId]
const film = (id: string): MediaId => id as MediaId

/** As much of a browser's caches as is used. */
function makeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, kept)
    return {
      keys: async () => [...kept.keys()].map((path) => ({ url: `https://studio.example${path}` })),
      match: async (path: string) => kept.get(path)?.clone(),
      put: async (path: string, response: Response) => void kept.set(path, new Response(await response.blob())),
      delete: async (path: string) => kept.delete(path),
    }
  }
  return {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => open(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
  }
}

function aSession(name: string, files: readonly string[]): KeptSession {
  return {
    sessionId: name as ReviewSessionId,
    studioId: 'northlight' as StudioId,
    name,
    films: 'proxies',
    keptAt: 0,
    files: files.map((id) => ({ id: film(id), spaceId: 'space' as SpaceId, sizeBytes: 4 })),
  }
}

beforeEach(() => vi.stubGlobal('caches', makeCaches()))
afterEach(() => vi.unstubAllGlobals())

test('only the person who kept a file can read it, and nobody after signing out', async () => {
  await saveKeptSession(mei, aSession('Monday', ['a']))
  await keepFile(mei, film('a'), new Response('film'))

  expect(await (await findKeptFile(mei, film('a')))?.text()).toBe('film')
  expect(await findKeptFile(tomas, film('a'))).toBeUndefined()
  expect((await loadKept(tomas)).sessions).toEqual([])

  await forgetKeptFiles()
  expect(await loadKept(mei)).toEqual({ sessions: [], here: new Set() })
})

test('removing a kept session removes its files, except those of other sessions', async () => {
  await saveKeptSession(mei, aSession('Monday', ['a', 'b']))
  await saveKeptSession(mei, aSession('Tuesday', ['b']))
  for (const id of ['a', 'b']) await keepFile(mei, film(id), new Response('film'))

  await deleteKeptSession(mei, 'Monday' as ReviewSessionId)
  expect((await loadKept(mei)).here).toEqual(new Set(['b']))

  await deleteKeptSession(mei, 'Tuesday' as ReviewSessionId)
  expect((await loadKept(mei)).here).toEqual(new Set())
})

test('keeping a session again removes the films of versions it no longer shows', async () => {
  await saveKeptSession(mei, aSession('Monday', ['v1']))
  await keepFile(mei, film('v1'), new Response('film'))

  await saveKeptSession(mei, aSession('Monday', ['v2']))

  expect((await loadKept(mei)).here).toEqual(new Set())
  expect((await loadKept(mei)).sessions).toHaveLength(1)
})
