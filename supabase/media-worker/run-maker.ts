import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { type Made, type Order, Unreadable, type Word } from './messages.ts'

const most = { memoryBytes: 3 * 1024 ** 3, standstillMs: 60_000, wholeMs: 3 * 3600_000 }
const lookMs = 250

type Watch = {
  readonly signal: AbortSignal
  readonly onPart: (made: Made) => Promise<void>
  readonly onPercent: (percent: number) => void
}

/**
 * Makes previews in a separate process, which knows no secret and, if Linux allows it, has no network. It is ended when
 * it takes too much memory, makes no progress for a minute or is not done after three hours. Returns the last part;
 * throws an `Unreadable` for a file from which nothing can be made, an `Error` for anything else, each with a sentence
 * for people.
 */
export async function runMaker(order: Order, { signal, onPart, onPercent }: Watch): Promise<Made> {
  const child = startChild(order)
  let last: Made | undefined
  let problem: Error | undefined
  let parts = Promise.resolve()
  let heardAt = performance.now()
  const end = (message: string): void => {
    problem ??= new Error(message)
    child.kill('SIGKILL')
  }
  child.on('message', (word: Word) => {
    heardAt = performance.now()
    if (word.kind === 'percent') onPercent(word.percent)
    else if (word.kind === 'problem') problem ??= word.isFinal ? new Unreadable(word.problem) : new Error(word.problem)
    else if (word.made.isDone) last = word.made
    else parts = parts.then(async () => await onPart(word.made)).catch((error: unknown) => end(toMessage(error)))
  })
  const startedAt = performance.now()
  const watch = setInterval(() => {
    if (memoryOf(child) > most.memoryBytes) end('Making the preview took more than 3 GB of memory')
    else if (performance.now() - heardAt > most.standstillMs) end('Making the preview stalled for a minute')
    else if (performance.now() - startedAt > most.wholeMs) end('Making the preview took longer than three hours')
  }, lookMs)
  const stop = (): void => end('The media worker was stopped')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await new Promise<void>((resolve) => {
      child.once('error', (error) => {
        problem ??= error
        resolve()
      })
      child.once('close', () => resolve())
    })
    await parts
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
  }
  if (problem !== undefined) throw problem
  if (last === undefined) throw new Error('The decoder crashed on this file')
  return last
}

function startChild(order: Order): ChildProcess {
  const maker = [process.execPath, path.join(import.meta.dirname, 'make/main.ts'), JSON.stringify(order)]
  const [program = '', ...args] = [
    ...(canLeaveNetwork() ? ['unshare', '--net', '--map-root-user', '--'] : []),
    ...maker,
  ]
  return spawn(program, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], TMPDIR: order.folder, UV_THREADPOOL_SIZE: '8' },
  })
}

let isAlone: boolean | undefined

/** Whether a program can be started on this machine in its own, isolated network namespace. */
function canLeaveNetwork(): boolean {
  isAlone ??=
    process.platform === 'linux' && spawnSync('unshare', ['--net', '--map-root-user', '--', 'true']).status === 0
  return isAlone
}

/** The memory of a process, in bytes; 0 if the system does not tell. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
