import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

export type OpenedSpace = { readonly space: Space; readonly replica: SpaceReplica }

/** A project with all that is in its spaces, and what its items are made with. */
export type ProjectContent = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly project: ProjectRow
  readonly studioSlug: string
  readonly casting: CastingReplica
  /** In their order. */
  readonly spaces: readonly OpenedSpace[]
  /** Grows with each change of anything in it. */
  readonly version: number
}
