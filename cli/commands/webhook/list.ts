import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadWebhooks } from './find-webhook.ts'
import { toWebhookRow } from './to-webhook-row.ts'

export const verb = defineVerb({
  summary: 'list the studio’s webhooks; for whoever manages its users',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const webhooks = await loadWebhooks(context)
    await printWanted({
      rows: webhooks.map(toWebhookRow),
      fields: ['id', 'name', 'url', 'kinds', 'form', 'where', 'state'],
      columns: ['name', 'url', 'kinds', 'form', 'where', 'state'],
      options,
      context,
    })
  },
})
