import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Deletes a space with everything in it, for roles with Delete. Undo restores it for 30 days. */
export async function deleteSpace(
  { studio, spaceId }: { readonly studio: StudioReplica; readonly spaceId: SpaceId },
  context: ChangeContext,
): Promise<Result<Done>> {
  if (studio.can('delete') && studio.replica.find('spaces', spaceId) === undefined) return refuse('space-not-found')
  return await context.mutate(deleteRows, { table: 'spaces', keys: [spaceId] }, studio)
}
