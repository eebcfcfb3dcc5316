import { useCallback, useEffect, useState } from 'react'
import { FramePlayer } from './frame-player.ts'
import { measureFrameRate } from './measure-frame-rate.ts'
import { FileView } from './file-view.tsx'
import type { MediaViewProps } from './media-viewer.tsx'
import styles from './media-viewer.module.css'
import { Transport } from './transport.tsx'
import { useMediaUrl } from './use-media-url.ts'
import { showInViewer } from './viewer-store.ts'

/** A film: its poster first, then frame by frame. */
export function VideoView({ media, urls }: MediaViewProps) {
  const { id, frameRate, frameCount, posterMediaId } = media
  const { url, renew, confirm } = useMediaUrl(urls, id)
  const poster = useMediaUrl(urls, posterMediaId)
  const [player, setPlayer] = useState<FramePlayer>()
  const [isBroken, setBroken] = useState(false)

  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video === null) return undefined
      const next = new FramePlayer(video, { frameRate, frameCount })
      const leave = showInViewer({ kind: 'video', player: next, mediaId: id })
      setPlayer(next)
      return () => {
        leave()
        next.close()
      }
    },
    [id, frameRate, frameCount],
  )

  useEffect(() => {
    if (url !== undefined) player?.setSource(url)
  }, [player, url])

  const isMeasured = frameRate === undefined && url !== undefined && player !== undefined
  useEffect(() => {
    if (!isMeasured) return undefined
    const leaving = new AbortController()
    void measureFrameRate(url, leaving.signal).then((rate) => {
      if (!leaving.signal.aborted) player.setRate(rate)
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- measured once: a fresh address is the same film
  }, [isMeasured])

  if (isBroken) return <FileView media={media} urls={urls} note="This browser cannot play this video." />
  return (
    <>
      <div className={styles['stage']}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- work in progress has no captions to offer */}
        <video
          ref={attach}
          className={styles['picture']}
          poster={poster.url}
          width={media.width}
          height={media.height}
          preload="auto"
          playsInline
          aria-label={media.filename}
          onClick={() => player?.togglePlay()}
          onLoadedData={confirm}
          onError={() => {
            if (!renew()) setBroken(true)
          }}
        />
      </div>
      {player !== undefined && <Transport player={player} media={media} />}
    </>
  )
}
