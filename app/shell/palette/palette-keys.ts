import type { KeyboardEvent } from 'react'
import { notices } from '#core/lib/messages.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { PaletteRow } from './palette-rows.ts'

type KeyTargets = {
  readonly row: PaletteRow | undefined
  readonly pick: (row: PaletteRow, isElsewhere?: boolean) => void
  /** Given where Backspace has no text to take away. */
  readonly goBack?: () => void
}

/** What the palette's own keys do, besides those that move in the list. */
export function makeKeyHandler({ row, pick, goBack }: KeyTargets): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const act = actionOf()
    if (act === undefined) return
    event.preventDefault()
    act()

    function actionOf(): (() => void) | undefined {
      if (event.key === 'Backspace') return goBack
      if (row === undefined) return undefined
      if (event.key === 'Enter' && mod) return () => pick(row, true)
      if (event.key === 'c' && mod && !hasSelectedText(event)) return () => void copyLink(row)
      return opensArguments(event, row) ? () => pick(row) : undefined
    }
  }
}

/** → at the end of the text, or Tab, goes on to the arguments. */
function opensArguments(event: KeyboardEvent, row: PaletteRow): boolean {
  if (row.target.kind !== 'command' || !row.target.hasArguments) return false
  const field = event.target
  const isAtEnd = field instanceof HTMLInputElement && field.selectionStart === field.value.length
  return (event.key === 'Tab' && !event.shiftKey) || (event.key === 'ArrowRight' && isAtEnd)
}

function hasSelectedText({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
}

async function copyLink(row: PaletteRow): Promise<void> {
  if (row.target.kind !== 'result') return
  await navigator.clipboard.writeText(location.origin + row.target.to)
  showToast({ kind: 'success', text: notices.linkCopied.text, durationMs: notices.linkCopied.milliseconds })
}
