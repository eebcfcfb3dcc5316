import type { Frame } from 'node-av'
import type { Size } from './pictures.ts'

const displayMatrix = 6

/** Returns the rotation recorded by a camera held on its side, as filters; empty for most films. */
export function turnOf(frame: Frame): string {
  const matrix = frame.getSideData(displayMatrix)
  if (matrix === null || matrix.length < 8) return ''
  const degrees = (Math.round((Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI) + 360) % 360
  return { 90: 'transpose=clock,', 180: 'hflip,vflip,', 270: 'transpose=cclock,' }[degrees] ?? ''
}

/** Returns the size a frame is shown at: square pixels, the right way up. */
export function shownSize(frame: Frame): Size {
  const { num, den } = frame.sampleAspectRatio
  const width = num > 0 && den > 0 ? Math.round((frame.width * num) / den) : frame.width
  const isTurned = turnOf(frame).startsWith('transpose')
  return isTurned ? { width: frame.height, height: width } : { width, height: frame.height }
}
