import styles from './skeleton.module.css'

type SkeletonProps = { readonly width?: number | string; readonly height?: number | string; readonly radius?: number }

/** A quiet block where something of this size will be. The region around it says that it is loading. */
export function Skeleton({ width = '100%', height = 12, radius = 4 }: SkeletonProps) {
  return <span className={styles['skeleton']} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}
