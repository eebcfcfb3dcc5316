/** Makes the SHA-256 of a text, in hexadecimal. */
export type Hash = (text: string) => string

/** What is found of an exported log: whole, or the first line that is not what was exported. */
export type ChainFinding =
  | { readonly isWhole: true; readonly count: number; readonly hash: string }
  | { readonly isWhole: false; readonly line: number }

/** What a chain begins with where nothing of the log was deleted by age. */
export const firstHash = '0'.repeat(64)

/**
 * Checks the lines of an exported log, {"hash":…,"event":…}: each hash is that of the one before and the event's text. The first
 * line counts from `start`; a log of which the oldest events are gone begins with another hash than `firstHash`.
 */
export function checkChain(lines: readonly string[], start: string, hash: Hash): ChainFinding {
  let before = start
  for (const [at, line] of lines.entries()) {
    const [, told, event = ''] = /^\{"hash":"([0-9a-f]{64})","event":(.*)\}$/.exec(line) ?? []
    before = hash(before + event)
    if (told !== before) return { isWhole: false, line: at + 1 }
  }
  return { isWhole: true, count: lines.length, hash: before }
}
