import { FilterAPI, type Frame } from 'node-av'

/** As many as the viewer draws. */
const columns = 600
const full = 32_768
/** Anything quieter is noise, which is not amplified to fill the waveform. */
const quietest = 0.02
const mostOfDigit = 35

/**
 * Collects the peak levels of a sound over its length: one character for each of equally long parts, 0 silent to z
 * full, as browsers write it.
 */
export function makePeaks(seconds: number, startSeconds: number) {
  const filter = FilterAPI.create('aformat=sample_fmts=s16:channel_layouts=mono')
  const peaks = Array.from({ length: columns }, () => 0)

  function listen(frame: Frame): void {
    const bytes = frame.toBuffer()
    const samples = Math.min(frame.nbSamples, Math.floor(bytes.length / 2))
    const from = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den - startSeconds
    for (let at = 0; at < samples; at += 1) {
      const column = Math.floor(((from + at / frame.sampleRate) / seconds) * columns)
      if (column < 0) continue
      const loud = Math.abs(bytes.readInt16LE(at * 2))
      const kept = Math.min(columns - 1, column)
      if (loud > (peaks[kept] ?? 0)) peaks[kept] = loud
    }
    frame.free()
  }

  return {
    async look(frame: Frame): Promise<void> {
      for (const plain of await filter.processAll(frame)) listen(plain)
    },
    async write(): Promise<string> {
      for (const plain of await filter.processAll(null)) listen(plain)
      filter.close()
      const loudest = peaks.reduce((most, peak) => Math.max(most, peak), quietest * full)
      return peaks.map((peak) => Math.round((peak / loudest) * mostOfDigit).toString(36)).join('')
    },
  }
}
