import { useEffect } from 'react'
import { closePalette } from '#app/stores/ui-store.ts'

let typed = ''

/** What was typed before the palette's field had the focus; handed over once. */
export function takeTypeAhead(): string {
  const text = typed
  typed = ''
  return text
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
      else if (event.key === 'Backspace') typed = typed.slice(0, -1)
      // A key that writes is named by the character it writes.
      else if (Array.from(event.key).length === 1) typed += event.key
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      typed = ''
      window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [isOpen])
}
