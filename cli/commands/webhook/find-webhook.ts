import { listWebhooks, type Webhook } from '#core/webhooks/manage-webhooks.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'

/** Loads the selected studio's webhooks. */
export async function loadWebhooks(context: Context): Promise<readonly Webhook[]> {
  const studio = await findStudio(context)
  return await listWebhooks(studio.id, { gateway: await context.loadGateway() })
}

/** Finds the webhook by name or id. */
export async function findWebhook(which: string, context: Context): Promise<Webhook> {
  const webhooks = await loadWebhooks(context)
  const byId = webhooks.filter(({ id }) => id === which)
  const found = byId.length > 0 ? byId : webhooks.filter(({ name }) => name.toLowerCase() === which.toLowerCase())
  const [first, second] = found
  if (first === undefined)
    throw nothingMatched(`There is no webhook "${which}".`, 'List them with: studio-cli webhook list')
  if (second !== undefined) throw usageError(`"${which}" is the name of ${found.length} webhooks.`, 'Use an id.')
  return first
}
