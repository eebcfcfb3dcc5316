import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly icon?: ReactNode
  /** What to do about it: a button or two. */
  readonly children?: ReactNode
}

export function EmptyState({ title, text, icon, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon !== undefined && (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles['title']}>{title}</h2>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}
