import type { Undo } from '#core/change/context.ts'
import { readUndo, toUndoText } from '#core/sync/undo-json.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { toCommandUndo } from '#app/widgets/perform.ts'

/** The most text to store: browsers give a page only a few megabytes in total. */
const MOST_CHARACTERS = 500_000

/** The storage key, followed by the person's id. */
export const UNDO_KEY = 'xsheet-undo-'

const keyOf = ({ userId }: StudioClient): string => `${UNDO_KEY}${userId}`

/** Keeps undo and redo across reloads of this tab, for changes to the studio's data. */
export function keepUndo(client: StudioClient): () => void {
  resume(client)
  return undoStack.subscribe(() => keep(client))
}

function resume(client: StudioClient): void {
  const { past, future } = undoStack.get()
  const kept = read(client)
  if (past.length > 0 || future.length > 0 || kept === undefined) return
  const revive = (undos: readonly Undo[]): readonly CommandUndo[] =>
    undos.map((undo) => toCommandUndo(undo, { client, failedText: messages.unexpected }))
  undoStack.resume({ past: revive(kept.past), future: revive(kept.future) })
}

function keep(client: StudioClient): void {
  const { past, future } = undoStack.get()
  // Everything older than a change that cannot be stored, or does not fit, is dropped as well.
  let left = MOST_CHARACTERS
  const newest = (entries: readonly CommandUndo[]): readonly string[] => {
    const texts: string[] = []
    for (const { data } of entries.toReversed()) {
      const text = data === undefined ? '' : toUndoText(data)
      left -= text.length
      if (text === '' || left < 0) break
      texts.unshift(text)
    }
    return texts
  }
  try {
    sessionStorage.setItem(keyOf(client), JSON.stringify({ past: newest(past), future: newest(future) }))
  } catch {
    // Storage is full or disabled: undo then ends with the page.
  }
}

function read(client: StudioClient): { readonly past: readonly Undo[]; readonly future: readonly Undo[] } | undefined {
  try {
    const kept: { past?: unknown; future?: unknown } = Object(JSON.parse(sessionStorage.getItem(keyOf(client)) ?? ''))
    const list = (texts: unknown): readonly Undo[] =>
      Array.isArray(texts) ? texts.flatMap((text: unknown) => readOrTell(String(text))) : []
    return { past: list(kept.past), future: list(kept.future) }
  } catch {
    return undefined
  }
}

function readOrTell(text: string): readonly Undo[] {
  const undo = readUndo(text)
  if (undo.ok) return [undo.value]
  showToast({ kind: 'error', text: undo.error.message })
  return []
}
