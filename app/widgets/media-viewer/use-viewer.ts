import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { TimeForm } from '#core/comments/film-moment.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import type { FramePlayer } from './frame-player.ts'
import type { PlayerSettings } from './player-state.ts'
import { viewerStore } from './viewer-store.ts'

/** Returns the viewer's state. */
export function useViewer() {
  return useSyncExternalStore(viewerStore.subscribe, viewerStore.get)
}

/** Returns a player's state except its position: does not rerender from frame to frame. */
export function usePlayerSettings(player: FramePlayer): PlayerSettings {
  return useSyncExternalStore(player.subscribe, player.getSettings)
}

/** Returns this person's format for moments of films. */
export function useTimeForm(): TimeForm {
  return useSnapshot(uiStore).timeForm
}
