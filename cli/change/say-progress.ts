import { describeProgress, type ImportProgress } from '#core/exchange/import-progress.ts'
import type { LocalContext } from '#cli/local-context.ts'

/** Says how far it is each time another tenth is done, and nothing of what is done in one step. */
export function sayProgress({ say }: Pick<LocalContext, 'say'>, doing: string): (progress: ImportProgress) => void {
  let tenths = 0
  return (progress) => {
    const now = Math.floor((progress.done / progress.rows) * 10)
    if (now > tenths && now < 10) say(`${doing} … ${describeProgress(progress)}`)
    tenths = now
  }
}
