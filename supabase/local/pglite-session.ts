import type { Results } from '@electric-sql/pglite'
import { Worker } from 'node:worker_threads'

/** A task for the thread that PGlite runs in. */
export type PgliteTask =
  | { kind: 'open'; directory: string }
  | { kind: 'query'; text: string; parameters: readonly unknown[] }
  | { kind: 'execute'; text: string }
  | { kind: 'listen' | 'unlisten'; channel: string }
  | { kind: 'dump' | 'close' }

/** The answer to a task, or a notification of a channel. */
export type PgliteAnswer =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; stack: string | undefined; fields: Record<string, string> } }
  | { channel: string; payload: string }

/** The one session of a PGlite database. Statements run in the order they arrive. */
export interface PgliteSession {
  query<Row>(text: string, parameters?: readonly unknown[]): Promise<Results<Row>>
  /** Runs any number of statements; returns the rows of the first. */
  execute(text: string): Promise<unknown[]>
}

export interface PgliteThread extends PgliteSession {
  listen(channel: string, onNotify: (payload: string) => void): Promise<void>
  unlisten(channel: string): Promise<void>
  /** An archive (tar) of the whole database. */
  dump(): Promise<Blob>
  close(): Promise<void>
  /** Why it ended by itself; undefined while it works. */
  findEnd(): Error | undefined
}

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }

/**
 * Opens PGlite on the files in `directory` in a separate thread: while it computes, this one serves what needs no
 * database.
 */
export async function startPglite(directory: string): Promise<PgliteThread> {
  const worker = new Worker(new URL('pglite-thread.ts', import.meta.url), { execArgv: [] })
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, (payload: string) => void>()
  let [count, end] = [0, undefined as Error | undefined]

  function ask<Result>(task: PgliteTask): Promise<Result> {
    if (end !== undefined) return Promise.reject(end)
    return new Promise<Result>((resolve, reject) => {
      waiting.set((count += 1), { resolve, reject })
      worker.ref()
      worker.postMessage({ id: count, task })
    })
  }

  function endWith(error: Error): void {
    end ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  worker.on('message', (answer: PgliteAnswer) => {
    if ('channel' in answer) return listeners.get(answer.channel)?.(answer.payload)
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    // Nothing is pending, so it must not keep the process alive.
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) return asked?.reject(toError(answer.error))
    // It has the type that was requested.
    return asked?.resolve(answer.result as never)
  })
  worker.on('error', endWith)
  worker.on('exit', () => endWith(new Error('PGlite has ended')))
  const thread: PgliteThread = {
    query: (text, parameters = []) => ask({ kind: 'query', text, parameters }),
    execute: (text) => ask({ kind: 'execute', text }),
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify)
      await ask({ kind: 'listen', channel })
    },
    unlisten: async (channel) => {
      await ask({ kind: 'unlisten', channel })
      listeners.delete(channel)
    },
    dump: () => ask({ kind: 'dump' }),
    close: async () => {
      await ask({ kind: 'close' })
      await worker.terminate()
    },
    findEnd: () => end,
  }
  try {
    await ask({ kind: 'open', directory })
    return thread
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

type Failure = { message: string; stack: string | undefined; fields: Record<string, string> }

function toError({ message, stack, fields }: Failure): Error {
  const error = Object.assign(new Error(message), fields)
  if (stack !== undefined) error.stack = stack
  return error
}
