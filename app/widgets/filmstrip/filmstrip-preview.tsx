import { findTile } from './filmstrip-tile.ts'
import styles from './filmstrip-preview.module.css'
import type { Strip } from './use-filmstrip.ts'

type FilmstripPreviewProps = {
  readonly strip: Strip
  /** The position in the film, from 0 to 1. */
  readonly part: number
}

/** A preview picture of a film at a position. Hidden from assistive technology: the counter shows the same. */
export function FilmstripPreview({ strip, part }: FilmstripPreviewProps) {
  const { left } = findTile(part, strip)
  return (
    <span className={styles['tile']} style={{ height: strip.height }} aria-hidden="true">
      <img className={styles['strip']} src={strip.url} alt="" style={{ transform: `translateX(${left}px)` }} />
    </span>
  )
}
