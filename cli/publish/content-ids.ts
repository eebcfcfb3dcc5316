import { createHash } from 'node:crypto'
import { toId, type AnyId } from '#core/lib/ids.ts'

/** Derives an id from content: the same parts give the same id on every machine (UUID version 8, RFC 9562). */
export function makeContentId<Id extends AnyId>(...parts: readonly string[]): Id {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return toId<Id>([hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'))
}
