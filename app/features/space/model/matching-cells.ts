import type { Task } from '#core/schema/item-tasks.ts'
import { type Filter, type FilteredRow } from '#core/timeline/filter-kinds.ts'
import { isAboutTasks, makeFilterTest, type FilterContext } from '#core/timeline/filter-rows.ts'
import { toFilteredRow } from '#core/items/filtered-row.ts'
import { spaceViewStore } from '../space-view-store.ts'
import type { SpaceModel } from './space-model.ts'

// Every cell tests the same filter, so one compiled test is cached.
let known:
  | { readonly filter: Filter; readonly asked: FilterContext; readonly test: (row: FilteredRow) => boolean }
  | undefined

/** Whether the filter matches a task of a shown item: always, unless it reads tasks. */
export function isMeant(model: SpaceModel, task: Task): boolean {
  const { filter } = spaceViewStore
  const asked = model.getAsked()
  if (known?.filter !== filter || known.asked !== asked) {
    const test = isAboutTasks(filter, 'grid') ? makeFilterTest(filter, 'grid', asked) : () => true
    known = { filter, asked, test }
  }
  const item = model.space.replica.find('items', task.itemId)
  return item !== undefined && known.test(toFilteredRow(item, model.toFiltered(task)))
}

/** Whether only matching cells are shown and this task's is not one. */
export function isLeftOut(model: SpaceModel, task: Task): boolean {
  return spaceViewStore.isOnlyMatching && !isMeant(model, task)
}
