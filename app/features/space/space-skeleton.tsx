import { Skeleton } from '#app/ui/skeleton.tsx'
import { SpaceOutline } from '#app/widgets/space-look/space-outline.tsx'
import styles from './space-page.module.css'

const rows = Array.from({ length: 18 }, (_, index) => index)
const cells = Array.from({ length: 8 }, (_, index) => index)

/** The outline of the grid, while the space is loading. */
export function SpaceSkeleton() {
  return (
    <SpaceOutline>
      {rows.map((row) => (
        <div key={row} className={styles['line']}>
          <span className={styles['name']}>
            <Skeleton width={46} height={26} />
            <Skeleton width={96} />
          </span>
          {cells.map((cell) => (
            <Skeleton key={cell} width="auto" height={25} />
          ))}
        </div>
      ))}
    </SpaceOutline>
  )
}
