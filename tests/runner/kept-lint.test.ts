import { expect, test } from 'vitest'
import { findStale } from './kept-lint.ts'

const before = { rules: 'r1', files: { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' } }
const importedBy: Readonly<Record<string, readonly string[]>> = { 'a.ts': ['b.ts'], 'gone.ts': ['c.ts'] }
const spread = (changed: readonly string[]) => new Set(changed.flatMap((file) => [file, ...(importedBy[file] ?? [])]))

test('unchanged files are not linted again', () => {
  expect(findStale(before, before, spread)).toEqual([])
})

test('a changed file and its importers are linted again', () => {
  const now = { ...before, files: { ...before.files, 'a.ts': '2' } }

  expect(findStale(now, before, spread)).toEqual(['a.ts', 'b.ts'])
})

test('importers of a deleted file are linted again', () => {
  expect(findStale(before, { ...before, files: { ...before.files, 'gone.ts': '1' } }, spread)).toEqual(['c.ts'])
})

test('everything is linted after a change of the rules, and the first time', () => {
  expect(findStale({ ...before, rules: 'r2' }, before, spread)).toEqual(['a.ts', 'b.ts', 'c.ts'])
  expect(findStale(before, undefined, spread)).toEqual(['a.ts', 'b.ts', 'c.ts'])
})
