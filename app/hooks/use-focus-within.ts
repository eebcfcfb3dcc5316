import { useEffect, useState, type RefObject } from 'react'

/** Whether the focus is on something inside. */
export function useFocusWithin(ref: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setIsWithin] = useState(false)
  useEffect(() => {
    const element = ref.current
    const look = (): void => setIsWithin(element?.contains(document.activeElement) === true)
    // The focus is nowhere while it goes from one element to the next.
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
