/** Returns the SHA-256 of a text, in hexadecimal. */
export type Hash = (text: string) => string

type BrokenChain = { readonly isWhole: false; readonly line: number }
type WholeChain = { readonly isWhole: true; readonly count: number; readonly hash: string }

/** The result of checking an exported log: whole, or its first altered line, 0 for the head of a file. */
export type ChainFinding = WholeChain | BrokenChain

/** The start of a chain whose oldest events have not been deleted by age. */
export const firstHash = '0'.repeat(64)

/**
 * Checks the lines of an exported log, {"hash":…,"event":…}: each hash covers the previous hash and the event's text.
 * The first line is checked against `start`, which differs from `firstHash` once the oldest events are gone.
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

type ExportFinding = BrokenChain | (WholeChain & { readonly isFromStart: boolean })

type Exported = { readonly studioId: string; readonly start: string; readonly lines: readonly string[] }

/** Builds an exported log as a file: a head with the studio and the start of the chain, then the lines. */
export function toExport({ studioId, start, lines }: Exported): string {
  return `${[JSON.stringify({ studio_id: studioId, start }), ...lines].join('\n')}\n`
}

/**
 * Checks every byte of a file made by `toExport`; undefined for any other file. `isFromStart` tells whether it has the
 * very first event: the oldest events are deleted by age, and anybody can cut them off and write another head.
 */
export function checkExport(text: string, hash: Hash): ExportFinding | undefined {
  const [head = '', ...lines] = text.split('\n')
  const [, studioId = '', start = ''] = /^\{"studio_id":"([^"]*)","start":"([0-9a-f]{64})"\}$/.exec(head) ?? []
  if (start === '') return undefined
  if (lines.pop() !== '') return { isWhole: false, line: lines.length + 1 }
  if (lines.some((line) => !line.includes(`"studio_id": "${studioId}"`))) return { isWhole: false, line: 0 }
  const finding = checkChain(lines, start, hash)
  return finding.isWhole ? { ...finding, isFromStart: start === firstHash } : finding
}
