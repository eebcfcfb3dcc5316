import { memo, type KeyboardEvent, type PointerEvent } from 'react'
import { formatRange, type TimeForm } from '#core/comments/film-moment.ts'
import type { FilmTimecode } from '#core/revisions/timecode.ts'
import { readWaveform, toWaveformPath } from '#core/revisions/waveform.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { FilmstripHover } from '#app/widgets/filmstrip/filmstrip-hover.tsx'
import { followFrame } from './follow-frame.ts'
import type { FramePlayer } from './frame-player.ts'
import type { PlayerSettings } from './player-state.ts'
import styles from './transport.module.css'
import { useTimeForm, useViewer } from './use-viewer.ts'
import { frameOfMarker, type FrameMarker } from './viewer-store.ts'

type FrameTrackProps = Pick<PlayerSettings, 'frameCount' | 'range'> & {
  readonly player: FramePlayer
  readonly timecode: FilmTimecode
  readonly firstFrame: number
  /** The film's stored waveform. */
  readonly waveform: string | undefined
}

/** The film's timeline: the current frame, the played range, and markers of comments. */
export function FrameTrack({ player, frameCount, timecode, firstFrame, range, waveform }: FrameTrackProps) {
  const markers = useViewer().markers.map((marker) => ({ ...marker, frame: frameOfMarker(marker, player) }))
  const form = useTimeForm()
  const momentOf = nameMoments({ firstFrame, timecode, form })
  const last = Math.max(1, frameCount - 1)
  const percent = (at: number): string => `${(at / last) * 100}%`

  const scrub = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    player.seekFrame(((event.clientX - left) / width) * last)
  }
  return (
    <div className={styles['trackArea']}>
      <div
        className={styles['track']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native slider can neither hold markers nor show a range
        role="slider"
        tabIndex={0}
        aria-label="Frame"
        aria-valuemin={firstFrame}
        aria-valuemax={firstFrame + frameCount - 1}
        aria-valuenow={firstFrame + player.getState().frame}
        ref={followFrame(player, (track, frame) => {
          const [number, last] = [firstFrame + frame, firstFrame + frameCount - 1]
          track.setAttribute('aria-valuenow', String(number))
          track.setAttribute('aria-valuetext', `Frame ${number} of ${last}, ${timecode.format(frame)}`)
          track.style.setProperty('--at', String(frame / last))
        })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          scrub(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event)
        }}
        onKeyDown={(event) => stepByKey(event, player)}
      >
        <FilmSound waveform={waveform} />
        {range !== undefined && (
          <span
            className={styles['range']}
            style={{ left: percent(range.from), right: `${100 - (range.to / last) * 100}%` }}
          />
        )}
        <span className={styles['played']} />
        <span className={styles['head']} />
      </div>
      <FilmstripHover />
      {markers.map((marker) => (
        <button
          key={`${marker.commentId} ${marker.frame} ${momentOf(marker)}`}
          type="button"
          className={styles['marker']}
          style={{ left: percent(marker.frame) }}
          aria-label={`Comment at ${momentOf(marker)}`}
          data-tooltip={`Comment at ${momentOf(marker)}`}
          onClick={() => void runCommand('viewer.show-marker', { args: [marker.commentId, String(marker.frame)] })}
        />
      ))}
    </div>
  )
}

type Naming = Pick<FrameTrackProps, 'firstFrame' | 'timecode'> & { readonly form: TimeForm }

/** Returns the label of a marker: its range, else its moment. */
function nameMoments({ firstFrame, timecode, form }: Naming) {
  const wordsOf = (frame: number): string => (form === 'frame' ? `frame ${firstFrame + frame}` : timecode.format(frame))
  return ({ frame, range, isDrawn }: FrameMarker & { readonly frame: number }): string => {
    if (isDrawn === true) return `${wordsOf(frame)}, drawn on`
    return range === undefined ? wordsOf(frame) : formatRange(range, firstFrame)
  }
}

/** The film's waveform, behind its line. */
const FilmSound = memo(function FilmSound({ waveform }: Pick<FrameTrackProps, 'waveform'>) {
  const peaks = readWaveform(waveform)
  if (peaks === undefined) return null
  return (
    <svg
      className={styles['sound']}
      viewBox={`0 -1 ${peaks.length} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-testid="film-sound"
    >
      <path d={toWaveformPath(peaks)} />
    </svg>
  )
})

/** The keys of any slider; the viewer's act when something else has the focus. */
function stepByKey(event: KeyboardEvent, player: FramePlayer): void {
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') player.step(-1)
  else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') player.step(1)
  else if (event.key === 'PageDown') player.stepSeconds(-1)
  else if (event.key === 'PageUp') player.stepSeconds(1)
  else if (event.key === 'Home') player.seekFrame(0)
  else if (event.key === 'End') player.seekEnd()
  else return
  event.preventDefault()
}
