import { useEffect, useRef, useState } from 'react'
import { useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import { useStudioClient } from '#app/widgets/use-client.ts'
import { FilmstripPreview } from './filmstrip-preview.tsx'
import styles from './filmstrip-preview.module.css'
import { useFilmstrip } from './use-filmstrip.ts'

/** Previews the viewer's film at the pointer's position over its track, the parent element. */
export function FilmstripHover() {
  const anchor = useRef<HTMLSpanElement>(null)
  const [part, setPart] = useState<number>()
  const { target } = useViewer()
  const mediaId = target?.kind === 'video' && part !== undefined ? target.mediaId : undefined
  const strip = useFilmstrip(useStudioClient(), mediaId)

  useEffect(() => {
    const track = anchor.current?.parentElement
    const leaving = new AbortController()
    const follow = (event: PointerEvent): void => {
      const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
      setPart(Math.min(1, Math.max(0, (event.clientX - left) / width)))
    }
    track?.addEventListener('pointermove', follow, leaving)
    track?.addEventListener('pointerleave', () => setPart(undefined), leaving)
    return () => leaving.abort()
  }, [])

  return (
    <span ref={anchor} className={styles['hover']} style={{ left: `${(part ?? 0) * 100}%` }}>
      {strip !== undefined && part !== undefined && <FilmstripPreview strip={strip} part={part} />}
    </span>
  )
}
