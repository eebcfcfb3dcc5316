import type { GenericSchema } from 'valibot'
import type { ErrorCode } from '#core/lib/errors.ts'
import type { AnyId, MediaId, OperationId } from '#core/lib/ids.ts'
import type { messages } from '#core/lib/messages.ts'
import type { AnyMutation, Call } from './mutation.ts'
import type { RowReader, Transaction } from './transaction.ts'

/** The codes whose text takes no values. */
export type PlainErrorCode = { [Code in ErrorCode]: (typeof messages)[Code] extends string ? Code : never }[ErrorCode]

/** What is left of a change when it is made: without what is as wanted already, gone, or somebody else's by now. */
export type Plan<Args> =
  | { readonly args: Args; readonly changedCount: number; readonly conflictCount?: number }
  | { readonly refusal: PlainErrorCode }

/**
 * One change of data, described once: what it does to rows, how it is taken back, and how the server is asked. The same
 * `apply` is what people see at once and what the server in memory does; a property test compares it with the database.
 */
export type Mutator<Kind extends string, Args extends object> = {
  readonly kind: Kind
  /** What the arguments have to be; those that were kept on a device are checked against it. */
  readonly args: GenericSchema<unknown, Args>
  /** What was meant, in words, for undo and the list of pending changes. */
  readonly label: (args: Args) => string
  /** Ids it concerns besides those of its rows: changes that share one are sent one after the other. */
  readonly about?: (args: Args) => readonly AnyId[]
  /** The files that must have arrived first. */
  readonly files?: (args: Args) => readonly MediaId[]
  readonly plan?: (rows: RowReader, args: Args) => Plan<Args>
  readonly apply: (tx: Transaction, args: Args) => void
  /** The changes that take it back, in their order, worked out before it is applied; none where nothing can. */
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

/** A mutator's change as data. */
export function toMutation<Kind extends string, Args extends object>(
  { kind }: Mutator<Kind, Args>,
  args: Args,
): { readonly kind: Kind } & Args {
  return { kind, ...args }
}
