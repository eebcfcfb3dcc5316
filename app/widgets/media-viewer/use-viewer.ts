import { useSyncExternalStore } from 'react'
import type { FramePlayer, PlayerState } from './frame-player.ts'
import { viewerStore } from './viewer-store.ts'

/** What is in the viewer. */
export function useViewer() {
  return useSyncExternalStore(viewerStore.subscribe, viewerStore.get)
}

/** How a player stands; draws again with every painted frame. */
export function usePlayerState(player: FramePlayer): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState)
}
