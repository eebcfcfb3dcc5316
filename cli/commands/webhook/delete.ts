import { deleteWebhook } from '#core/webhooks/manage-webhooks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findWebhook } from './find-webhook.ts'

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'delete a webhook, by name or id, with its log and what waits; cannot be undone',
  run: async ({ webhook: which = '' }: { readonly webhook?: string }, context) => {
    const { id, name } = await findWebhook(which, context)
    await context.confirm(`This deletes the webhook ${name}. Continue?`)
    await deleteWebhook(id, { gateway: await context.loadGateway() })
    context.printRecord({ id, name, result: 'deleted' })
  },
})
