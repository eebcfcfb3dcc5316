import { createHash } from 'node:crypto'

// An arbitrary namespace that must stay the same.
const namespace = Buffer.from('6e6f7274686c696768742d7368656574', 'hex')

/** Returns the id of something from its names: a UUID of version 5 (RFC 9562), the same at every seeding. */
export function seededId(...names: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(namespace).update(names.join('\u0000')).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
