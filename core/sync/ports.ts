import type { Mutation } from './mutators.ts'
import type { WriteAnswer } from '#core/change/mutation.ts'
import type { Rows, TableName } from '#core/schema/tables.ts'
import type { Scope, StudioAccess } from '#core/schema/scope.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { ErrorCode } from '#core/lib/errors.ts'
import type { AnyId, OperationId, Rev, StudioId } from '#core/lib/ids.ts'
import type { Patch } from './patches.ts'
import type { UploadMessage } from './uploads/ports.ts'

/**
 * - `pending`: waiting for its turn, on its way, or waiting for another try.
 * - `sent`: committed; kept until the server's rows are in the cache.
 * - `refused`: taken back on screen, kept with its text until the person retries or dismisses it.
 */
export type OutboxState = 'pending' | 'sent' | 'refused'

/** One write of a person, kept on the device until the server has it. */
export type OutboxEntry = {
  readonly id: OperationId
  /** Where it stands in the order of this device's writes. */
  readonly order: number
  readonly studioId: StudioId
  /** What was meant, in words. */
  readonly label: string
  readonly mutation: Mutation
  readonly patches: readonly Patch[]
  /** Ids it concerns besides those of its patches: writes that share one are sent one after the other. */
  readonly about: readonly AnyId[]
  readonly state: OutboxState
  /** What the server said of a sent one. */
  readonly answer?: WriteAnswer
  /** Why it was refused. */
  readonly error?: { readonly code: ErrorCode; readonly message: string }
  readonly createdAt: EpochMs
}

/** A write as it lies on the device: whatever was left there under its id. */
export type KeptEntry = { readonly [Field in keyof OutboxEntry]?: unknown } & Pick<OutboxEntry, 'id'>

/** A scope as kept on the device: the server's rows without pending writes. */
export type CachedScope = {
  readonly scope: Scope
  readonly rev: Rev
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] }
  readonly access?: StudioAccess
}

/** Keeps scopes and pending writes of one person on this device. A scope that cannot be read is dropped, never half believed. */
export interface LocalStore {
  loadScope: (scope: Scope) => Promise<CachedScope | undefined>
  /** Keeps a scope in place of what was kept of it, unless that is newer: tabs share a device and save when they will. */
  saveScope: (cached: CachedScope) => Promise<void>
  deleteScope: (scope: Scope) => Promise<void>
  /** As they were kept, to be judged by whoever reads them. */
  loadEntries: () => Promise<readonly KeptEntry[]>
  /** Resolves once the entry is safe on the device. */
  saveEntry: (entry: OutboxEntry) => Promise<void>
  deleteEntries: (ids: readonly OperationId[]) => Promise<void>
  loadMeta: (key: string) => Promise<unknown>
  saveMeta: (key: string, value: unknown) => Promise<void>
  /** Forgets everything, at sign-out. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Time, so that tests can hold it. */
export interface Clock {
  now: () => EpochMs
  /** Milliseconds since some moment of this program: it only goes forward, whatever is done to the time of day. */
  elapsed: () => number
  /** Calls back once after so many milliseconds; the answer cancels. */
  after: (milliseconds: number, callback: () => void) => () => void
}

/** Chance, so that tests can repeat it. */
export interface IdSource {
  newId: <Id extends AnyId>() => Id
  /** At least 0, below 1. */
  random: () => number
}

/** Whether the device has a network, as far as it can tell. */
export interface Online {
  isOnline: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Whether the person can see what is shown. */
export interface Visibility {
  isVisible: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** What tabs tell each other: a write was added, or came to this; and what becomes of files. */
export type TabMessage =
  | { readonly kind: 'entry'; readonly entry: OutboxEntry }
  | { readonly kind: 'forget'; readonly ids: readonly OperationId[] }
  | UploadMessage

/** The other tabs of the same person, one of which does the work of all. */
export interface Tabs {
  /** Calls back when this tab becomes the one that works, until stopped. */
  lead: (onLead: () => void) => () => void
  post: (message: TabMessage) => void
  subscribe: (listener: (message: TabMessage) => void) => () => void
}
