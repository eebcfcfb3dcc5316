import type { Outbox } from '#core/sync/outbox.ts'

/**
 * Waits until the server has answered every change, because pending ones are lost when the program ends. Ctrl+C
 * abandons them.
 */
export async function sendPending(
  outbox: Pick<Outbox, 'getEntries' | 'subscribe'>,
  say: (line: string) => void,
): Promise<void> {
  const count = (): number => outbox.getEntries().filter(({ state }) => state === 'pending').length
  const waiting = count()
  if (waiting === 0) return
  say(
    `Sending ${waiting === 1 ? 'a change' : `${waiting} changes`} … Ctrl+C leaves ${waiting === 1 ? 'it' : 'them'} unsent.`,
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = outbox.subscribe(() => {
    if (count() === 0) resolve()
  })
  await promise
  stop()
}
