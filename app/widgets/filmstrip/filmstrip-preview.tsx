import { findTile } from './filmstrip-tile.ts'
import styles from './filmstrip-preview.module.css'
import type { Strip } from './use-filmstrip.ts'

type FilmstripPreviewProps = {
  readonly strip: Strip
  /** The place in the film, from 0 to 1. */
  readonly part: number
}

/** The picture of a film at a place, to look at before going there. What it shows is in the counter too, so it says nothing. */
export function FilmstripPreview({ strip, part }: FilmstripPreviewProps) {
  const { left } = findTile(part, strip)
  return (
    <span className={styles['tile']} style={{ height: strip.height }} aria-hidden="true">
      <img className={styles['strip']} src={strip.url} alt="" style={{ transform: `translateX(${left}px)` }} />
    </span>
  )
}
