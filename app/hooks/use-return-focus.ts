import { useLayoutEffect, useRef } from 'react'

/** Remembers what had focus when something opened, and gives it back when that closes. */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const origin = useRef<HTMLElement>(undefined)

  useLayoutEffect(() => {
    // Runs before the focus is moved inside. What was focused can be gone when the layer closes.
    if (isOpen && document.activeElement instanceof HTMLElement) origin.current = document.activeElement
  }, [isOpen])

  return (event) => {
    event.preventDefault()
    if (origin.current?.isConnected === true) origin.current.focus()
  }
}
