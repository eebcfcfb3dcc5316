import { Skeleton } from '#app/ui/skeleton.tsx'
import styles from './page-skeleton.module.css'

/** The outline shared by all pages, shown while a page loads. */
export function PageSkeleton() {
  return (
    <div className={styles['page']} aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton width={180} height={20} />
      <div className={styles['rows']}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height={36} radius={6} />
        ))}
      </div>
    </div>
  )
}
