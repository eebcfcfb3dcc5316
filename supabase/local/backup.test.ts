import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listBackups, startBackups, takeBackup, toBackupDirectory } from './backup.ts'

const dayMs = 24 * 60 * 60 * 1000
const today = Date.parse('2026-11-20T08:00:00.000Z')

function aDirectory(): string {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-backups-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  return dataDirectory
}

const source = {
  name: 'postgres',
  dump: async () => await Promise.resolve(new Blob(['whole']).stream()),
} as const

const stamps = (dataDirectory: string): number[] =>
  listBackups(toBackupDirectory(dataDirectory)).map((one) => one.takenAt)

test('a backup is taken a day after the last one, and seven are kept', async () => {
  const dataDirectory = aDirectory()
  const taken = Array.from({ length: 9 }, (_, day) => today - day * dayMs).toReversed()

  for (const takenAt of taken) await takeBackup(source, { directory: toBackupDirectory(dataDirectory), takenAt })

  expect(stamps(dataDirectory)).toEqual(taken.slice(2).toReversed())
  for (const [later, count] of [
    [dayMs - 1, 7],
    [dayMs, 8],
  ] as const) {
    const now = () => today + later
    await startBackups({ database: { backup: source }, dataDirectory, createdAt: 0, now }).close()
    expect(stamps(dataDirectory).filter((at) => at > today)).toHaveLength(count - 7)
  }
})

test('backups dated in the future neither delay the next one nor push out a new one', async () => {
  const dataDirectory = aDirectory()
  const directory = toBackupDirectory(dataDirectory)
  for (let day = 1; day <= 7; day += 1) await takeBackup(source, { directory, takenAt: today + day * 30 * dayMs })
  const backUp = async (at: number): Promise<void> =>
    await startBackups({
      database: { backup: source },
      dataDirectory,
      createdAt: today + 400 * dayMs,
      now: () => at,
    }).close()

  await backUp(today)
  await backUp(today + 1)
  await backUp(today + dayMs)

  const right = stamps(dataDirectory).filter((at) => at <= today + dayMs)
  expect(right).toEqual([today + dayMs, today])
  expect(stamps(dataDirectory)).toHaveLength(7)
})

test('files that are not backups are ignored', () => {
  const dataDirectory = aDirectory()
  writeFileSync(path.join(dataDirectory, 'postgres-notes.txt'), '')

  expect(listBackups(dataDirectory)).toEqual([])
  expect(listBackups(path.join(dataDirectory, 'nowhere'))).toEqual([])
})
