import { expect, test } from 'vitest'
import type { Outbox } from '#core/sync/outbox.ts'
import { sendPending } from './send-pending.ts'

type Entry = ReturnType<Outbox['getEntries']>[number]

/** An outbox with entries in these states, and a function that settles them. */
function anOutbox(...states: readonly Entry['state'][]) {
  let entries = states.map((state) => ({ state }) as Entry)
  const listeners = new Set<() => void>()
  return {
    getEntries: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer: (...now: readonly Entry['state'][]) => {
      entries = now.map((state) => ({ state }) as Entry)
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

test('leaving the screen waits until every change is answered, even refused, and says so', async () => {
  const outbox = anOutbox('sent', 'pending', 'pending')
  const said: string[] = []
  let isDone = false
  const waiting = sendPending(outbox, (line) => said.push(line)).then(() => (isDone = true))

  outbox.answer('sent', 'sent', 'pending')
  await Promise.resolve()
  const wasDone = isDone
  outbox.answer('sent', 'sent', 'refused')
  await waiting

  expect(wasDone).toBe(false)
  expect(said).toEqual(['Sending 2 changes … Ctrl+C leaves them unsent.'])
  expect(outbox.listeners.size).toBe(0)
})

test('with nothing pending, leaving the screen says nothing', async () => {
  const said: string[] = []

  await sendPending(anOutbox('sent', 'refused'), (line) => said.push(line))

  expect(said).toEqual([])
})
