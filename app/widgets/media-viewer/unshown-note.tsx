import type { FramePlayer } from './frame-player.ts'
import styles from './media-viewer.module.css'
import { usePlayerSettings, useViewer } from './use-viewer.ts'

/** Says over a film that a frame could not be shown, until another is requested. */
export function UnshownNote({ player }: { readonly player: FramePlayer }) {
  const { unshownFrame } = usePlayerSettings(player)
  const { firstFrame } = useViewer()
  return (
    unshownFrame !== undefined && (
      <output className={styles['unshown']}>
        {`Frame ${firstFrame + unshownFrame} cannot be shown: the film is damaged there, or cut off.`}
      </output>
    )
  )
}
