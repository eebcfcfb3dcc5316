import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withFileLock } from './file-lock.ts'

test.each([
  { what: 'long ago', seconds: -60 },
  { what: 'in an hour, before the clock was set back', seconds: 3600 },
])('a lock left by a killed process $what blocks nobody', async ({ seconds }) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'xsheet-lock-')), 'lock')
  writeFileSync(file, '')
  const madeAt = Date.now() / 1000 + seconds
  utimesSync(file, madeAt, madeAt)

  expect(await withFileLock(file, async () => await Promise.resolve('done'))).toBe('done')
})
