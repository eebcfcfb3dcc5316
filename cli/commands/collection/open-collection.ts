import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickSpace } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'

export type CollectionOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly name?: string
  readonly episode?: string
  readonly which?: string
}

export const episodeFlag = flag('--episode <name>', 'the episode it is of, where its space holds several')

export function pick(space: SpaceReplica, { which = '' }: CollectionOptions): CollectionRow {
  return pickOne(space.getCollections(), which, { one: 'collection', many: 'collections' })
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly space: SpaceReplica }

export async function open({ project, space: wanted }: CollectionOptions, context: Context): Promise<Place> {
  if (wanted === undefined) throw usageError('In which space?', 'Pass --space.')
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const { id: spaceId } = pickSpace(studio, { space: wanted, ...(project !== undefined && { project }) })
  return { client, studio, space: await client.openSpace({ studioId: studio.studioId, spaceId }) }
}
