/** The loudest sample of each of so many equal parts of a sound, 0 to 1; silence where there is no sample. */
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

// Quieter than this is noise, which is not blown up to fill the picture.
const quietest = 0.02

/** Peaks as large as the picture allows: the loudest reaches its edge. */
export function fillPeaks(peaks: readonly number[]): readonly number[] {
  const loudest = Math.max(quietest, ...peaks)
  return peaks.map((peak) => peak / loudest)
}

/** The outline of peaks as an SVG path, one unit a column and from -1 to 1, with a thin line where it is silent. */
export function toWaveformPath(peaks: readonly number[]): string {
  const height = (peak: number): string => Math.max(0.02, peak).toFixed(3)
  const upper = peaks.map((peak, column) => `${column} -${height(peak)}`)
  const lower = peaks.map((peak, column) => `${column} ${height(peak)}`).toReversed()
  return peaks.length === 0 ? '' : `M${[...upper, ...lower].join('L')}Z`
}

// How loud a part is, from silent to full, in one character.
const loudness = 35

/** Peaks as they are kept with a file: a character each. */
export function formatWaveform(peaks: readonly number[]): string {
  return peaks.map((peak) => Math.round(Math.min(1, Math.max(0, peak)) * loudness).toString(36)).join('')
}

/** The peaks kept with a file; nothing where there are none. */
export function readWaveform(text: string | undefined): readonly number[] | undefined {
  if (text === undefined || !/^[0-9a-z]+$/.test(text)) return undefined
  return text.split('').map((character) => Number.parseInt(character, 36) / loudness)
}
