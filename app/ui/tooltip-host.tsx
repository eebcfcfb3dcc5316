import { useEffect, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import styles from './tooltip-host.module.css'

type Tip = { readonly target: HTMLElement; readonly text: string | undefined; readonly keys: string | undefined }

const SHOW_MS = 400
const HIDE_MS = 120
const GAP = 6
const selector = '[data-tooltip],[data-tooltip-keys]'

/**
 * Shows the tooltip of the element under the pointer or focused by key. One for the whole page: a control sets
 * `data-tooltip` and `data-tooltip-keys` at no further cost, even a thousand times in a grid.
 */
export function TooltipHost() {
  const { tip, keepOpen, hideSoon } = useTip()
  if (tip === undefined) return null
  return (
    <div
      key={tip.text}
      id="tooltip"
      role="tooltip"
      className={styles['tooltip']}
      ref={(element) => {
        if (element !== null) place(element, tip.target)
      }}
      onPointerEnter={keepOpen}
      onPointerLeave={hideSoon}
    >
      {tip.text}
      {tip.keys !== undefined && <Kbd>{tip.keys}</Kbd>}
    </div>
  )
}

function useTip(): { tip: Tip | undefined; keepOpen: () => void; hideSoon: () => void } {
  const [tip, setTip] = useState<Tip>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (milliseconds: number, next: Tip | undefined): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTip(next), milliseconds)
  }

  useEffect(() => {
    const onEnter = (event: Event): void => {
      const next = readTip(event.target)
      if (next === undefined) return later(HIDE_MS, undefined)
      const isKeyFocus = event.type === 'focusin' && next.target.matches(':focus-visible')
      if (event.type === 'focusin' && !isKeyFocus) return undefined
      return later(SHOW_MS, next)
    }
    const hide = (): void => {
      clearTimeout(timer.current)
      setTip(undefined)
    }
    const leaving = new AbortController()
    const options = { signal: leaving.signal, passive: true }
    document.addEventListener('pointerover', onEnter, options)
    document.addEventListener('focusin', onEnter, options)
    for (const name of ['pointerdown', 'keydown', 'focusout', 'scroll'] as const) {
      document.addEventListener(name, hide, { ...options, capture: true })
    }
    return () => {
      leaving.abort()
      clearTimeout(timer.current)
    }
  }, [])

  useEffect(() => {
    if (tip === undefined || tip.target.getAttribute('aria-label') === tip.text) return undefined
    const before = tip.target.getAttribute('aria-describedby')
    tip.target.setAttribute('aria-describedby', [before, 'tooltip'].filter(Boolean).join(' '))
    return () => {
      if (before === null) tip.target.removeAttribute('aria-describedby')
      else tip.target.setAttribute('aria-describedby', before)
    }
  }, [tip])

  return { tip, keepOpen: () => clearTimeout(timer.current), hideSoon: () => later(HIDE_MS, undefined) }
}

function readTip(origin: EventTarget | null): Tip | undefined {
  const target = origin instanceof Element ? origin.closest<HTMLElement>(selector) : null
  if (target === null) return undefined
  const { tooltip, tooltipKeys } = target.dataset
  return tooltip === undefined && tooltipKeys === undefined ? undefined : { target, text: tooltip, keys: tooltipKeys }
}

/** Places it below its control, or above if there is no room; never outside the window. */
function place(element: HTMLElement, target: HTMLElement): void {
  const anchor = target.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const left = anchor.left + anchor.width / 2 - width / 2
  const below = anchor.bottom + GAP
  const fits = below + height + GAP <= window.innerHeight
  element.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
  element.style.top = `${fits ? below : anchor.top - height - GAP}px`
}
