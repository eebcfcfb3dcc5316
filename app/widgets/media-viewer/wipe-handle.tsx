import type { KeyboardEvent, PointerEvent } from 'react'
import { clamp } from '#core/lib/numbers.ts'
import styles from './compare.module.css'

type WipeHandleProps = {
  /** The share of the width that shows the first picture, 0 to 1. */
  readonly share: number
  readonly onChange: (share: number) => void
}

/** The line that splits the two pictures: dragged, or moved with the arrow keys. */
export function WipeHandle({ share, onChange }: WipeHandleProps) {
  const set = (next: number): void => onChange(clamp(next, { min: 0, max: 1 }))
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, width } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { left: 0, width: 1 }
    set((event.clientX - left) / width)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = shareAfter(event.key, share, event.shiftKey ? 0.1 : 0.01)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles['wipe']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native slider cannot be a line over a picture
      role="slider"
      tabIndex={0}
      aria-label="Wipe"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent} % of the first version`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => set(0.5)}
      onKeyDown={onKeyDown}
    />
  )
}

function shareAfter(key: string, share: number, step: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return share - step
  if (key === 'ArrowRight' || key === 'ArrowUp') return share + step
  if (key === 'Home') return 0
  return key === 'End' ? 1 : undefined
}
