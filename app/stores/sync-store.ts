import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type SyncStatus = 'synced' | 'syncing' | 'offline' | 'reconnecting' | 'attention' | 'unkept'

type SyncState = {
  /** Whether the browser has a network. */
  isOnline: boolean
  /** Whether the server answered the last request. */
  isReached: boolean
  isPulling: boolean
  /** Writes that have not reached the server yet. */
  pendingWrites: number
  /** Pending writes that the device refused to store: lost when this window closes. */
  unkeptWrites: number
  /** Whether this browser refuses storage altogether. */
  keepsNothing: boolean
  /** Whether stored data differed from the server's and was fetched again. */
  isRefetched: boolean
  /** Writes the server refused, waiting for the person. */
  refusedWrites: number
  /** Files being sent or waiting to be. */
  pendingUploads: number
  /** Uploads the person has paused. */
  heldUploads: number
  /** Files the server refused, waiting for the person. */
  failedUploads: number
  /** The share of all uploads' bytes that is sent, 0 to 1. */
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

/** Returns the status the top bar shows; what needs the person comes first. */
export function syncStatusOf(sync: DeepReadonly<SyncState>): SyncStatus {
  if (sync.refusedWrites > 0 || sync.failedUploads > 0) return 'attention'
  if (sync.unkeptWrites > 0 || (sync.keepsNothing && sync.pendingWrites > 0)) return 'unkept'
  if (!sync.isOnline) return 'offline'
  if (!sync.isReached) return 'reconnecting'
  return sync.isPulling || sync.pendingWrites > 0 || sync.pendingUploads > 0 ? 'syncing' : 'synced'
}

/** Counts what signing out would discard. */
export function countUnsent(sync: DeepReadonly<SyncState>): number {
  return sync.pendingWrites + sync.pendingUploads + sync.heldUploads + sync.failedUploads
}

export function resetSync(): void {
  Object.assign(state, initial())
}
