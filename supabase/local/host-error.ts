/** An error that the person starting the host can fix. The message is one sentence; nothing has been damaged. */
export class HostError extends Error {
  override name = 'HostError'
}

/** Returns the message of anything thrown, on one line. */
export function toMessage(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll(/\s*\n\s*/g, ' ')
}
