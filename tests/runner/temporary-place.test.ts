import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findTemporaryPlace } from './temporary-place.ts'

const GIGABYTE = 1024 ** 3

test('what a run leaves behind is kept in memory only where there is plenty, and a folder that takes it', () => {
  expect(findTemporaryPlace({ memory: 64 * GIGABYTE, place: '/no/such/folder' })).toBe(tmpdir())
  expect(findTemporaryPlace({ memory: 4 * GIGABYTE, place: import.meta.dirname, leastSpace: 0 })).toBe(tmpdir())
  const roomy = { memory: 64 * GIGABYTE, place: import.meta.dirname }
  expect(findTemporaryPlace({ ...roomy, leastSpace: Infinity })).toBe(tmpdir())
  expect(findTemporaryPlace({ ...roomy, leastSpace: 0 })).toBe(import.meta.dirname)
})
