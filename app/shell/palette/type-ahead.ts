import { useEffect } from 'react'
import { closePalette } from '#app/stores/ui-store.ts'

/** A line of typed text, and whether Enter ended it; the next line is for whatever that opens. */
export type TypedLine = { readonly text: string; readonly isEntered: boolean }

const nothing: readonly TypedLine[] = []
let typed = nothing

/** Returns, once, what was typed before the palette's field had the focus. */
export function takeTypeAhead(): readonly TypedLine[] {
  const taken = typed
  typed = nothing
  return taken
}

/** Keeps what is typed while the palette loads, so that it is neither lost nor runs single-key commands. */
export function useTypeAhead(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const hear = (event: KeyboardEvent): void => {
      const isThere = event.target instanceof Element && event.target.closest('[cmdk-root]') !== null
      if (isThere || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') closePalette()
      else typed = takeKey(typed, event.key)
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      typed = nothing
      window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [isOpen])
}

/** Adds a key to the lines: a letter, Enter, or Backspace. Other keys change nothing. */
export function takeKey(lines: readonly TypedLine[], key: string): readonly TypedLine[] {
  const last = lines.at(-1)
  const isNew = last === undefined || last.isEntered
  const [before, text] = isNew ? [lines, ''] : [lines.slice(0, -1), last.text]
  if (key === 'Enter') return [...before, { text, isEntered: true }]
  if (key === 'Backspace') return [...before, { text: text.slice(0, -1), isEntered: false }]
  // A key that types has its character as its name.
  return Array.from(key).length === 1 ? [...before, { text: text + key, isEntered: false }] : lines
}
