import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { TimeForm } from '#core/comments/film-moment.ts'
import { uiStore } from '#app/stores/ui-store.ts'
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

/** How moments of films are written for this person. */
export function useTimeForm(): TimeForm {
  return useSnapshot(uiStore).timeForm
}
