import { expect, test, vi } from 'vitest'
import { ensureRandomIds } from './random-ids.ts'

test('under plain http, where browsers have no crypto.randomUUID, ids are random UUIDs all the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  ensureRandomIds()
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})
