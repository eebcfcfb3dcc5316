import { useLayoutEffect, useRef } from 'react'

// The element a closing layer could not return the focus to because the next layer already had it; that layer returns
// it instead.
let handedOn: HTMLElement | undefined

/**
 * Remembers what had the focus when a layer opened, and returns it when the layer closes, unless something else took
 * it. `findOrigin` names the origin where the focus has already moved on.
 */
export function useReturnFocus(isOpen: boolean, findOrigin?: () => HTMLElement | undefined): (event: Event) => void {
  const origin = useRef<HTMLElement>(undefined)

  useLayoutEffect(() => {
    // Runs before the focus moves inside. The element that had it can be gone when the layer closes.
    if (!isOpen) return
    const ahead = findOrigin?.()
    if (ahead !== undefined) origin.current = ahead
    else if (document.activeElement instanceof HTMLElement) origin.current = document.activeElement
    // oxlint-disable-next-line react/exhaustive-deps -- read once, when it opens
  }, [isOpen])

  return (event) => {
    event.preventDefault()
    const target = canTakeFocus(origin.current) ? origin.current : handedOn
    handedOn = undefined
    if (!canTakeFocus(target)) return
    // A palette command may have opened a list, which would close if it lost the focus.
    const active = document.activeElement
    const isTaken = canTakeFocus(active) && !(event.target instanceof Node && event.target.contains(active))
    if (isTaken) handedOn = target
    else target.focus()
  }
}

function canTakeFocus(element: Element | null | undefined): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}
