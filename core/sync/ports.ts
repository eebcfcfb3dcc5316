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
 * - `pending`: waiting, being sent, or waiting for a retry.
 * - `sent`: committed; kept until the server's rows are in the cache.
 * - `refused`: rolled back on screen, kept with its text until the person retries or dismisses it.
 */
export type OutboxState = 'pending' | 'sent' | 'refused'

/** One write of a person, stored on the device until the server has it. */
export type OutboxEntry = {
  readonly id: OperationId
  /** Its position in the order of this device's writes. */
  readonly order: number
  readonly studioId: StudioId
  /** Describes the change. */
  readonly label: string
  readonly mutation: Mutation
  readonly patches: readonly Patch[]
  /** Ids it concerns besides those of its patches; writes that share one are sent one after the other. */
  readonly about: readonly AnyId[]
  readonly state: OutboxState
  /** The server's answer to a sent write. */
  readonly answer?: WriteAnswer
  /** Why it was refused. */
  readonly error?: { readonly code: ErrorCode; readonly message: string }
  readonly createdAt: EpochMs
}

/** A write as stored on the device, unvalidated. */
export type KeptEntry = { readonly [Field in keyof OutboxEntry]?: unknown } & Pick<OutboxEntry, 'id'>

/** A scope as stored on the device: the server's rows without pending writes. */
export type CachedScope = {
  readonly scope: Scope
  readonly rev: Rev
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] }
  readonly access?: StudioAccess
}

/**
 * Stores scopes and pending writes of one person on this device. A scope that cannot be read is dropped, never partly
 * used.
 */
export interface LocalStore {
  loadScope: (scope: Scope) => Promise<CachedScope | undefined>
  /** Replaces the stored scope unless that is newer: tabs share a device and save independently. */
  saveScope: (cached: CachedScope) => Promise<void>
  deleteScope: (scope: Scope) => Promise<void>
  /** Returns entries as stored; the caller validates them. */
  loadEntries: () => Promise<readonly KeptEntry[]>
  /** Resolves once the entry is stored on the device. */
  saveEntry: (entry: OutboxEntry) => Promise<void>
  deleteEntries: (ids: readonly OperationId[]) => Promise<void>
  loadMeta: (key: string) => Promise<unknown>
  saveMeta: (key: string, value: unknown) => Promise<void>
  /** Deletes everything, on sign-out. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Time, as a port that tests can control. */
export interface Clock {
  now: () => EpochMs
  /** Returns monotonic milliseconds since some moment in this program, unaffected by changes to the clock. */
  elapsed: () => number
  /** Calls back once after so many milliseconds; the returned function cancels. */
  after: (milliseconds: number, callback: () => void) => () => void
}

/** Ids and random numbers, as a port that tests can make repeatable. */
export interface IdSource {
  newId: <Id extends AnyId>() => Id
  /** Returns a number from 0 up to but not including 1. */
  random: () => number
}

/** Whether the device is online, as far as it can tell. */
export interface Online {
  isOnline: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Whether the window is visible. */
export interface Visibility {
  isVisible: () => boolean
  subscribe: (listener: () => void) => () => void
}

/** Messages between tabs: a write was added, changed or forgotten, or an upload changed. */
export type TabMessage =
  | { readonly kind: 'entry'; readonly entry: OutboxEntry }
  | { readonly kind: 'forget'; readonly ids: readonly OperationId[] }
  | UploadMessage

/** The other tabs of the same person; one tab works for all. */
export interface Tabs {
  /** Calls back when this tab becomes the leader, until stopped. */
  lead: (onLead: () => void) => () => void
  post: (message: TabMessage) => void
  subscribe: (listener: (message: TabMessage) => void) => () => void
}
