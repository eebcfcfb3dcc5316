/**
 * Returns the loudest sample of each of a number of equal parts of a sound, 0 to 1; silence where there are no samples.
 */
export function toPeaks(samples: Float32Array, columns: number): readonly number[] {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * samples.length) / columns)
    const to = Math.floor(((column + 1) * samples.length) / columns)
    let peak = 0
    for (let index = from; index < Math.max(to, from + 1); index += 1) {
      const loudness = Math.abs(samples[index] ?? 0)
      if (loudness > peak) peak = loudness
    }
    return Math.min(1, peak)
  })
}

// Anything quieter is noise, which is not amplified.
const quietest = 0.02

/** Scales peaks so that the loudest reaches the edge. */
export function fillPeaks(peaks: readonly number[]): readonly number[] {
  const loudest = Math.max(quietest, ...peaks)
  return peaks.map((peak) => peak / loudest)
}

/** Outlines peaks as an SVG path, one unit per column and from -1 to 1, with a thin line for silence. */
export function toWaveformPath(peaks: readonly number[]): string {
  const height = (peak: number): string => Math.max(0.02, peak).toFixed(3)
  const upper = peaks.map((peak, column) => `${column} -${height(peak)}`)
  const lower = peaks.map((peak, column) => `${column} ${height(peak)}`).toReversed()
  return peaks.length === 0 ? '' : `M${[...upper, ...lower].join('L')}Z`
}

// The loudness scale, from silent to full, in one character.
const loudness = 35

/** Formats peaks for storage with a file: one character each. */
export function formatWaveform(peaks: readonly number[]): string {
  return peaks.map((peak) => Math.round(Math.min(1, Math.max(0, peak)) * loudness).toString(36)).join('')
}

/** Reads a file's stored peaks; undefined if there are none. */
export function readWaveform(text: string | undefined): readonly number[] | undefined {
  if (text === undefined || !/^[0-9a-z]+$/.test(text)) return undefined
  return text.split('').map((character) => Number.parseInt(character, 36) / loudness)
}
