import type { MediaRow } from '#core/schema/media.ts'
import { Film, Maximize, Pause, Play, Repeat } from 'lucide-react'
import { formatFrameCounter } from '#core/revisions/frame-number.ts'
import { hasBoth } from '#core/revisions/shown-file.ts'
import { makeFilmTimecode, type FilmTimecode } from '#core/revisions/timecode.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { FramePlayer } from './frame-player.ts'
import { playbackSpeeds } from './player-state.ts'
import { followFrame } from './follow-frame.ts'
import { FrameTrack } from './frame-track.tsx'
import { SoundControls } from './sound-controls.tsx'
import { StepButton } from './step-button.tsx'
import styles from './transport.module.css'
import { PreviewNote } from './preview-note.tsx'
import { usePlayerSettings, useViewer } from './use-viewer.ts'

type TransportProps = { readonly player: FramePlayer; readonly media: MediaRow }

/** The track and the controls under it: play, position, speed and range. */
export function Transport({ player, media }: TransportProps) {
  const { frameCount, rate, isRateKnown, isVariable, shuttle, speed, isLooping, range } = usePlayerSettings(player)
  const { isOriginal, firstFrame } = useViewer()
  const timecode = makeFilmTimecode(rate, media.startTimecode)
  const isPlaying = shuttle !== 0
  const isUnusual = isPlaying && shuttle !== 1
  return (
    <div className={styles['transport']}>
      <PreviewNote media={media} />
      <FrameTrack {...{ player, frameCount, timecode, firstFrame, range, waveform: media.waveform }} />
      <div className={styles['controls']}>
        <CommandIconButton
          command="viewer.play"
          label={isPlaying ? 'Pause' : 'Play'}
          variant="ghost"
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        />
        <Place player={player} timecode={timecode} firstFrame={firstFrame} />
        {isUnusual && <span className={styles['shuttle']}>{`${shuttle}×`}</span>}
        <span className={styles['space']} />
        <span className={styles['fact']}>
          {isRateKnown ? `${isVariable ? 'variable, ' : ''}${rate.label} fps` : 'Measuring…'}
        </span>
        {media.width !== undefined && media.height !== undefined && (
          <span className={styles['size']}>{`${media.width} × ${media.height}`}</span>
        )}
        {hasBoth(media) && (
          <CommandIconButton
            command="viewer.original"
            label={isOriginal ? 'Play the proxy' : 'Play the original'}
            variant="ghost"
            aria-pressed={isOriginal}
            icon={<Film aria-hidden="true" />}
          />
        )}
        <StepButton command="viewer.frame-back" />
        <StepButton command="viewer.frame-on" />
        <SpeedMenu speed={speed} />
        <CommandIconButton
          command="viewer.loop"
          variant="ghost"
          aria-pressed={isLooping}
          icon={<Repeat aria-hidden="true" />}
        />
        <SoundControls />
        <CommandIconButton command="viewer.fullscreen" variant="ghost" icon={<Maximize aria-hidden="true" />} />
      </div>
    </div>
  )
}

function SpeedMenu({ speed }: { readonly speed: number }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="ghost" aria-label={`Speed ${speed}×`}>
          {`${speed}×`}
        </Button>
      }
      items={playbackSpeeds.map((value) => ({
        kind: 'action',
        id: String(value),
        label: `${value}×`,
        isChecked: value === speed,
        onSelect: () => void runCommand('viewer.speed', { args: [String(value)] }),
      }))}
    />
  )
}

type PlaceProps = Pick<TransportProps, 'player'> & {
  readonly timecode: FilmTimecode
  readonly firstFrame: number
}

/** The position, as a timecode and as a frame number. */
function Place({ player, timecode, firstFrame }: PlaceProps) {
  const { frameCount } = usePlayerSettings(player)
  return (
    <>
      <span
        className={styles['timecode']}
        ref={followFrame(player, (place, frame) => (place.textContent = timecode.format(frame)))}
      />
      <span
        className={styles['counter']}
        data-testid="frame-counter"
        ref={followFrame(player, (place, frame) => {
          place.textContent = `frame ${formatFrameCounter(frame, frameCount, firstFrame)}`
        })}
      />
    </>
  )
}
