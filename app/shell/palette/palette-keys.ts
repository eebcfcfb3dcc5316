import type { KeyboardEvent } from 'react'
import { notices } from '#core/lib/messages.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { PaletteResult } from '#app/commands/palette-source.ts'
import type { PaletteRow } from './palette-rows.ts'
import { copyText } from '#app/lib/copy-text.ts'

type KeyTargets = {
  readonly row: PaletteRow | undefined
  /** A row that Tab takes wherever the cursor is: the suggested spelling of a word. */
  readonly suggested?: PaletteRow | undefined
  /** Present while a sentence is typed: copies it instead of a link. */
  readonly copySentence?: (() => void) | undefined
  /** Opens the actions for a result. */
  readonly act: (result: PaletteResult) => void
  readonly pick: (row: PaletteRow, isElsewhere?: boolean) => void
  /** Present where Backspace has no text to delete. */
  readonly goBack?: () => void
}

/** Handles the palette's own keys, besides those that move through the list. */
export function makeKeyHandler({
  row,
  act: actOn,
  suggested,
  copySentence,
  pick,
  goBack,
}: KeyTargets): (event: KeyboardEvent) => void {
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
      if (event.key === 'c' && mod && !hasSelectedText(event)) return copySentence ?? (() => void copyLinkOf(row))
      if (event.key === 'Tab' && !event.shiftKey && suggested !== undefined) return () => pick(suggested)
      const { result } = row
      if (result !== undefined && isContinueKey(event)) return () => actOn(result)
      return opensArguments(event, row) ? () => pick(row) : undefined
    }
  }
}

/** Tells whether the key opens a command's arguments: → at the end of the text, or Tab. */
function opensArguments(event: KeyboardEvent, row: PaletteRow): boolean {
  return row.target.kind === 'command' && row.target.hasArguments && isContinueKey(event)
}

function isContinueKey(event: KeyboardEvent): boolean {
  const field = event.target
  const isAtEnd = field instanceof HTMLInputElement && field.selectionStart === field.value.length
  return (event.key === 'Tab' && !event.shiftKey) || (event.key === 'ArrowRight' && isAtEnd)
}

function hasSelectedText({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
}

async function copyLinkOf({ target }: PaletteRow): Promise<void> {
  if (target.kind === 'result') await copyLink(target.to)
}

/** Copies an absolute address, and shows a toast. */
export async function copyLink(to: string): Promise<void> {
  await copyText(location.origin + to)
  showToast({ kind: 'success', text: notices.linkCopied.text, durationMs: notices.linkCopied.milliseconds })
}
