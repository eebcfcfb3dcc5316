import { Worker } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

export type HashTask = { kind: 'hash'; values: [string, number] } | { kind: 'compare'; values: [string, string] }
export type HashAnswer = { result: string | boolean } | { error: string }

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void }

let started: { worker: Worker; waiting: Waiting[] } | undefined

/** Lets lite hash and compare passwords one after the other in a thread of its own: each takes a tenth of a second of a core. */
export function hashInThread(): void {
  // lite calls them by this object.
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
    // It is what was asked for.
    else asked?.resolve(answer.result as never)
    // Nobody waits: it is no reason for the process to stay.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', (error: Error) => {
    started = undefined
    for (const asked of waiting) asked.reject(error)
  })
  return { worker, waiting }
}
