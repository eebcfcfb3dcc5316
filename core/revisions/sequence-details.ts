import type { MediaDetails } from '#core/gateway/ports.ts'
import { formatRationalRate, parseRationalRate } from '#core/exchange/rational-rate.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { findSequences, isZip } from './find-sequences.ts'
import { parseFirstFrame } from './frame-number.ts'

/** The wanted film of numbered pictures; each value as typed, empty for the default. */
export type SequenceWishes = { readonly rate: string; readonly firstFrame: string }

/** Details of files, by name. */
export type SequenceDetails = ReadonlyMap<string, Pick<MediaDetails, 'frameRate' | 'firstFrame'>>

/**
 * Returns the details with which numbered pictures, or a ZIP of them, become the wanted film, by the name of the file
 * that represents it. Fails with `invalid-input` for an invalid rate or number.
 */
export function toSequenceDetails(
  fileNames: readonly string[],
  { rate, firstFrame }: SequenceWishes,
): Result<SequenceDetails> {
  const fps = parseRationalRate(rate)
  if (rate.trim() !== '' && fps === undefined)
    return err(
      new AppError('invalid-input', `A rate is frames a second, such as 24, 23.976 or 24000/1001, not "${rate}".`),
    )
  const first = parseFirstFrame(firstFrame)
  if (!first.ok) return first
  const details = {
    ...(fps !== undefined && { frameRate: formatRationalRate(fps) }),
    ...(first.value !== undefined && { firstFrame: first.value }),
  }
  const films = [...findSequences(fileNames).map(({ firstFile }) => firstFile), ...fileNames.filter(isZip)]
  return ok(new Map(Object.keys(details).length === 0 ? [] : films.map((film) => [film, details])))
}
