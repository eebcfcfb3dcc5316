import type { Task } from '#core/domain/entities.ts'
import { formatEstimate } from '#core/domain/estimate.ts'
import { formatTimeSpent } from '#core/domain/time-spent.ts'
import { sumBy } from '#core/lib/collections.ts'
import type { ItemId, TaskId } from '#core/lib/ids.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { CellView } from '../space-view-store.ts'
import { formatAmount } from './format-amount.ts'

/** What cells that show amounts are made of. */
export type AmountSource = {
  readonly model: SpaceModel
  readonly view: CellView
  readonly getMinutes: (taskId: TaskId) => number | undefined
}

/** The amount of a task as its cell shows it; absent for none. */
export function formatCellAmount({ model, view, getMinutes }: AmountSource, taskId: TaskId): string | undefined {
  if (view === 'time') {
    const minutes = getMinutes(taskId)
    return minutes === undefined || minutes === 0 ? undefined : formatTimeSpent(minutes)
  }
  const hours = model.space.findEstimatedHours(taskId)
  return hours === undefined || hours === 0 ? undefined : formatEstimate(hours)
}

/** The sum of a row, disabled tasks left out; nothing where statuses are shown. */
export function formatRowTotal({ model, view, getMinutes }: AmountSource, itemId: ItemId): string {
  if (view === 'status') return ''
  const counted = model.space.getTasks(itemId).filter((task: Task) => !task.isDisabled)
  return formatAmount(view, {
    hours: sumBy(counted, ({ id }) => model.space.findEstimatedHours(id) ?? 0),
    minutes: sumBy(counted, ({ id }) => getMinutes(id) ?? 0),
  })
}
