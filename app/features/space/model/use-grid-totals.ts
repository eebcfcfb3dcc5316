import { useEffect, useState } from 'react'
import type { SpaceModel } from './space-model.ts'
import type { SummedField } from './field-totals.ts'
import { sumGridTotals, type GridTotals } from './grid-totals.ts'
import type { TimeStats } from './time-stats.ts'
import type { FieldColumn } from '#core/items/space-columns.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** A longer slice delays key presses; a shorter one takes too many turns for the sums of a large space. */
const SLICE_MS = 6
const DELAY_MS = 60

/** Sums the grid in the background after each change, a moment later than the cells: nobody waits for totals. */
export function useGridTotals(model: SpaceModel, stats: TimeStats): GridTotals | undefined {
  const [totals, setTotals] = useState<GridTotals>()
  const layout = model.getLayout()
  const tasks = model.space.replica.getVersion('item_tasks')
  const hours = model.space.replica.getVersion('task_estimations')
  const statuses = model.getStatuses()
  const minutes = stats.getVersion()
  const fields = model.getFieldColumns()
  const language = model.language.getVersion()

  // Summing is idle work, which only an effect can request.
  useEffect(() => {
    const doneIds = new Set(model.studio.getStatuses().flatMap((status) => (status.isDone ? [status.id] : [])))
    const sums = sumGridTotals({
      sections: layout.sections,
      isOmitted: (id) => model.space.replica.find('items', id)?.isOmitted === true,
      getTasks: model.space.getTasks,
      doneIds,
      getHours: model.space.findEstimatedHours,
      getMinutes: stats.getMinutes,
      fields: fields.map((column) => toSummed(model, column)),
    })
    let timer = setTimeout(next, DELAY_MS)
    function next(): void {
      const until = performance.now() + SLICE_MS
      while (performance.now() < until) {
        const step = sums.next()
        if (step.done === true) return setTotals(step.value)
      }
      timer = setTimeout(next, 0)
      return undefined
    }
    return () => clearTimeout(timer)
  }, [model, layout, tasks, hours, statuses, stats, minutes, fields, language])

  return totals
}

function toSummed(model: SpaceModel, { id, field, stage }: FieldColumn): SummedField {
  if (stage === undefined) return { id, read: (itemId) => readValue(model, itemId, field) }
  const find = (itemId: ItemId) => model.space.findTask(itemId, stage.id)
  return {
    id,
    read: (itemId) => find(itemId)?.fields?.[field.key],
    isThere: (itemId) => find(itemId)?.isDisabled === false,
  }
}

function readValue({ space, language }: SpaceModel, id: ItemId, field: FieldDefinition): unknown {
  const item = space.replica.find('items', id)
  if (item === undefined || field.kind !== 'formula') return item?.fields?.[field.key]
  const result = language.readAll(item, field)
  return result?.ok === true ? result.value : undefined
}
