import type { ReactNode } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { Button, type ButtonProps } from './button.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> & {
  /** Its accessible name, also shown in the tooltip beside the key. */
  readonly label: string
  readonly icon: ReactNode
  /** A small number on the corner; hidden at zero. The label must include it too. */
  readonly count?: number
}

export function IconButton({ label, icon, keys, count = 0, className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      className={classNames(styles['iconButton'], className)}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      icon={
        <>
          {icon}
          {/* Drawn from an attribute by the style sheet: text would have to be part of the name. */}
          {count > 0 && <span className={styles['count']} data-count={count > 99 ? '99+' : count} />}
        </>
      }
    />
  )
}
