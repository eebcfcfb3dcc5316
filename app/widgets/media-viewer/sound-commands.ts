import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { setVolume, soundStore, toggleMuted } from './sound-store.ts'
import { isPlayable } from './viewer-store.ts'

const define = defineWith({ group: 'Viewer', scope: 'viewer', when: isPlayable })
const step = 0.1

/** Commands for the volume. */
export const soundCommands: readonly Command[] = [
  define({
    id: 'viewer.mute',
    title: 'Mute or unmute',
    keywords: ['sound', 'audio'],
    run: toggleMuted,
  }),
  define({
    id: 'viewer.louder',
    title: 'Louder',
    keys: ['alt+up'],
    keywords: ['sound', 'volume'],
    isRepeatable: true,
    run: () => turn(step),
  }),
  define({
    id: 'viewer.quieter',
    title: 'Quieter',
    keys: ['alt+down'],
    keywords: ['sound', 'volume'],
    isRepeatable: true,
    run: () => turn(-step),
  }),
  define({
    id: 'viewer.volume',
    title: 'Volume…',
    keywords: ['sound', 'loud'],
    args: [
      {
        id: 'percent',
        placeholder: 'Percent, such as 60',
        free: true,
        options: () => [100, 75, 50, 25, 0].map((percent) => ({ value: String(percent), label: `${percent} %` })),
      },
    ],
    run: (_context, [typed = '']) => {
      const percent = Number(typed.trim().replace(/ ?%$/, '') || 'none')
      if (!(percent >= 0 && percent <= 100))
        return err(new AppError('invalid-input', `"${typed}" is not a volume: type 0 to 100 percent.`))
      return setVolume(percent / 100)
    },
  }),
]

function turn(by: number): void {
  const { volume, isMuted } = soundStore.get()
  setVolume((isMuted ? 0 : volume) + by)
  showToast({ text: `Volume ${Math.round(soundStore.get().volume * 100)} %` })
}
