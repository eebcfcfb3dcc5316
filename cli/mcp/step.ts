import type { Unchanged } from '#core/gateway/ports.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '#cli/context.ts'
import type { Verb } from './run-verb.ts'

/** What a step is planned with: the caller and what they see. */
export type StepPlace = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly context: Context
  readonly options: { readonly project?: string; readonly space?: string }
  readonly now: number
  /** The folders from which files may be sent. */
  readonly folders: readonly string[]
}

/** Rows by table that a command overwrites; it is refused if one has changed since it was read. */
export type OverwrittenRows = Unchanged['rows']

export type StepCommand = {
  readonly verb: Verb
  readonly values: Readonly<Record<string, unknown>>
  readonly over?: OverwrittenRows
}

/** A step's changes, with the studio's state they depend on. */
export type StepPlan = {
  readonly changes: readonly { readonly id: string; readonly path: string; readonly change: string }[]
  readonly left: readonly { readonly path: string; readonly reason: string }[]
  readonly commands: readonly StepCommand[]
  readonly state: unknown
}
