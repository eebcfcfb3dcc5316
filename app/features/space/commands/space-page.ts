import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Scope } from '#app/commands/scopes.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { TimeStats } from '../model/time-stats.ts'

/** What the commands of an open space act on. Grid and kanban share it, each in its own scope. */
export type SpacePage = {
  readonly client: StudioClient
  readonly model: SpaceModel
  readonly stats: TimeStats
  readonly scope: Extract<Scope, 'grid' | 'kanban'>
}
