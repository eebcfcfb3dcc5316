import { usageError } from '#cli/cli-error.ts'

/** Throws unless the number of decimals is valid. */
export function checkDecimals(decimals: number | undefined): void {
  if (decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 6)) return
  throw usageError('--decimals must be a whole number from 0 to 6.')
}
