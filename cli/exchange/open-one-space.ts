import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { usageError } from '../cli-error.ts'
import type { Context } from '../context.ts'
import type { GlobalOptions } from '../global-options.ts'
import { loadStudio } from '../select/load-studio.ts'
import { listSpaces } from '../select/load-tasks.ts'
import { pickOne } from '../select/pick.ts'

export type OpenedSpace = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly name: string
}

/** The one space that `--space` names. */
export async function openOneSpace(
  { project, space: wanted }: Pick<GlobalOptions, 'project' | 'space'>,
  context: Context,
): Promise<OpenedSpace> {
  if (wanted === undefined) throw usageError('In which space?', 'Pass --space.')
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const spaces = listSpaces(studio, { ...(project !== undefined && { project }) })
  const { id, name } = pickOne(spaces, wanted, { one: 'space', many: 'spaces' })
  return { client, studio, name, space: await client.openSpace({ studioId: studio.studioId, spaceId: id }) }
}
