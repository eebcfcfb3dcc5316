import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'
import type { ErrorCode } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '#core/lib/ids.ts'

/**
 * - `queued`: waits for its turn, the network or another try.
 * - `preparing`: its content is looked at: hash, size, pictures of it.
 * - `sending`: its bytes are on their way.
 * - `done`: on the server.
 * - `failed`: refused for good; waits for the person.
 * - `cancelled`: given up by the person; kept without its bytes for those that wait for it.
 */
export type UploadState = 'queued' | 'preparing' | 'sending' | 'done' | 'failed' | 'cancelled'

export type PictureRole = 'poster' | 'thumbnail' | 'filmstrip'

/** A picture made of a file, or the film that stands for it, sent as a file of its own. */
export type DerivedFile = {
  readonly id: MediaId
  readonly role: PictureRole | 'proxy'
  readonly fileName: string
  readonly contentType: string
  readonly isSent: boolean
}

/** A file on its way to the server, without its bytes. */
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
  /** Held by the person, whatever its state. */
  readonly isPaused: boolean
  /** False while only this tab has the bytes: the device has no room for them. */
  readonly isKept: boolean
  readonly sentBytes: number
  /** Over the last seconds; 0 while nothing moves. */
  readonly bytesPerSecond: number
  /** Where its pieces go, once the server has said. */
  readonly place?: string
  readonly sha256?: string
  readonly details?: MediaDetails
  readonly derived?: readonly DerivedFile[]
  /** Whether the file itself is there and only its proxy is on its way: what waits for the file goes out. */
  readonly isArrived?: boolean
  /** Why it went without a proxy that was made. */
  readonly proxyProblem?: string
  /** How far its proxy is, 0 to 100; absent while none is made. */
  readonly proxyPercent?: number
  /** Why it failed, or what the next try waits for. */
  readonly error?: { readonly code: ErrorCode; readonly message: string }
}

/** New values of some fields; `undefined` takes one away. */
export type UploadChanges = {
  readonly [Field in Exclude<keyof UploadEntry, 'id'>]?: UploadEntry[Field] | undefined
}

/** Keeps entries and, apart from them, bytes on this device. */
export interface UploadStore {
  load: () => Promise<readonly UploadEntry[]>
  find: (id: MediaId) => Promise<UploadEntry | undefined>
  /** Both or neither; resolves once they are safe on the device. */
  add: (entry: UploadEntry, file: Blob) => Promise<void>
  /** Changes these fields of an entry and no others; nothing where it is gone. */
  change: (id: MediaId, changes: UploadChanges) => Promise<void>
  loadFile: (id: MediaId) => Promise<Blob | undefined>
  saveFile: (id: MediaId, file: Blob) => Promise<void>
  deleteFiles: (ids: readonly MediaId[]) => Promise<void>
  deleteEntries: (ids: readonly MediaId[]) => Promise<void>
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** What the tabs of one person tell each other about uploads. */
export type UploadMessage =
  | { readonly kind: 'added'; readonly entry: UploadEntry; readonly file?: Blob }
  | { readonly kind: 'changed'; readonly id: MediaId; readonly changes: UploadChanges }
  | { readonly kind: 'removed'; readonly ids: readonly MediaId[] }

/** What is found in a file, with pictures made of it. */
export type PreparedFile = {
  readonly sha256: string
  readonly details: MediaDetails
  readonly pictures: readonly {
    readonly role: PictureRole
    readonly fileName: string
    readonly body: Blob
  }[]
}

/** Looks at a file's content without holding it in memory; away from the main thread where there is one. */
export type PrepareFile = (
  file: { readonly body: Blob; readonly contentType: string; readonly fileName: string },
  signal: AbortSignal,
) => Promise<PreparedFile>

/**
 * Makes a film in MP4 that every browser plays of one that few do, of the same frames and rate; undefined where it cannot, and once
 * `signal` is aborted. Never fails.
 */
export type MakeProxy = (
  film: Blob,
  watch: { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void },
) => Promise<Blob | undefined>
