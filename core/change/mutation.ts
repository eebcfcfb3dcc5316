import type { Rev, TaskId } from '#core/lib/ids.ts'

/** A change of data as data: it can be kept while offline, sent twice without harm, shown when refused and taken back. */
export type AnyMutation = { readonly kind: string; readonly [argument: string]: unknown }

/** Why a task was left as it is by a bulk change. */
export type SkipReason = 'disabled' | 'not_found' | 'unchanged' | 'conflict'

/** A task that a bulk change left alone. */
export type Skipped = { readonly taskId: TaskId; readonly reason: SkipReason }

/** The server's word that a change is committed. */
export type WriteAnswer = {
  /** The revision that carries it, where the server says; a later pull holds it in any case. */
  readonly rev: Rev | undefined
  readonly skipped: readonly Skipped[]
}

/** How the server is asked for a change: a procedure, which is told the write's own id besides. */
export type Call = {
  readonly procedure: string
  readonly args: Readonly<Record<string, unknown>>
  /** What the procedure's answer says was left alone, where it says so in its own way. */
  readonly readSkipped?: (answer: unknown) => readonly Skipped[]
  /** What it adds bears the time it was made: it is told how long that has waited. */
  readonly isDated?: boolean
  /** It answers nothing, or nothing of use. */
  readonly isSilent?: boolean
}
