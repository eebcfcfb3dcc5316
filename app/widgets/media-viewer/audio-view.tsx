import type { MediaViewProps } from './media-view-props.ts'
import { Pause, Play, Repeat } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readWaveform } from '#core/revisions/waveform.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { AudioPlayer, formatClock } from './audio-player.ts'
import { CopyOffer } from './copy-offer.tsx'
import { FileView } from './file-view.tsx'
import { LateNote } from './late-note.tsx'
import styles from './media-viewer.module.css'
import { readPeaks } from './read-peaks.ts'
import { SoundControls } from './sound-controls.tsx'
import transport from './transport.module.css'
import { useMediaUrl } from './use-media-url.ts'
import { useSound } from './use-sound.ts'
import { showInViewer } from './viewer-store.ts'
import { Waveform } from './waveform.tsx'

type AudioViewProps = MediaViewProps & {
  /** Why there is only sound, where pictures were expected. */
  readonly note?: string
}

/** A sound: its waveform, and the controls that play it. */
export function AudioView({ media, urls, onRetry, note }: AudioViewProps) {
  const { url, isLate, renew, confirm } = useMediaUrl(urls, shownFileOf(media)?.id ?? media.id)
  const [player, setPlayer] = useState<AudioPlayer>()
  const [isBroken, setBroken] = useState(false)
  const peaks = usePeaks(media, url)
  useSound(player)
  const attach = useCallback((element: HTMLAudioElement | null) => {
    if (element === null) return undefined
    const next = new AudioPlayer(element)
    const leave = showInViewer({ kind: 'audio', player: next })
    setPlayer(next)
    return () => {
      leave()
      next.close()
    }
  }, [])
  useEffect(() => {
    if (url !== undefined) player?.setSource(url)
  }, [player, url])

  const file = { media, urls, ...(onRetry && { onRetry }) }
  if (isBroken) return <FileView {...file} note="This sound could not be played." />
  return (
    <>
      <div className={styles['stage']}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- work in progress has no captions to offer */}
        <audio
          ref={attach}
          preload="metadata"
          onLoadedData={confirm}
          onError={() => {
            if (!renew()) setBroken(true)
          }}
        />
        <LateNote isLate={isLate} />
        {note !== undefined && (
          <div className={styles['soundOnly']}>
            <p>{note}</p>
            <CopyOffer media={media} />
          </div>
        )}
        {player !== undefined && <Waveform player={player} peaks={peaks} name={media.filename} />}
      </div>
      {player !== undefined && <Controls player={player} name={media.filename} />}
    </>
  )
}

function usePeaks(
  { id, sizeBytes, waveform }: MediaViewProps['media'],
  url: string | undefined,
): readonly number[] | undefined {
  const [peaks, setPeaks] = useState<readonly number[]>()
  // A waveform stored with the file needs none of its bytes.
  const kept = useMemo(() => readWaveform(waveform), [waveform])
  const isReachable = url !== undefined && kept === undefined
  useEffect(() => {
    if (!isReachable) return undefined
    let isCurrent = true
    void readPeaks({ id, sizeBytes }, url).then((found) => {
      if (isCurrent) setPeaks(found)
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read once: a fresh URL is the same sound
  }, [id, isReachable])
  return kept ?? peaks
}

function Controls({ player, name }: { readonly player: AudioPlayer; readonly name: string }) {
  const { seconds, duration, isPlaying, isLooping } = useSyncExternalStore(player.subscribe, player.getState)
  return (
    <div className={transport['controls']}>
      <CommandIconButton
        command="viewer.play"
        label={isPlaying ? 'Pause' : 'Play'}
        variant="ghost"
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      />
      <span className={transport['clock']}>{formatClock(seconds)}</span>
      <span className={transport['counter']}>{`of ${formatClock(duration)}`}</span>
      <span className={transport['space']} />
      <span className={transport['size']}>{name}</span>
      <CommandIconButton
        command="viewer.loop"
        variant="ghost"
        aria-pressed={isLooping}
        icon={<Repeat aria-hidden="true" />}
      />
      <SoundControls />
    </div>
  )
}
