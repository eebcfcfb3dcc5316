import { Skeleton } from '#app/ui/skeleton.tsx'
import { ToolbarPlace } from '#app/ui/toolbar-place.tsx'
import styles from './timeline-skeleton.module.css'

/** The timeline's layout before its rows are loaded. */
export function TimelineSkeleton() {
  return (
    <section className={styles['page']} aria-busy="true" aria-label="Loading the timeline">
      <ToolbarPlace>
        <Skeleton width={120} height={24} />
        <Skeleton width={90} height={24} />
      </ToolbarPlace>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles['row']}>
          <Skeleton width={110} height={16} />
          <Skeleton width={180 + ((index * 67) % 220)} height={36} />
        </div>
      ))}
    </section>
  )
}
