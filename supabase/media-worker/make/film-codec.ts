import { avGetPixFmtName } from 'node-av'
import type { Pictures } from './open-source.ts'

const inH264 = new Set([66, 77, 100, 578])
const hex = (value: number): string => (value & 255).toString(16).padStart(2, '0')

/** Returns a film's video codec: in the notation of RFC 6381 if browsers play it, else FFmpeg's name. */
export function codecOf({ stream, decoder }: Pictures): string {
  const { profile, level, format } = stream.codecpar
  const name = decoder.getCodec().name ?? 'unknown'
  const isPlain = /^yuvj?420p$/.test(avGetPixFmtName(format) ?? '')
  if (name === 'h264') return `avc1.${hex(profile)}00${hex(level)}${isPlain || !inH264.has(profile) ? '' : '-'}`
  if (/vp8/.test(name)) return 'vp8'
  if (/vp9/.test(name)) return isPlain ? 'vp09.00' : 'vp9'
  if (/av1/.test(name)) return isPlain ? 'av01.0' : 'av1'
  return name
}

/** Whether every browser plays it; the same as the database's `private.plays_everywhere`. */
export function playsEverywhere(contentType: string, codec: string): boolean {
  return (
    ['video/mp4', 'video/quicktime', 'video/webm'].includes(contentType) &&
    /^(?:avc[13]\.(?:42|4d|58|64)|vp8|vp09\.00|av01\.0)/i.test(codec)
  )
}
