import type { Space } from '../domain/entities.ts'
import type { SpaceId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

export type SpaceFields = Partial<Pick<Space, 'name' | 'isActive' | 'thumbnailMediaId' | 'position'>>

/** Changes a space's settings; its address stays (ruling 10). */
export async function updateSpace(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId; readonly fields: SpaceFields },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, spaceId } = input
  const name = input.fields.name?.trim()
  if (name === '') return refuse('space-name-missing')
  const fields = { ...input.fields, ...(name === undefined ? {} : { name }) }
  const { studioId, replica } = studio
  const changes = [{ key: spaceId, fields }]
  return await setRowFields({ studioId, replica, table: 'spaces', label: 'Change space', changes }, context)
}
