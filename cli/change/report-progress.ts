import { describeProgress, type ImportProgress } from '#core/exchange/import-progress.ts'
import type { LocalContext } from '#cli/local-context.ts'

/** Returns a callback that reports progress at each tenth, and nothing if there is only one step. */
export function reportProgress({ say }: Pick<LocalContext, 'say'>, doing: string): (progress: ImportProgress) => void {
  let tenths = 0
  return (progress) => {
    const now = Math.floor((progress.done / progress.rows) * 10)
    if (now > tenths && now < 10) say(`${doing} … ${describeProgress(progress)}`)
    tenths = now
  }
}
