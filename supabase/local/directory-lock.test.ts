import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'
import { HostError } from './host-error.ts'

let directory = ''
const readHolder = (): { pid: number } => JSON.parse(readFileSync(path.join(directory, 'lock'), 'utf8'))
const writeHolder = (holder: unknown): void => writeFileSync(path.join(directory, 'lock'), JSON.stringify(holder))

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'xsheet-lock-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A process that is certainly alive until the test ends. */
async function withLivingProcess<Result>(work: (pid: number) => Result): Promise<Result> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  try {
    return work(child.pid ?? 0)
  } finally {
    child.kill('SIGKILL')
  }
}

test('a second lock is refused with the process that holds the first', () => {
  lockDirectory(directory)

  expect(() => lockDirectory(directory)).toThrow(
    `The data directory ${directory} is in use by process ${process.pid}; stop that one first.`,
  )
})

test('a folder is created with its parents, and one that cannot be created is named', () => {
  lockDirectory(path.join(directory, 'a/b/c')).release()

  expect(() => lockDirectory('/proc/xsheet/data')).toThrow('The data directory /proc/xsheet/data cannot be created')
})

test('a released lock can be taken again', () => {
  lockDirectory(directory).release()

  expect(() => lockDirectory(directory)).not.toThrow()
})

test('the lock of another living process is respected, even without its start time', async () => {
  await withLivingProcess((pid) => {
    writeHolder({ pid })

    expect(() => lockDirectory(directory)).toThrow(/is in use by process/)
    expect(readHolder().pid).toBe(pid)
  })
})

test('the lock of a dead process is taken over', async () => {
  const pid = await withLivingProcess((living) => living)
  await expect.poll(() => isRunning(pid)).toBe(false)
  writeHolder({ pid })

  lockDirectory(directory)

  expect(readHolder().pid).toBe(process.pid)
})

test('a living process that reuses the dead holder’s id does not keep the lock', async () => {
  await withLivingProcess((pid) => {
    writeHolder({ pid, startedAt: '1' })

    lockDirectory(directory)

    expect(readHolder().pid).toBe(process.pid)
  })
})

test('the lock of an earlier boot of the machine is taken over', async () => {
  await withLivingProcess((pid) => {
    writeHolder({ pid, boot: 'an-earlier-one' })

    lockDirectory(directory)

    expect(readHolder().pid).toBe(process.pid)
  })
})

test('a lock left empty by a power cut is taken over', () => {
  writeFileSync(path.join(directory, 'lock'), '')

  lockDirectory(directory)

  expect(readHolder().pid).toBe(process.pid)
})

test('releasing does not remove a lock that another process has taken since', () => {
  const lock = lockDirectory(directory)
  writeHolder({ pid: process.pid + 1 })

  lock.release()

  expect(readHolder().pid).toBe(process.pid + 1)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('an unwritable folder is refused in one sentence', () => {
  expect(() => lockDirectory('/proc')).toThrow(HostError)
})
