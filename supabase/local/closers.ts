import { toMessage } from './host-error.ts'

export type Closer = () => Promise<void>

/** Runs and empties the list, last opened first. A failing one is reported and does not stop the others. */
export async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    try {
      await close()
    } catch (error) {
      console.error(`Something did not close: ${toMessage(error)}`)
    }
  }
}
