import type { ReactNode } from 'react'
import styles from './toolbar-place.module.css'

/** The place of a page's toolbar while the toolbar itself is not there. */
export function ToolbarPlace({ children }: { readonly children?: ReactNode }) {
  return <div className={styles['bar']}>{children}</div>
}
