import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findTemporaryPlace } from './temporary-place.ts'

const GIGABYTE = 1024 ** 3

test('temporary files are kept in memory only if there is plenty, in a writable folder with space', () => {
  expect(findTemporaryPlace({ memory: 64 * GIGABYTE, place: '/no/such/folder' })).toBe(tmpdir())
  expect(findTemporaryPlace({ memory: 4 * GIGABYTE, place: import.meta.dirname, leastSpace: 0 })).toBe(tmpdir())
  const roomy = { memory: 64 * GIGABYTE, place: import.meta.dirname }
  expect(findTemporaryPlace({ ...roomy, leastSpace: Infinity })).toBe(tmpdir())
  expect(findTemporaryPlace({ ...roomy, leastSpace: 0 })).toBe(import.meta.dirname)
})
