/** Makes the SHA-256 of a text, in hexadecimal. */
export type Hash = (text: string) => string

type BrokenChain = { readonly isWhole: false; readonly line: number }
type WholeChain = { readonly isWhole: true; readonly count: number; readonly hash: string }

/** What is found of an exported log: whole, or the first line that is not what was exported, 0 for the head of a file. */
export type ChainFinding = WholeChain | BrokenChain

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

type ExportFinding = BrokenChain | (WholeChain & { readonly isFromStart: boolean })

type Exported = { readonly studioId: string; readonly start: string; readonly lines: readonly string[] }

/** An exported log as a file: whose it is and where the chain begins, then its lines. */
export function toExport({ studioId, start, lines }: Exported): string {
  return `${[JSON.stringify({ studio_id: studioId, start }), ...lines].join('\n')}\n`
}

/**
 * Checks a file that `toExport` made, every byte of it; undefined for any other. `isFromStart` says whether it has the oldest
 * event of all: age takes those away, and so can whoever cuts them off and writes another head.
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
