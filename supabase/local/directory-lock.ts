import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { HostError, toMessage } from './host-error.ts'

export interface DirectoryLock {
  release(): void
}

/** The holder of the lock. `startedAt` and `boot` tell a living holder from a recycled process id. */
type Holder = { pid: number; startedAt?: string | undefined; boot?: string | undefined }

const fileName = 'lock'

/**
 * Locks the data directory for this process alone: a second one would open the same PGlite files and corrupt them. The
 * lock of a dead process, or of another boot of the machine, is taken over. Throws a HostError if a living process
 * holds it.
 */
export function lockDirectory(directory: string): DirectoryLock {
  try {
    makeDirectory(directory)
  } catch (error) {
    throw new HostError(`The data directory ${directory} cannot be created: ${toMessage(error)}.`, { cause: error })
  }
  const file = path.join(directory, fileName)
  // Two attempts: the second after a dead holder's lock was removed.
  if (!tryLock(file)) {
    const holder = readHolder(file)
    if (holder !== undefined && isAlive(holder))
      throw new HostError(`The data directory ${directory} is in use by process ${holder.pid}; stop that one first.`)
    removeStale(file)
    if (!tryLock(file))
      throw new HostError(`The data directory ${directory} is in use by another process that has just started.`)
  }
  return {
    release() {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

/**
 * Creates a folder and its parents. Node's own recursive mode loops for ever if the system reports an existing folder
 * as missing, as below a mount point that creates its folders by itself.
 */
function makeDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return
  const above = path.dirname(directory)
  if (above !== directory) makeDirectory(above)
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another host starting on it may have been quicker.
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** A link either appears whole or fails, so nobody ever reads a half-written lock. */
function tryLock(file: string): boolean {
  const own = `${file}.${randomUUID()}`
  const holder: Holder = { pid: process.pid, startedAt: readStartTime(process.pid), boot: readBoot() }
  try {
    writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
    linkSync(own, file)
    return true
  } catch (error) {
    if (existsSync(file)) return false
    throw new HostError(`The lock ${file} cannot be written: ${toMessage(error)}.`, { cause: error })
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes a dead holder's lock, unless another process has replaced it. */
function removeStale(file: string): void {
  const holder = readHolder(file)
  if (holder === undefined || !isAlive(holder)) rmSync(file, { force: true })
}

/** Undefined if the file is gone or empty, as after a power cut. */
function readHolder(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && 'pid' in value && Number.isSafeInteger(value.pid)
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.startedAt === readStartTime(process.pid)
  const boot = readBoot()
  if (holder.boot !== undefined && boot !== undefined && holder.boot !== boot) return false
  if (!isRunning(holder.pid) || isZombie(holder.pid)) return false
  const startedAt = readStartTime(holder.pid)
  return holder.startedAt === undefined || startedAt === undefined || holder.startedAt === startedAt
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Linux only; elsewhere a recycled process id counts as alive, and the message names it. */
function readStartTime(pid: number): string | undefined {
  try {
    return readStat(pid)[19]
  } catch {
    return undefined
  }
}

/** The fields of a Linux process from the third on; the second, the command in brackets, may itself contain spaces. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Ended but not yet reaped by its parent, as in a container without an init. */
function isZombie(pid: number): boolean {
  try {
    return readStat(pid)[0] === 'Z'
  } catch {
    return false
  }
}

function readBoot(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
