import { useSyncExternalStore } from 'react'
import type { FramePlayer } from './frame-player.ts'
import type { PlayerSettings } from './player-state.ts'
import { viewerStore } from './viewer-store.ts'

/** What is in the viewer. */
export function useViewer() {
  return useSyncExternalStore(viewerStore.subscribe, viewerStore.get)
}

/** How a player stands but for where: nothing is drawn anew from frame to frame. */
export function usePlayerSettings(player: FramePlayer): PlayerSettings {
  return useSyncExternalStore(player.subscribe, player.getSettings)
}
