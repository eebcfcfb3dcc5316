import { useLayoutEffect } from 'react'
import { soundStore, type Sound } from './sound-store.ts'

/** Applies the shared volume to a player; one that should not be heard is muted. */
export function useSound(player: { setSound(sound: Sound): void } | undefined, isHeard = true): void {
  useLayoutEffect(() => {
    if (player === undefined) return undefined
    const apply = (): void => {
      const { volume, isMuted } = soundStore.get()
      player.setSound({ volume, isMuted: isMuted || !isHeard })
    }
    apply()
    // Synchronous rather than on the next render: what starts playing now must have the right volume.
    return soundStore.subscribe(apply)
  }, [player, isHeard])
}
