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
  /** The one the viewer's keys act on. */
  readonly isMain: boolean
  /** It is to be the main one next: loaded, with its sound. */
  readonly isAhead?: boolean
  readonly onPlayer: (player: FramePlayer | undefined) => void
  readonly onBroken: OnBroken
}

/** Told that a film cannot be shown, and whether it has no pictures at all. */
export type OnBroken = (isSoundOnly?: boolean) => void

/** A film: its poster first, then frame by frame, with what was drawn on each. */
export function FilmPicture({ media, urls, isMain, isAhead = false, onPlayer, onBroken }: FilmPictureProps) {
  const { id, width, height } = media
  const { shownId, firstId, hold } = useShownFilm(media, isMain)
  const { url, isLate, renew, confirm } = useMediaUrl(urls, shownId)
  const poster = useMediaUrl(urls, media.posterMediaId)
  const [player, setPlayer] = useState<FramePlayer>()
  const facts = useFacts(media, player)
  const { size, measure } = usePictureSize(media, shownId === id, onBroken)
  const [isLoaded, setLoaded] = useState(false) // the picture first, then what the container says of its frames
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      hold(video)
      if (video === null) return undefined
      const next = new FramePlayer(video, facts.current)
      const known = firstId && urls?.get(firstId)
      // In the same breath as the element, as a page of nothing but the film would.
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
        // Until there is a picture of the film itself: it shows another frame than the one that is named.
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

/** Another address of the film, or its other file, goes on where it stood. */
function useSource(player: FramePlayer | undefined, url: string | undefined): void {
  useEffect(() => {
    if (url !== undefined) player?.setSource(url)
  }, [player, url])
}

/** The pixels of a film that drawings lie on: its own, not those of its proxy. One of which a browser knows the sound alone has none. */
function usePictureSize({ width, height }: MediaViewProps['media'], isOwn: boolean, onNone: OnBroken) {
  const [size, setSize] = useState(width === undefined || height === undefined ? undefined : { width, height })
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement): void => {
    if (videoWidth === 0) onNone(true)
    else if (isOwn || size === undefined) setSize({ width: videoWidth, height: videoHeight })
  }
  return { size, measure }
}

/** Lets the viewer's keys act on a player, as long as it is the main one. */
function useInView(player: FramePlayer | undefined, { id: mediaId, startTimecode }: MediaViewProps['media']): void {
  useLayoutEffect(
    () => (player === undefined ? undefined : showInViewer({ kind: 'video', player, mediaId, startTimecode })),
    [player, mediaId, startTimecode],
  )
}

/** What the database knows of a film's frames, to begin with; known later, it changes nothing of where somebody stands. */
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

/** Reads how the film's frames lie in time, once: a fresh address is the same film. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- once, see above
  }, [isReadable])
}

type FrameDrawingsProps = {
  readonly mediaId: MediaViewProps['media']['id']
  readonly player: FramePlayer
  readonly size: { readonly width: number; readonly height: number }
}

/** Draws again when it comes to a frame with a drawing, or leaves one; the film above it need not. */
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
