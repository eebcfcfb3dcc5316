import { useSyncExternalStore } from 'react'
import { frameNumberText } from '#core/reviews/entry-range.ts'
import { followFrame } from '#app/widgets/media-viewer/follow-frame.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import { burnIn } from './burn-in-store.ts'
import { firstFrameIn, type RoomModel } from './room-model.ts'
import styles from './live-layer.module.css'

type BurnInProps = { readonly model: RoomModel }

/** Name, version and the studio's frame number over the picture, as in a screening. */
export function BurnIn({ model, isAlways }: BurnInProps & { readonly isAlways: boolean }) {
  const isOn = useSyncExternalStore(burnIn.subscribe, burnIn.isOn)
  const { shown, content } = model
  if ((!isOn && !isAlways) || content.kind !== 'file') return null
  return (
    <div className={styles['burnIn']} aria-hidden="true">
      <span>{`${shown?.item?.title ?? ''} ${shown?.stage?.name ?? ''} v${content.version.versionNumber}`}</span>
      <FrameNumber model={model} />
    </div>
  )
}

/** The frame in view in the studio's own numbering: `1013 / 1001–1096`. */
export function FrameNumber({ model }: BurnInProps) {
  const player = usePlayerInView(model)
  const first = firstFrameIn(model)
  if (player === undefined) return null
  return (
    <span
      className={styles['number']}
      ref={followFrame(player, (place, frame) => {
        place.textContent = frameNumberText(frame, first, player.getState().frameCount)
      })}
    />
  )
}

function usePlayerInView({ content }: RoomModel): FramePlayer | undefined {
  const { target } = useViewer()
  const isShown = target?.kind === 'video' && content.kind === 'file' && target.mediaId === content.media.id
  return isShown ? target.player : undefined
}
