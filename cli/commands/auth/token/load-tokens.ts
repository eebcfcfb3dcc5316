import { listAccessTokens, type ListedToken } from '#core/access/manage-tokens.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'

export async function loadTokens(context: Context): Promise<readonly ListedToken[]> {
  const { id } = await findStudio(context)
  return await listAccessTokens(id, { gateway: await context.loadGateway() })
}
