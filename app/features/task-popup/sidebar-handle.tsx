import type { KeyboardEvent, PointerEvent } from 'react'
import { clamp } from '#core/lib/numbers.ts'
import styles from './task-popup.module.css'
import { defaultSidebar, sidebarBounds } from './use-sidebar-width.ts'

type SidebarHandleProps = {
  /** In em. */
  readonly width: number
  readonly onDrag: (width: number) => void
  readonly onChange: (width: number) => void
}

/** The divider between picture and comments. Dragged or moved with the arrow keys; a double click resets it. */
export function SidebarHandle({ width, onDrag, onChange }: SidebarHandleProps) {
  const widthAt = (event: PointerEvent<HTMLElement>): number => {
    const { right } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { right: 0 }
    const em = Number.parseFloat(getComputedStyle(event.currentTarget).fontSize)
    return clamp((right - event.clientX) / em, sidebarBounds)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = widthAfter(event.key, width)
    if (next === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <div
      className={styles['handle']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot be moved
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the comments"
      aria-valuemin={sidebarBounds.min}
      aria-valuemax={sidebarBounds.max}
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      onDoubleClick={() => onChange(defaultSidebar)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(widthAt(event))
      }}
      onLostPointerCapture={() => onChange(width)}
      onKeyDown={onKeyDown}
    />
  )
}

function widthAfter(key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return width + 1
  if (key === 'ArrowRight') return width - 1
  if (key === 'Home') return sidebarBounds.min
  if (key === 'End') return sidebarBounds.max
  return undefined
}
