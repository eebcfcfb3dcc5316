import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'
import type { ErrorCode } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '#core/lib/ids.ts'

/**
 * - `queued`: waiting for its turn, the network or a retry.
 * - `preparing`: its content is being analysed: hash, size, pictures.
 * - `sending`: its bytes are being sent.
 * - `done`: on the server.
 * - `failed`: refused for good; waits for the person.
 * - `cancelled`: cancelled by the person; kept without its bytes for the posts that wait for it.
 */
export type UploadState = 'queued' | 'preparing' | 'sending' | 'done' | 'failed' | 'cancelled'

export type PictureRole = 'poster' | 'thumbnail' | 'filmstrip'

/** A picture made of a file, or its proxy, sent as a file of its own. */
export type DerivedFile = {
  readonly id: MediaId
  readonly role: PictureRole | 'proxy'
  readonly fileName: string
  readonly contentType: string
  readonly isSent: boolean
}

/** A file being uploaded, without its bytes. */
export type UploadEntry = {
  readonly id: MediaId
  readonly order: number
  readonly createdAt: EpochMs
  readonly studioId: StudioId
  readonly projectId?: ProjectId
  readonly taskId?: TaskId
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly state: UploadState
  /** Paused by the person, whatever its state. */
  readonly isPaused: boolean
  /** False while only this tab has the bytes, because the device has no room for them. */
  readonly isKept: boolean
  readonly sentBytes: number
  /** Averaged over the last seconds; 0 while nothing moves. */
  readonly bytesPerSecond: number
  /** Where its pieces go, once the server has told us. */
  readonly place?: string
  readonly sha256?: string
  readonly details?: MediaDetails
  readonly derived?: readonly DerivedFile[]
  /** Whether the file has arrived and only its proxy is still to come; posts that wait for the file can go. */
  readonly isArrived?: boolean
  /** Why its proxy was made but could not be sent. */
  readonly proxyProblem?: string
  /** The progress of its proxy, 0 to 100; absent while none is being made. */
  readonly proxyPercent?: number
  /** Why it failed, or what it waits for before the next attempt. */
  readonly error?: { readonly code: ErrorCode; readonly message: string }
}

/** Changed fields; `undefined` clears one. */
export type UploadChanges = {
  readonly [Field in Exclude<keyof UploadEntry, 'id'>]?: UploadEntry[Field] | undefined
}

/** Stores entries and, separately, bytes on this device. */
export interface UploadStore {
  load: () => Promise<readonly UploadEntry[]>
  find: (id: MediaId) => Promise<UploadEntry | undefined>
  /** Stores both or neither; resolves once they are saved on the device. */
  add: (entry: UploadEntry, file: Blob) => Promise<void>
  /** Changes only these fields of an entry; does nothing if it is gone. */
  change: (id: MediaId, changes: UploadChanges) => Promise<void>
  loadFile: (id: MediaId) => Promise<Blob | undefined>
  saveFile: (id: MediaId, file: Blob) => Promise<void>
  deleteFiles: (ids: readonly MediaId[]) => Promise<void>
  deleteEntries: (ids: readonly MediaId[]) => Promise<void>
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Messages about uploads between the tabs of one person. */
export type UploadMessage =
  | { readonly kind: 'added'; readonly entry: UploadEntry; readonly file?: Blob }
  | { readonly kind: 'changed'; readonly id: MediaId; readonly changes: UploadChanges }
  | { readonly kind: 'removed'; readonly ids: readonly MediaId[] }

/** What was found in a file, with the pictures made of it. */
export type PreparedFile = {
  readonly sha256: string
  readonly details: MediaDetails
  readonly pictures: readonly {
    readonly role: PictureRole
    readonly fileName: string
    readonly body: Blob
  }[]
}

/** Analyses a file's content without holding it in memory; off the main thread if possible. */
export type PrepareFile = (
  file: { readonly body: Blob; readonly contentType: string; readonly fileName: string },
  signal: AbortSignal,
) => Promise<PreparedFile>

/**
 * Makes an MP4 that every browser plays from a film that few do, with the same frames and rate; resolves with undefined
 * if it cannot, or once `signal` is aborted. Never fails.
 */
export type MakeProxy = (
  film: Blob,
  watch: { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void },
) => Promise<Blob | undefined>
