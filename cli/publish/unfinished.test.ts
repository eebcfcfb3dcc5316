import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadUnfinished, saveUnfinished } from './unfinished.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'xsheet-unfinished-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('an upload not resumed for ninety days is forgotten when another begins', async () => {
  const io = { env: { XDG_STATE_HOME: folder }, err: () => undefined }
  const begin = async (id: string) =>
    await saveUnfinished(io, { id, at: '', host: '', userId: '', studioId: '', target: '', files: [], options: {} })
  await begin('old')
  await begin('young')
  const daysAgo = (days: number): number => Date.now() / 1000 - days * 86_400
  const toFile = (id: string): string => path.join(folder, 'xsheet', 'uploads', `${id}.json`)
  utimesSync(toFile('old'), daysAgo(91), daysAgo(91))
  utimesSync(toFile('young'), daysAgo(89), daysAgo(89))

  await begin('new')

  expect((await loadUnfinished(io)).map(({ id }) => id).toSorted()).toEqual(['new', 'young'])
})
