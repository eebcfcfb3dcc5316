import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trimFolder } from './trim-folder.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'xsheet-bounds-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const now = Date.UTC(2026, 10, 22)
const bounds = { count: 100, days: 90, bytes: 1000 }

/** Writes files `0`, `1`, … with the given sizes and ages. */
function write(files: readonly { readonly daysAgo: number; readonly bytes: number }[]): void {
  for (const [at, { daysAgo, bytes }] of files.entries()) {
    const file = path.join(folder, String(at))
    writeFileSync(file, 'x'.repeat(bytes))
    const seconds = now / 1000 - daysAgo * 86_400
    utimesSync(file, seconds, seconds)
  }
}

test('files too old, too many or too large are deleted, oldest first; the newest stays', async () => {
  write([
    { daysAgo: 91, bytes: 1 },
    { daysAgo: 89, bytes: 1 },
    { daysAgo: 3, bytes: 1 },
    { daysAgo: 1, bytes: 1 },
  ])

  await trimFolder(folder, bounds, now)
  const young = readdirSync(folder)
  await trimFolder(folder, { ...bounds, count: 2 }, now)
  const few = readdirSync(folder)
  await trimFolder(folder, { ...bounds, bytes: 1 }, now)
  const small = readdirSync(folder)
  await trimFolder(folder, { count: 0, days: 0, bytes: 0 }, now)

  expect([young, few, small, readdirSync(folder)]).toEqual([['1', '2', '3'], ['2', '3'], ['3'], ['3']])
})

test('a missing folder is fine', async () => {
  await expect(trimFolder(path.join(folder, 'none'), bounds, now)).resolves.toBeUndefined()
})
