import styles from './skeleton.module.css'

type SkeletonProps = { readonly width?: number | string; readonly height?: number | string; readonly radius?: number }

/** A placeholder for content of this size. The region around it announces that it is loading. */
export function Skeleton({ width = '100%', height = 12, radius = 4 }: SkeletonProps) {
  return <span className={styles['skeleton']} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}
