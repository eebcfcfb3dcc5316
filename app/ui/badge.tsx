import { classNames } from '#app/lib/class-names.ts'
import styles from './badge.module.css'

type BadgeProps = {
  readonly tone?: 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
  readonly children: string | number
}

/** A word or number about the element beside it. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles['badge'], styles[tone])}>{children}</span>
}
