import styles from './kbd.module.css'

type KbdProps = { readonly children: string }

/** A key cap. Hidden from assistive technology: the control beside it always states its key. */
export function Kbd({ children }: KbdProps) {
  return (
    <kbd className={styles['kbd']} aria-hidden="true">
      {children}
    </kbd>
  )
}
