import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

export type OpenedSpace = { readonly space: Space; readonly replica: SpaceReplica }

/** An open project with all rows of its spaces, and its casts. */
export type ProjectContent = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly project: ProjectRow
  readonly studioSlug: string
  readonly casting: CastingReplica
  /** In the project's order. */
  readonly spaces: readonly OpenedSpace[]
  /** Increases with each change of anything in it. */
  readonly version: number
}
