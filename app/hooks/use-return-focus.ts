import { useLayoutEffect, useRef } from 'react'

// Where a layer wanted to give the focus back to that the next one had taken already: it is handed on to that one.
let handedOn: HTMLElement | undefined

/**
 * Remembers what had focus when something opened, and gives it back when that closes, unless something else took it;
 * `findOrigin` knows better where the focus has gone ahead.
 */
export function useReturnFocus(isOpen: boolean, findOrigin?: () => HTMLElement | undefined): (event: Event) => void {
  const origin = useRef<HTMLElement>(undefined)

  useLayoutEffect(() => {
    // Runs before the focus is moved inside. What was focused can be gone when the layer closes.
    if (!isOpen) return
    const ahead = findOrigin?.()
    if (ahead !== undefined) origin.current = ahead
    else if (document.activeElement instanceof HTMLElement) origin.current = document.activeElement
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when it opens
  }, [isOpen])

  return (event) => {
    event.preventDefault()
    const target = canTakeFocus(origin.current) ? origin.current : handedOn
    handedOn = undefined
    if (!canTakeFocus(target)) return
    // A command run from the palette may have opened a list meanwhile, which would close if it lost the focus.
    const active = document.activeElement
    const isTaken = canTakeFocus(active) && !(event.target instanceof Node && event.target.contains(active))
    if (isTaken) handedOn = target
    else target.focus()
  }
}

function canTakeFocus(element: Element | null | undefined): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}
