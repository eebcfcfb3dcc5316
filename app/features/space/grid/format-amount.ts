import { formatEstimate } from '#core/tasks/estimate.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import type { CellView } from '../space-view-store.ts'

/** Formats a sum of hours or minutes for its view; empty for none. */
export function formatAmount(
  view: CellView,
  amount: { readonly hours: number; readonly minutes: number } | undefined,
): string {
  if (amount === undefined) return ''
  if (view === 'time') return amount.minutes === 0 ? '' : formatTimeSpent(amount.minutes)
  return amount.hours === 0 ? '' : formatEstimate(amount.hours)
}
