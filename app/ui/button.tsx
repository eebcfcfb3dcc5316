import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import styles from './button.module.css'
import { Kbd } from './kbd.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly variant?: 'default' | 'primary' | 'ghost' | 'danger'
  readonly size?: 'small' | 'medium' | 'large'
  readonly icon?: ReactNode
  /** The key as printed on its cap. */
  readonly keys?: string | undefined
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Why it is disabled. It stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | undefined
}

export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  keys,
  isBusy = false,
  isDisabled = false,
  disabledReason,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isRefused = disabledReason !== undefined || isBusy
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles['button'], styles[variant], styles[size], className)}
      disabled={isDisabled && !isRefused}
      aria-disabled={isRefused || undefined}
      aria-busy={isBusy || undefined}
      data-tooltip={disabledReason ?? tooltipOf(rest)}
      onClick={isRefused ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <Spinner /> : icon}
      {children !== undefined && <span className={styles['label']}>{children}</span>}
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </button>
  )
}

/** React passes data attributes through without a type for them. */
function tooltipOf(rest: object): string | undefined {
  return 'data-tooltip' in rest && typeof rest['data-tooltip'] === 'string' ? rest['data-tooltip'] : undefined
}
