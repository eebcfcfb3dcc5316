import { useEffect } from 'react'
import { countOf } from '#core/lib/text.ts'
import { sentencePlace, type SelectedTask } from '#app/commands/sentence-place.ts'
import type { ChangedRow } from './change-rows.ts'
import { findTargetRows } from './commands-of-rows.ts'
import type { CellPage } from './list-cells.ts'

/** Lets values typed in the palette change the tasks of the selected rows, as the commands of a list do. */
export function useSentencePlace<Row extends ChangedRow>(
  page: CellPage<Row>,
  listTasks: (row: Row) => readonly SelectedTask[],
): void {
  useEffect(
    () =>
      sentencePlace.enter({
        getSelected: () => findTargetRows(page).flatMap(listTasks),
        getLabel: () => {
          const count = findTargetRows(page).length
          return count === 0 ? undefined : countOf(count, page.noun)
        },
      }),
    [page, listTasks],
  )
}
