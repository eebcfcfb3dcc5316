import type { Rev, TaskId } from '#core/lib/ids.ts'

/** A change as data: it can be stored offline, sent twice without harm, shown when refused, and undone. */
export type AnyMutation = { readonly kind: string; readonly [argument: string]: unknown }

/** Why a bulk change skipped a task. */
export type SkipReason = 'disabled' | 'not_found' | 'unchanged' | 'conflict'

/** A task that a bulk change skipped. */
export type Skipped = { readonly taskId: TaskId; readonly reason: SkipReason }

/** The server's confirmation that a change is committed. */
export type WriteAnswer = {
  /** The studio revision that contains it, if the server states one; a later pull brings it in any case. */
  readonly rev: Rev | undefined
  readonly skipped: readonly Skipped[]
}

/** The call that asks the server for a change: a procedure, which also receives the write's own id. */
export type Call = {
  readonly procedure: string
  readonly args: Readonly<Record<string, unknown>>
  /** Reads the skipped tasks from the procedure's response, where that has its own form. */
  readonly readSkipped?: (answer: unknown) => readonly Skipped[]
  /** The rows it adds are timestamped: the server is told how long the change waited. */
  readonly isDated?: boolean
  /** It returns nothing, or nothing of use. */
  readonly isSilent?: boolean
}
