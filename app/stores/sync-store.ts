import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type SyncStatus = 'synced' | 'syncing' | 'offline' | 'reconnecting' | 'attention' | 'unkept'

type SyncState = {
  /** Whether the browser has a network. */
  isOnline: boolean
  /** Whether the server answered the last time it was asked. */
  isReached: boolean
  isPulling: boolean
  /** Writes that have not reached the server yet. */
  pendingWrites: number
  /** Writes that wait and that the device refused to keep: gone with this window. */
  unkeptWrites: number
  /** This browser lets nothing be kept. */
  keepsNothing: boolean
  /** Something kept here was found to differ from the server and was fetched again. */
  isRefetched: boolean
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
  unkeptWrites: 0,
  keepsNothing: false,
  isRefetched: false,
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
  if (sync.unkeptWrites > 0 || (sync.keepsNothing && sync.pendingWrites > 0)) return 'unkept'
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
