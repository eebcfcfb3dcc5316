import styles from './kbd.module.css'

type KbdProps = { readonly children: string }

/** A key cap. Always beside a control that says its key to assistive technology, so hidden from it. */
export function Kbd({ children }: KbdProps) {
  return (
    <kbd className={styles['kbd']} aria-hidden="true">
      {children}
    </kbd>
  )
}
