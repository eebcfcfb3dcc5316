import type { ReactNode } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'
import styles from './space-page.module.css'

/** The outline of a loading space with its toolbar and announcement; the rows are the children. */
export function SpaceOutline({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <div className={styles['bar']}>
        <Skeleton width={110} height={28} radius={6} />
        <Skeleton width={92} height={28} radius={6} />
      </div>
      <div className={styles['heading']} />
      {children}
    </div>
  )
}
