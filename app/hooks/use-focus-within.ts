import { useEffect, useState, type RefObject } from 'react'

/** Whether the focus is inside an element. */
export function useFocusWithin(ref: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setIsWithin] = useState(false)
  useEffect(() => {
    const element = ref.current
    const look = (): void => setIsWithin(element?.contains(document.activeElement) === true)
    // Nothing has the focus while it moves from one element to the next.
    const lookLater = (): void => queueMicrotask(look)
    element?.addEventListener('focusin', look)
    element?.addEventListener('focusout', lookLater)
    return () => {
      element?.removeEventListener('focusin', look)
      element?.removeEventListener('focusout', lookLater)
    }
  }, [ref])
  return isWithin
}
