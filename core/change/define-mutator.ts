import type { GenericSchema } from 'valibot'
import type { ErrorCode } from '#core/lib/errors.ts'
import type { AnyId, MediaId, OperationId } from '#core/lib/ids.ts'
import type { messages } from '#core/lib/messages.ts'
import type { AnyMutation, Call } from './mutation.ts'
import type { RowReader, Transaction } from './transaction.ts'

/** The error codes whose messages take no values. */
export type PlainErrorCode = { [Code in ErrorCode]: (typeof messages)[Code] extends string ? Code : never }[ErrorCode]

/**
 * The part of a change that remains to be made, without rows that already match, are gone, or were changed by others.
 */
export type Plan<Args> =
  | { readonly args: Args; readonly changedCount: number; readonly conflictCount?: number }
  | { readonly refusal: PlainErrorCode }

/**
 * One kind of change, described once: its effect on rows, its inverse, and the call to the server. The same `apply`
 * drives what people see at once and the in-memory server; a property test compares it with the database.
 */
export type Mutator<Kind extends string, Args extends object> = {
  readonly kind: Kind
  /** The schema of the arguments; arguments stored on a device are checked against it. */
  readonly args: GenericSchema<unknown, Args>
  /** Describes the change, for undo and the list of pending changes. */
  readonly label: (args: Args) => string
  /** Ids it concerns besides those of its rows; changes that share one are sent one after the other. */
  readonly about?: (args: Args) => readonly AnyId[]
  /** The files that must be uploaded first. */
  readonly files?: (args: Args) => readonly MediaId[]
  readonly plan?: (rows: RowReader, args: Args) => Plan<Args>
  readonly apply: (tx: Transaction, args: Args) => void
  /** The changes that undo it, in order, worked out before it is applied; none where nothing can. */
  readonly invert?: (rows: RowReader, args: Args, operationId: OperationId) => readonly AnyMutation[]
  readonly send: (args: Args) => Call
}

/** Describes a change; `sync/mutators.ts` lists them all. */
export function defineMutator<const Kind extends string, Args extends object>(
  mutator: Mutator<Kind, Args>,
): Mutator<Kind, Args> {
  return mutator
}

/** The arguments of a mutator. */
export type ArgsOf<M> = M extends Mutator<string, infer Args> ? Args : never

/** Returns a mutator's change as data. */
export function toMutation<Kind extends string, Args extends object>(
  { kind }: Mutator<Kind, Args>,
  args: Args,
): { readonly kind: Kind } & Args {
  return { kind, ...args }
}
