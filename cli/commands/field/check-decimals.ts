import { usageError } from '#cli/cli-error.ts'

/** Refuses what is no count of digits after the point. */
export function checkDecimals(decimals: number | undefined): void {
  if (decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 6)) return
  throw usageError('--decimals must be a whole number from 0 to 6.')
}
