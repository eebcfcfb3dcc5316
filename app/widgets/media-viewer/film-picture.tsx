import type { MediaViewProps } from './media-view-props.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { DrawingLayer } from './drawing-layer.tsx'
import { drawingStore } from './drawing-store.ts'
import { findClock } from './find-clock.ts'
import { FramePlayer } from './frame-player.ts'
import { LateNote } from './late-note.tsx'
import { UnshownNote } from './unshown-note.tsx'
import styles from './media-viewer.module.css'
import { useMediaUrl } from './use-media-url.ts'
import { useSound } from './use-sound.ts'
import { useShownFilm } from './use-shown-film.ts'
import { useViewer } from './use-viewer.ts'
import { showInViewer } from './viewer-store.ts'

type FilmPictureProps = MediaViewProps & {
  /** Whether the viewer's keys act on it. */
  readonly isMain: boolean
  /** Whether it is next: loaded with its sound. */
  readonly isAhead?: boolean
  readonly onPlayer: (player: FramePlayer | undefined) => void
  readonly onBroken: OnBroken
}

/** Called when a film cannot be shown, with whether it has only sound. */
export type OnBroken = (isSoundOnly?: boolean) => void

/** A film: its poster first, then frame by frame, with the drawings on each. */
export function FilmPicture({ media, urls, isMain, isAhead = false, onPlayer, onBroken }: FilmPictureProps) {
  const { id, width, height } = media
  const { shownId, firstId, hold } = useShownFilm(media, isMain)
  const { url, isLate, renew, confirm } = useMediaUrl(urls, shownId)
  const poster = useMediaUrl(urls, media.posterMediaId)
  const [player, setPlayer] = useState<FramePlayer>()
  const facts = useFacts(media, player)
  const { size, measure } = usePictureSize(media, shownId === id, onBroken)
  const [isLoaded, setLoaded] = useState(false) // the picture first, then the container's frame times
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      hold(video)
      if (video === null) return undefined
      const next = new FramePlayer(video, facts.current)
      const known = firstId && urls?.get(firstId)
      // Set as soon as the element exists, as on a page with nothing but the film.
      if (known !== undefined) next.setSource(known)
      setPlayer(next)
      onPlayer(next)
      return () => {
        next.close()
        onPlayer(undefined)
      }
    },
    [firstId, hold, urls, facts, onPlayer],
  )

  useSound(player, isMain || isAhead)
  useInView(isMain ? player : undefined, media)
  useSource(player, url)
  useClock({ ...media, id: shownId }, player, isLoaded ? url : undefined)

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- work in progress has no captions to offer */}
      <video
        ref={attach}
        className={styles['picture']}
        // The poster goes once the film shows a picture: it is another frame than the one named.
        poster={isLoaded ? undefined : poster.url}
        width={width}
        height={height}
        preload="auto"
        playsInline
        aria-label={media.filename}
        onClick={() => player?.togglePlay()}
        onLoadedData={({ currentTarget }) => {
          confirm()
          setLoaded(true)
          measure(currentTarget)
        }}
        onError={() => {
          if (player?.recover() !== true && !renew()) onBroken()
        }}
      />
      <LateNote isLate={isLate} />
      {isMain && player !== undefined && <UnshownNote player={player} />}
      {isMain && player !== undefined && size !== undefined && (
        <FrameDrawings mediaId={id} player={player} size={size} />
      )}
    </>
  )
}

/** Continues at the same frame when the film's URL or file changes. */
function useSource(player: FramePlayer | undefined, url: string | undefined): void {
  useEffect(() => {
    if (url !== undefined) player?.setSource(url)
  }, [player, url])
}

/**
 * Returns the pixel size for drawings: the film's own, not its proxy's. A film of which the browser only plays the
 * sound has none.
 */
function usePictureSize({ width, height }: MediaViewProps['media'], isOwn: boolean, onNone: OnBroken) {
  const [size, setSize] = useState(width === undefined || height === undefined ? undefined : { width, height })
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement): void => {
    if (videoWidth === 0) onNone(true)
    else if (isOwn || size === undefined) setSize({ width: videoWidth, height: videoHeight })
  }
  return { size, measure }
}

/** Lets the viewer's keys act on a player while it is the main one. */
function useInView(player: FramePlayer | undefined, { id: mediaId, startTimecode }: MediaViewProps['media']): void {
  useLayoutEffect(
    () => (player === undefined ? undefined : showInViewer({ kind: 'video', player, mediaId, startTimecode })),
    [player, mediaId, startTimecode],
  )
}

/** Passes what the database knows of a film's frames to its player; facts learned later do not move it. */
function useFacts({ frameRate, frameCount }: MediaViewProps['media'], player: FramePlayer | undefined) {
  const facts = useRef({ frameRate, frameCount })
  useEffect(() => {
    const known = facts.current
    if (known.frameRate === frameRate && known.frameCount === frameCount) return
    facts.current = { frameRate, frameCount }
    player?.setFacts(facts.current)
  }, [player, frameRate, frameCount])
  return facts
}

/** Reads the film's frame times once: a fresh URL is the same film. */
function useClock(
  { id, sizeBytes, frameRate }: MediaViewProps['media'],
  player: FramePlayer | undefined,
  url?: string,
): void {
  const isReadable = url !== undefined && player !== undefined
  useEffect(() => {
    if (!isReadable) return undefined
    const leaving = new AbortController()
    void findClock({ id, url, sizeBytes, isRateKnown: frameRate !== undefined }, leaving.signal).then((found) => {
      if (leaving.signal.aborted || found === undefined) return
      if ('frameCount' in found) player.setClock(found)
      else player.setRate(found)
    })
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- read once, see above
  }, [isReadable])
}

type FrameDrawingsProps = {
  readonly mediaId: MediaViewProps['media']['id']
  readonly player: FramePlayer
  readonly size: { readonly width: number; readonly height: number }
}

/** Redraws when it enters or leaves a frame with a drawing; the film above it need not. */
function FrameDrawings({ mediaId, player, size }: FrameDrawingsProps) {
  const { drawings } = useViewer()
  const session = useSyncExternalStore(drawingStore.subscribe, drawingStore.get)
  const drawn = session === undefined ? drawings : [...drawings, session]
  const frame = useSyncExternalStore(player.subscribe, () => {
    const now = player.getState().frame
    return drawn.some((drawing) => drawing.mediaId === mediaId && drawing.frame === now) ? now : undefined
  })
  return frame === undefined ? null : <DrawingLayer mediaId={mediaId} frame={frame} size={size} />
}
