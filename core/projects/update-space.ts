import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

export type SpaceFields = Partial<Pick<Space, 'name' | 'isActive' | 'thumbnailMediaId' | 'position'>>

/** Changes a space's settings; its address stays (ruling 10). */
export async function updateSpace(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId; readonly fields: SpaceFields },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, spaceId } = input
  const name = input.fields.name?.trim()
  if (name === '') return refuse('space-name-missing')
  const fields = { ...input.fields, ...(name === undefined ? {} : { name }) }
  const changes = [{ key: spaceId, fields }]
  return await context.mutate(updateRows, { table: 'spaces', changes, label: 'Change space' }, studio)
}
