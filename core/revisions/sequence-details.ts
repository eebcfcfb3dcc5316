import type { MediaDetails } from '#core/gateway/ports.ts'
import { formatRationalRate, parseRationalRate } from '#core/exchange/rational-rate.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { findSequences, isZip } from './find-sequences.ts'
import { parseFirstFrame } from './frame-number.ts'

/** What film somebody wants numbered pictures to become; each as it is typed, empty for what goes without saying. */
export type SequenceWishes = { readonly rate: string; readonly firstFrame: string }

/** What is said of files, by their names. */
export type SequenceDetails = ReadonlyMap<string, Pick<MediaDetails, 'frameRate' | 'firstFrame'>>

/**
 * What is to be said of files for numbered pictures among them, or a ZIP of such, to become the film that is wanted: by
 * the name of the file that stands for it. `invalid-input` for a rate or a number that is none.
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
