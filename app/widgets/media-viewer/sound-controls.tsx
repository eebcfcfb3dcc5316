import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { soundStore } from './sound-store.ts'
import styles from './transport.module.css'

/** Mutes and sets the volume. */
export function SoundControls() {
  const { volume, isMuted } = useSyncExternalStore(soundStore.subscribe, soundStore.get)
  const percent = isMuted ? 0 : Math.round(volume * 100)
  const Loud = percent < 50 ? Volume1 : Volume2
  return (
    <span className={styles['soundControls']}>
      <CommandIconButton
        command="viewer.mute"
        label={isMuted ? 'Sound on' : 'Sound off'}
        variant="ghost"
        icon={isMuted ? <VolumeX aria-hidden="true" /> : <Loud aria-hidden="true" />}
      />
      <input
        className={styles['volume']}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label="Volume"
        aria-valuetext={`${percent} %`}
        // After use with the pointer, it returns the arrow keys to the film.
        onPointerUp={({ currentTarget }) => currentTarget.blur()}
        onChange={({ currentTarget }) => void runCommand('viewer.volume', { args: [currentTarget.value] })}
      />
    </span>
  )
}
