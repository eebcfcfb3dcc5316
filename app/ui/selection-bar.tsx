import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './selection-bar.module.css'

type SelectionBarProps = {
  readonly count: string
  readonly label?: string
  readonly clearLabel?: string
  /** Whether it sits below the page when space is tight. */
  readonly isBelow?: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

/**
 * Shows how many are selected and the actions for them. It floats, so that nothing under it moves; toasts rise above
 * it.
 */
export function SelectionBar(props: SelectionBarProps) {
  const {
    count,
    label = 'Selected tasks',
    clearLabel = 'Clear the selection',
    isBelow = false,
    onClear,
    children,
  } = props
  return (
    <div
      className={classNames(styles['bar'], isBelow && styles['below'])}
      role="toolbar"
      aria-label={label}
      data-selection-bar=""
    >
      <output className={styles['count']}>{count}</output>
      {children}
      <IconButton label={clearLabel} variant="ghost" icon={<X aria-hidden="true" />} onClick={onClear} />
    </div>
  )
}
