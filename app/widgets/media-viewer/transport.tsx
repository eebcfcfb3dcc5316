import { Maximize, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react'
import { formatFrameCounter, toTimecode } from '#core/domain/frame-rate.ts'
import type { MediaRow } from '#core/domain/rows.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { playbackSpeeds, type FramePlayer } from './frame-player.ts'
import { FrameTrack } from './frame-track.tsx'
import { StepButton } from './step-button.tsx'
import styles from './transport.module.css'
import { usePlayerState } from './use-viewer.ts'

type TransportProps = { readonly player: FramePlayer; readonly media: MediaRow }

/** The track and what stands under it: play, where the film is, how it is played. */
export function Transport({ player, media }: TransportProps) {
  const state = usePlayerState(player)
  const { frame, frameCount, rate, isRateKnown, shuttle, speed, isLooping, isMuted } = state
  const isPlaying = shuttle !== 0
  const isUnusual = isPlaying && shuttle !== 1
  return (
    <div className={styles['transport']}>
      <FrameTrack player={player} state={state} />
      <div className={styles['controls']}>
        <CommandIconButton
          command="viewer.play"
          label={isPlaying ? 'Pause' : 'Play'}
          variant="ghost"
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        />
        <span className={styles['timecode']}>{toTimecode(frame, rate)}</span>
        <span className={styles['counter']} data-testid="frame-counter">
          frame {formatFrameCounter(frame, frameCount)}
        </span>
        {isUnusual && <span className={styles['shuttle']}>{`${shuttle}×`}</span>}
        <span className={styles['space']} />
        <span className={styles['fact']}>{isRateKnown ? `${rate.label} fps` : 'Measuring…'}</span>
        {media.width !== undefined && media.height !== undefined && (
          <span className={styles['size']}>{`${media.width} × ${media.height}`}</span>
        )}
        <StepButton command="viewer.frame-back" />
        <StepButton command="viewer.frame-on" />
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
            onSelect: () => player.setSpeed(value),
          }))}
        />
        <CommandIconButton
          command="viewer.loop"
          variant="ghost"
          aria-pressed={isLooping}
          icon={<Repeat aria-hidden="true" />}
        />
        <CommandIconButton
          command="viewer.mute"
          label={isMuted ? 'Sound on' : 'Sound off'}
          variant="ghost"
          icon={isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        />
        <CommandIconButton command="viewer.fullscreen" variant="ghost" icon={<Maximize aria-hidden="true" />} />
      </div>
    </div>
  )
}
