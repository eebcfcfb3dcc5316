import type { ReactNode } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ToolbarPlace } from '#app/ui/toolbar-place.tsx'
import styles from './space-outline.module.css'

/** The outline of a loading space with its toolbar and announcement; the rows are the children. */
export function SpaceOutline({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['outline']} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <ToolbarPlace>
        <Skeleton width={110} height={28} radius={6} />
        <Skeleton width={92} height={28} radius={6} />
      </ToolbarPlace>
      <div className={styles['heading']} />
      {children}
    </div>
  )
}
