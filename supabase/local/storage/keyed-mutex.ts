import type { Mutex } from '../mutex.ts'
import { makeMutex } from '../mutex.ts'

/** One turn at a time for each key; different keys do not wait for one another. */
export interface KeyedMutex {
  acquire(key: string): Promise<() => void>
}

export function makeKeyedMutex(): KeyedMutex {
  const queues = new Map<string, { mutex: Mutex; waiting: number }>()

  async function acquire(key: string): Promise<() => void> {
    const queue = queues.get(key) ?? { mutex: makeMutex(), waiting: 0 }
    queues.set(key, queue)
    queue.waiting += 1
    const release = await queue.mutex.acquire()
    return () => {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
      release()
    }
  }

  return { acquire }
}
