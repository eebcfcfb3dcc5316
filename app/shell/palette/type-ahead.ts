import { useEffect } from 'react'
import { closePalette } from '#app/stores/ui-store.ts'

let typed = ''

/** What was typed before the palette was there; handed over once. */
export function takeTypeAhead(): string {
  const text = typed
  typed = ''
  return text
}

/** Keeps what somebody types while the palette is on its way, so that it neither gets lost nor runs single-key commands. */
export function useTypeAhead(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') closePalette()
      else if (event.key === 'Backspace') typed = typed.slice(0, -1)
      // A key that writes is named by the character it writes.
      else if (Array.from(event.key).length === 1) typed += event.key
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}
