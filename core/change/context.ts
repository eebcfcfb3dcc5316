import type { EpochMs } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import type { AnyId, OperationId, StudioId, UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Mutator, PlainErrorCode } from './define-mutator.ts'
import type { AnyMutation, WriteAnswer } from './mutation.ts'

/** An inverse change as data: it can be stored and carried out after a reload or by another program. */
export type UndoStep = {
  readonly studioId: StudioId
  /** The scopes that must be open to detect changes by others. */
  readonly scopes: readonly Scope[]
  readonly mutation: AnyMutation
}

/** One undoable action; its steps are undone from last to first. */
export type Undo = { readonly label: string; readonly steps: readonly UndoStep[] }

/** A change that is on screen and saved on the device. */
export type Done = {
  readonly id: OperationId
  /** The server's response; pending for as long as that takes. */
  readonly answered: Promise<Result<WriteAnswer>>
  readonly changedCount: number
  /** Rows left alone because somebody else had changed them. */
  readonly conflictCount: number
  /** How to undo it; absent where nothing can. */
  readonly undo?: Undo
}

/** A studio, and the open scope whose rows a change reads, if any. */
export type Opened = { readonly studioId: StudioId; readonly replica?: Replica }

/** What changes need from a client. */
export interface ChangeContext {
  readonly userId: UserId
  readonly clock: { readonly now: () => EpochMs }
  readonly ids: { readonly newId: <Id extends AnyId>() => Id }
  /**
   * Makes a change in a studio, planned on the rows that are open: applies it to them at once, saves it on the device
   * and queues it for sending. A refusal is a failed result.
   */
  readonly mutate: <Args extends object>(
    mutator: Mutator<string, Args>,
    args: Args,
    ...on: readonly [Opened, ...Opened[]]
  ) => Promise<Result<Done>>
}

/** Returns a refusal with its code's message; codes whose messages take values build their own. */
export function refuse(code: PlainErrorCode): Result<never> {
  return err(new AppError(code, messages[code]))
}
