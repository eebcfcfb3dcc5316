import type { PacketFile } from '#core/packet/plan-packet.ts'

/** Names the files that could not be fetched in a sentence; empty if there are none. */
export function describeMissing(missing: readonly PacketFile[]): string {
  if (missing.length === 0) return ''
  const named = missing.slice(0, 3).map(({ entry }) => `${entry.shot} ${entry.stage}`.trim())
  const others = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  return `Missing, because the storage does not have them: files of ${named.join(', ')}${others}.`
}
