import { noUnit } from './foreign-columns.ts'
import type { TimeUnit } from './read-hours.ts'

type Left = { readonly kind: 'left'; readonly reason: string; readonly isHomeless: true }

const inDays = 'Estimates are in hours, and this column is in days.'

/** Reads a column as a task's estimate if its unit is known. */
export function readBid(
  titles: readonly string[],
  unitOf: () => TimeUnit | undefined,
): Left | { readonly kind: 'row task'; readonly field: 'estimate' } | undefined {
  const title = titles.find((each) =>
    /^(bid|estimations?|estimates?|estimated time|time estimated)(?: \((?:days?|hours?|hrs?|[hd])\))?$/.test(each),
  )
  if (title === undefined || /^estimates?$/.test(title)) return undefined
  const [, named] = /\(([dh])/.exec(title) ?? []
  const unit = named === undefined ? unitOf() : named === 'd' ? 'days' : 'hours'
  if (unit === undefined) return undefined
  return unit === 'hours' ? { kind: 'row task', field: 'estimate' } : { kind: 'left', reason: inDays, isHomeless: true }
}

/** Reads a column as the estimate of the tasks in a stage. */
export function readStageBid(
  stage: string,
  unitOf: () => TimeUnit | undefined,
): Left | { readonly kind: 'task'; readonly stage: string; readonly field: 'estimate' } {
  const unit = unitOf()
  if (unit === 'hours') return { kind: 'task', stage, field: 'estimate' }
  return { kind: 'left', reason: unit === undefined ? noUnit : inDays, isHomeless: true }
}
