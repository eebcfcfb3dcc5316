import type { Gateway } from '#core/gateway/ports.ts'
import type { SpaceId } from '#core/lib/ids.ts'

/** Returns the server's explanation of the caller's access to a space, for a report. Fails with an `AppError`. */
export async function explainSpaceAccess(
  spaceId: SpaceId,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<unknown> {
  return await gateway.call('debug_collection_access', { p_space_id: spaceId })
}
