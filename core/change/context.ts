import type { EpochMs } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import type { AnyId, OperationId, StudioId, UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { Mutator, PlainErrorCode } from './define-mutator.ts'
import type { AnyMutation, WriteAnswer } from './mutation.ts'

/** A change that takes another one back, as data: it can be kept, and carried out after a reload or in another program. */
export type UndoStep = {
  readonly studioId: StudioId
  /** What has to be open to see whether somebody else was faster. */
  readonly scopes: readonly Scope[]
  readonly mutation: AnyMutation
}

/** What a person did, as one thing to undo: its steps are taken back from the last to the first. */
export type Undo = { readonly label: string; readonly steps: readonly UndoStep[] }

/** A change that is on screen and safe on the device. */
export type Done = {
  readonly id: OperationId
  /** What the server says in the end; waits as long as it takes. */
  readonly answered: Promise<Result<WriteAnswer>>
  readonly changedCount: number
  /** Rows left alone because somebody else changed them meanwhile. */
  readonly conflictCount: number
  /** How to take it back; absent where nothing can. */
  readonly undo?: Undo
}

/** Something opened of a studio, of which a change reads rows; or the studio alone. */
export type Opened = { readonly studioId: StudioId; readonly replica?: Replica }

/** What changes need of a client. */
export interface ChangeContext {
  readonly userId: UserId
  readonly clock: { readonly now: () => EpochMs }
  readonly ids: { readonly newId: <Id extends AnyId>() => Id }
  /**
   * Makes a change in a studio, worked out from what is open: lays it over the rows at once, keeps it on the device and has
   * it sent. A refusal is a result.
   */
  readonly mutate: <Args extends object>(
    mutator: Mutator<string, Args>,
    args: Args,
    ...on: readonly [Opened, ...Opened[]]
  ) => Promise<Result<Done>>
}

/** A refusal with the text of its code; codes whose text takes values are built by hand. */
export function refuse(code: PlainErrorCode): Result<never> {
  return err(new AppError(code, messages[code]))
}
