import { useSyncExternalStore } from 'react'
import { toScreen } from '#core/boards/camera.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardView } from './board-view.ts'
import styles from './board.module.css'

type VideoOverlayProps = { readonly model: BoardModel; readonly view: BoardView }

/** Plays the hovered or focused film in place, muted and looping. */
export function VideoOverlay({ model, view }: VideoOverlayProps) {
  useSyncExternalStore(model.urls.subscribe, model.urls.getVersion)
  const { hovered, focused, drafts, camera } = view
  const item = [hovered, focused].flatMap((id) => (id === undefined ? [] : (model.board.find(id) ?? []))).find(isFilm)
  if (item?.mediaId === undefined || drafts.has(item.id)) return undefined
  const url = model.urls.get(item.mediaId)
  if (url === undefined) return undefined
  const at = toScreen(camera, item)
  return (
    <video
      key={item.id}
      className={styles['film']}
      src={url}
      muted
      autoPlay
      loop
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      style={{
        translate: `${at.x}px ${at.y}px`,
        width: item.width * camera.zoom,
        height: item.height * camera.zoom,
        rotate: `${item.rotation}deg`,
        opacity: item.opacity,
        filter: view.isGreyscale ? 'grayscale(1)' : undefined,
      }}
    />
  )
}

function isFilm({ type }: { readonly type: string }): boolean {
  return type === 'video'
}
