import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type SyncStatus = 'synced' | 'syncing' | 'offline' | 'reconnecting' | 'attention'

type SyncState = {
  /** Whether the browser has a network. */
  isOnline: boolean
  /** Whether the server answered the last time it was asked. */
  isReached: boolean
  isPulling: boolean
  /** Writes that have not reached the server yet. */
  pendingWrites: number
  /** Writes the server refused and that wait for the person. */
  refusedWrites: number
  /** Files that are being sent or wait to be. */
  pendingUploads: number
  /** Files whose sending the person has paused. */
  heldUploads: number
  /** Files the server refused and that wait for the person. */
  failedUploads: number
  /** How much of the uploads' bytes is sent, 0 to 1. */
  uploadProgress: number
}

const initial = (): SyncState => ({
  isOnline: true,
  isReached: true,
  isPulling: false,
  pendingWrites: 0,
  refusedWrites: 0,
  pendingUploads: 0,
  heldUploads: 0,
  failedUploads: 0,
  uploadProgress: 0,
})

const state = proxy(initial())

export const syncStore: DeepReadonly<SyncState> = state

export function setSync(changes: Partial<SyncState>): void {
  Object.assign(state, changes)
}

/** The one word the top bar shows; what needs the person comes first. */
export function syncStatusOf(sync: DeepReadonly<SyncState>): SyncStatus {
  if (sync.refusedWrites > 0 || sync.failedUploads > 0) return 'attention'
  if (!sync.isOnline) return 'offline'
  if (!sync.isReached) return 'reconnecting'
  return sync.isPulling || sync.pendingWrites > 0 || sync.pendingUploads > 0 ? 'syncing' : 'synced'
}

/** What signing out would throw away. */
export function countUnsent(sync: DeepReadonly<SyncState>): number {
  return sync.pendingWrites + sync.pendingUploads + sync.heldUploads + sync.failedUploads
}

export function resetSync(): void {
  Object.assign(state, initial())
}
