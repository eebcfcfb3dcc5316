import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly icon?: ReactNode
  /** 1 if it is the page's only content. */
  readonly level?: 1 | 2
  /** What to do about it: a button or two. */
  readonly children?: ReactNode
}

export function EmptyState({ title, text, icon, level = 2, children }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['empty']}>
      {icon !== undefined && (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={styles['title']}>{title}</Heading>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}
