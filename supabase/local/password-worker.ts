import type { HashAnswer, HashTask } from './password-hash.ts'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)))

function answer(task: HashTask): HashAnswer {
  try {
    return { result: task.kind === 'hash' ? bcrypt.hashSync(...task.values) : bcrypt.compareSync(...task.values) }
  } catch (error) {
    return { error: String(error) }
  }
}
