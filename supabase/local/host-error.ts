/** Something the person who starts the host can put right. The message is one sentence; nothing has been damaged. */
export class HostError extends Error {
  override name = 'HostError'
}

/** The message of whatever was thrown, on one line. */
export function toMessage(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll(/\s*\n\s*/g, ' ')
}
