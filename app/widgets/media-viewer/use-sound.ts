import { useLayoutEffect } from 'react'
import { soundStore, type Sound } from './sound-store.ts'

/** Keeps a player as loud as everything else is; one that is not to be heard is muted. */
export function useSound(player: { setSound(sound: Sound): void } | undefined, isHeard = true): void {
  useLayoutEffect(() => {
    if (player === undefined) return undefined
    const apply = (): void => {
      const { volume, isMuted } = soundStore.get()
      player.setSound({ volume, isMuted: isMuted || !isHeard })
    }
    apply()
    // At once, and not with the next drawing: what is played in the same breath is to be heard so.
    return soundStore.subscribe(apply)
  }, [player, isHeard])
}
