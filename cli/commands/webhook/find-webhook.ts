import { findNamed } from '#cli/select/find-named.ts'
import { listWebhooks, type Webhook } from '#core/webhooks/manage-webhooks.ts'
import type { Context } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'

/** Loads the selected studio's webhooks. */
export async function loadWebhooks(context: Context): Promise<readonly Webhook[]> {
  const studio = await findStudio(context)
  return await listWebhooks(studio.id, { gateway: await context.loadGateway() })
}

/** Finds the webhook by name or id. */
export async function findWebhook(which: string, context: Context): Promise<Webhook> {
  return findNamed(await loadWebhooks(context), which, { noun: 'webhook' })
}
