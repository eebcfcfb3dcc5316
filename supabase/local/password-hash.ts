import { Worker } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

export type HashTask = { kind: 'hash'; values: [string, number] } | { kind: 'compare'; values: [string, string] }
export type HashAnswer = { result: string | boolean } | { error: string }

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }

let started: { worker: Worker; waiting: Waiting[] } | undefined

/**
 * Makes lite hash and compare passwords one after the other in a separate thread: each takes a tenth of a second of a
 * core.
 */
export function hashInThread(): void {
  // lite calls them through this object.
  Object.assign(bcrypt, {
    hash: (password: string, rounds: number) => ask<string>({ kind: 'hash', values: [password, rounds] }),
    compare: (password: string, hash: string) => ask<boolean>({ kind: 'compare', values: [password, hash] }),
  })
}

function ask<Result>(task: HashTask): Promise<Result> {
  const { worker, waiting } = (started ??= start())
  return new Promise<Result>((resolve, reject) => {
    waiting.push({ resolve, reject })
    worker.ref()
    worker.postMessage(task)
  })
}

function start(): { worker: Worker; waiting: Waiting[] } {
  const worker = new Worker(new URL('password-worker.ts', import.meta.url))
  const waiting: Waiting[] = []
  worker.on('message', (answer: HashAnswer) => {
    const asked = waiting.shift()
    if ('error' in answer) asked?.reject(new Error(answer.error))
    // It has the type that was requested.
    else asked?.resolve(answer.result as never)
    // Nothing is pending, so it must not keep the process alive.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', (error: Error) => {
    started = undefined
    for (const asked of waiting) asked.reject(error)
  })
  return { worker, waiting }
}
