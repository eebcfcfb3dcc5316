import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadWebhooks } from './find-webhook.ts'
import { toWebhookRow } from './to-webhook-row.ts'

export const verb = defineVerb({
  summary: 'list the studio’s webhooks; for whoever manages its users',
  run: async (_: GlobalOptions, context) => {
    const webhooks = await loadWebhooks(context)
    context.printList({
      rows: webhooks.map(toWebhookRow),
      fields: ['id', 'name', 'url', 'kinds', 'form', 'where', 'state'],
      columns: ['name', 'url', 'kinds', 'form', 'where', 'state'],
    })
  },
})
