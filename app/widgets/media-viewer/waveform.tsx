import { useId, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react'
import { toWaveformPath } from '#core/revisions/waveform.ts'
import { formatClock, type AudioPlayer } from './audio-player.ts'
import { waveformColumns } from './read-peaks.ts'
import styles from './waveform.module.css'

type WaveformProps = {
  readonly player: AudioPlayer
  /** Absent until they are read; a plain line is shown meanwhile. */
  readonly peaks: readonly number[] | undefined
  readonly name: string
}

/** The sound's waveform, as a slider for its position. */
export function Waveform({ player, peaks, name }: WaveformProps) {
  const id = useId()
  const { seconds, duration } = useSyncExternalStore(player.subscribe, player.getState)
  const share = duration === 0 ? 0 : seconds / duration
  const path = toWaveformPath(peaks ?? Array.from({ length: waveformColumns }, () => 0))
  const scrub = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    player.seek(((event.clientX - left) / width) * duration)
  }
  return (
    <div
      className={styles['waveform']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native slider cannot show a waveform
      role="slider"
      tabIndex={0}
      aria-label={`Place in ${name}`}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={`${formatClock(seconds)} of ${formatClock(duration)}`}
      data-ready={peaks !== undefined || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        scrub(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event)
      }}
      onKeyDown={(event) => seekByKey(event, player)}
    >
      <svg
        className={styles['picture']}
        viewBox={`0 -1 ${waveformColumns} 2`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <clipPath id={id}>
          <rect x="0" y="-1" width={waveformColumns * share} height="2" />
        </clipPath>
        <path className={styles['sound']} d={path} />
        <path className={styles['played']} d={path} clipPath={`url(#${id})`} />
      </svg>
      <span className={styles['head']} style={{ left: `${share * 100}%` }} />
    </div>
  )
}

function seekByKey(event: KeyboardEvent, player: AudioPlayer): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const step = event.shiftKey ? 10 : 1
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') player.stepSeconds(-step)
  else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') player.stepSeconds(step)
  else if (event.key === 'Home') player.seek(0)
  else if (event.key === 'End') player.seek(player.getState().duration)
  else return
  event.preventDefault()
  event.stopPropagation()
}
