import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '../context.ts'
import type { GlobalOptions } from '../global-options.ts'
import { loadStudio } from '../select/load-studio.ts'
import { pickSpace } from '../select/load-tasks.ts'

export type OpenedSpace = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly name: string
}

/** Opens the space named by `--space`, by name or path; without it, the only one there is. */
export async function openOneSpace(
  options: Pick<GlobalOptions, 'project' | 'space'>,
  context: Context,
): Promise<OpenedSpace> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const { id, name } = pickSpace(studio, options)
  return { client, studio, name, space: await client.openSpace({ studioId: studio.studioId, spaceId: id }) }
}
