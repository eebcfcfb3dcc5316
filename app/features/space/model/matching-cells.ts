import type { Task } from '#core/schema/item-tasks.ts'
import { makeFilterTest, narrowing, type Filter } from '#core/timeline/filter-kinds.ts'
import { spaceViewStore } from '../space-view-store.ts'
import type { SpaceModel } from './space-model.ts'

type Test = ReturnType<typeof makeFilterTest>

// One filter at a time is looked at, by every cell.
let known: { readonly filter: Filter; readonly test: Test | undefined } | undefined

/** Whether a filter looks at tasks, so that some cells of an item match and others do not. */
export function isAboutTasks(filter: Filter): boolean {
  return narrowing(filter, 'grid').some(({ kind }) => kind.isAboutTasks)
}

/** Whether only matching cells are shown, and this task's is none of them. */
export function isLeftOut(model: SpaceModel, task: Task): boolean {
  const { filter, isOnlyMatching } = spaceViewStore
  if (!isOnlyMatching) return false
  if (known?.filter !== filter) known = { filter, test: makeTest(filter) }
  const { test } = known
  return test !== undefined && !test(model.toFiltered(task))
}

function makeTest(filter: Filter): Test | undefined {
  const ofTasks = narrowing(filter, 'grid').filter(({ kind }) => kind.isAboutTasks)
  return ofTasks.length === 0 ? undefined : makeFilterTest(ofTasks, 'grid')
}
