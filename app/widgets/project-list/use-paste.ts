import { useEffect } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import type { ChangedRow } from './change-rows.ts'
import type { CellPage } from './list-cells.ts'

/** Runs the paste command on paste events: only they may read the clipboard without asking. */
export function usePaste<Row extends ChangedRow>({ list }: CellPage<Row>): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined
      const isElsewhere = target?.closest('input,textarea,[contenteditable],[role="dialog"]') !== null
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if ((target !== undefined && isElsewhere) || list.store.column === undefined || text === '') return
      event.preventDefault()
      void runCommand(`${list.page}.paste-cells`, { args: [text] })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [list])
}
