import { useEffect } from 'react'
import { closePalette } from '#app/stores/ui-store.ts'

export type TypeAhead = {
  readonly text: string
  /** Whether Enter came after it; what was typed after that is not meant for the palette. */
  readonly isEntered: boolean
}

const nothing: TypeAhead = { text: '', isEntered: false }
let typed = nothing

/** What was typed before the palette's field had the focus; handed over once. */
export function takeTypeAhead(): TypeAhead {
  const taken = typed
  typed = nothing
  return taken
}

/** Keeps what is typed while the palette is on its way, so that it neither gets lost nor runs single-key commands. */
export function useTypeAhead(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const hear = (event: KeyboardEvent): void => {
      const isThere = event.target instanceof Element && event.target.closest('[cmdk-root]') !== null
      if (isThere || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') closePalette()
      else if (!typed.isEntered) typed = takeKey(typed.text, event.key)
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      typed = nothing
      window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [isOpen])
}

function takeKey(text: string, key: string): TypeAhead {
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false }
  // A key that writes is named by the character it writes.
  const isWritten = Array.from(key).length === 1
  return { text: isWritten ? text + key : text, isEntered: key === 'Enter' }
}
