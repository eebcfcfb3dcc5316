import type { CSSProperties } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import styles from './pill.module.css'

type PillProps = {
  /** The short label: colour is never the only cue. */
  readonly label: string
  /** The full name, where the label is short. */
  readonly title?: string
  readonly kind: 'outline' | 'tint' | 'solid'
  /** Absent for an outline. */
  readonly background?: string | undefined
  readonly text: string
  readonly size?: 'small' | 'row'
}

/** A coloured label. The caller chooses colours with enough contrast. */
export function Pill({ label, title, kind, background, text, size = 'small' }: PillProps) {
  // React's style type has no custom properties.
  const colors = { '--pill': background ?? 'transparent', '--pill-text': text } as CSSProperties
  return (
    <span className={classNames(styles['pill'], styles[kind], styles[size])} style={colors} data-tooltip={title}>
      {label}
      {title !== undefined && title !== label && <span className="visually-hidden"> {title}</span>}
    </span>
  )
}
