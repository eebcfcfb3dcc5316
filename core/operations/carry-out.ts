import type { UndoEntry } from '../domain/undo-history.ts'
import { AppError, type ErrorCode } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { Committed, StudioClient } from '../sync/make-client.ts'
import type { Write } from '../sync/outbox.ts'

/** What operations need of a client. */
export type OperationContext = Pick<StudioClient, 'commit' | 'ids' | 'clock' | 'userId'>

/** Carries an operation out again, or back. */
export type Step = () => Promise<Result<Done>>

/** An operation that is on screen and safe on the device; `answered` tells what the server says in the end. */
export type Done = Committed & {
  readonly changedCount: number
  /** Rows left alone because somebody else changed them meanwhile. */
  readonly conflictCount: number
  /** How to take it back; absent where nothing can. */
  readonly undo?: UndoEntry<Step>
}

/** What an operation changed, and how to take that back. */
export type Effect = {
  readonly changedCount: number
  readonly conflictCount?: number
  readonly revert?: Step
  /** Does it again after it was taken back; the same operation unless given. */
  readonly apply?: Step
}

/** Commits a write; a failure to keep it on the device is a result, not an exception. */
export async function carryOut(context: OperationContext, write: Write, effect: Effect): Promise<Result<Done>> {
  const { changedCount, conflictCount = 0, revert } = effect
  const apply = effect.apply ?? (async () => await carryOut(context, write, effect))
  try {
    const committed = await context.commit(write)
    return ok({
      ...committed,
      changedCount,
      conflictCount,
      ...(revert === undefined ? {} : { undo: { label: write.label, steps: [{ apply, revert }] } }),
    })
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
}

/** A refusal with the text of its code; codes whose text takes values are built by hand. */
export function refuse(code: PlainErrorCode): Result<never> {
  return err(new AppError(code, messages[code]))
}

type PlainErrorCode = { [Code in ErrorCode]: (typeof messages)[Code] extends string ? Code : never }[ErrorCode]
