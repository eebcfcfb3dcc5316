import { runCommand } from '#app/commands/run-command.ts'
import { usePastedText } from '#app/hooks/use-pasted-text.ts'
import type { ChangedRow } from './change-rows.ts'
import type { CellPage } from './list-cells.ts'

/** Pastes into the cells of a list, while a cell is focused. */
export function usePaste<Row extends ChangedRow>({ list }: CellPage<Row>): void {
  usePastedText((text) => {
    if (list.store.column === undefined || text === '') return false
    void runCommand(`${list.page}.paste-cells`, { args: [text] })
    return true
  })
}
