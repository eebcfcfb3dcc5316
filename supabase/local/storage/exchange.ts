import { AsyncLocalStorage } from 'node:async_hooks'
import type { Commit, OpenedObject, StagedFile } from './object-store.ts'

/**
 * One HTTP exchange with the storage API, shared by the shim in front of lite and the adapter behind it: lite, in
 * between, decides who may do what, but neither streams, nor knows ranges, nor limits undeclared sizes.
 */
export type Exchange = {
  /** Only checks whether the write would be allowed. */
  isProbe: boolean
  limitBytes: number
  /** The declared size, if any. */
  announcedBytes?: number | undefined
  userMetadata?: Record<string, unknown> | undefined
  /** The type to store if lite is given another one. */
  contentType?: string | undefined
  /** lite drops it for signed uploads. */
  cacheControl?: string | undefined
  /** Set once lite has let a write through. */
  isAllowed: boolean
  staged?: StagedFile | undefined
  /** Another request wrote the object while this one was being received. */
  isRaced: boolean
  failure?: 'too-large' | 'cut-off' | 'bad-key' | 'missing' | undefined
  commit?: Commit | undefined
  /** Gives up the object's turn. */
  release?: (() => void) | undefined
  opened?: OpenedObject | undefined
}

const exchanges = new AsyncLocalStorage<Exchange>()

export const findExchange = (): Exchange | undefined => exchanges.getStore()

export function runExchange<Result>(exchange: Exchange, work: () => Promise<Result>): Promise<Result> {
  return exchanges.run(exchange, work)
}

export function makeExchange(options: Partial<Exchange> = {}): Exchange {
  return { isProbe: false, isAllowed: false, isRaced: false, limitBytes: Number.POSITIVE_INFINITY, ...options }
}
