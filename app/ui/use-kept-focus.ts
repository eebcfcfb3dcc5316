import { useLayoutEffect, useRef, type RefObject } from 'react'

const rowSelector = '[data-focus-row]'
const controls = 'button:not(:disabled),select:not(:disabled),input:not(:disabled)'

/**
 * Keeps the focus inside a list whose rows come, go and move. A moved row loses it in the browser, and gets it back; if
 * the row is gone, the same control of the row now at that position gets it, else the list's last control. Rows carry
 * `data-focus-row`.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const container = useRef<T>(null)
  const last = useRef<FocusPlace>(undefined)

  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const remember = ({ target }: FocusEvent): void => {
      last.current = target instanceof HTMLElement ? findPlace(element, target) : undefined
    }
    // Focus the person moves elsewhere is not taken back.
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) last.current = undefined
    }
    element.addEventListener('focusin', remember)
    element.addEventListener('focusout', forget)
    return () => {
      element.removeEventListener('focusin', remember)
      element.removeEventListener('focusout', forget)
    }
  }, [])

  // After every render: the hook does not know when the rows change.
  useLayoutEffect(() => {
    const element = container.current
    if (element === null || last.current === undefined || document.activeElement !== document.body) return
    if (last.current.target.isConnected) return last.current.target.focus({ preventScroll: true })
    const rows = element.querySelectorAll(rowSelector)
    const row = rows[Math.min(last.current.row, rows.length - 1)] ?? element
    const inside = row.querySelectorAll<HTMLElement>(controls)
    const everything = element.querySelectorAll<HTMLElement>(controls)
    const next = inside[Math.min(last.current.control, inside.length - 1)] ?? everything[everything.length - 1]
    // A row scrolled away takes the focus with it; refocusing must not scroll the list back.
    next?.focus({ preventScroll: true })
  })
  return container
}

type FocusPlace = { readonly target: HTMLElement; readonly row: number; readonly control: number }

function findPlace(container: Element, target: HTMLElement): FocusPlace | undefined {
  const row = target.closest(rowSelector)
  if (row === null) return undefined
  return {
    target,
    row: [...container.querySelectorAll(rowSelector)].indexOf(row),
    control: [...row.querySelectorAll(controls)].indexOf(target),
  }
}
