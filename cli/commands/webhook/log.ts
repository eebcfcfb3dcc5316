import { listDeliveries } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { findWebhook } from './find-webhook.ts'

type Options = WantedOptions & { readonly webhook?: string; readonly limit: number }

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'list a webhook’s deliveries and what was answered, newest first; kept for 30 days',
  options: [flagOf('--limit <count>', 'list_deliveries.p_limit'), rowsFlag],
  run: async ({ webhook: which = '', limit, where }: Options, context) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > 200)
      throw usageError('--limit must be a whole number from 1 to 200.')
    const { id } = await findWebhook(which, context)
    const deliveries = await listDeliveries(id, limit, { gateway: await context.loadGateway() })
    await printWanted({
      rows: deliveries.map((delivery) => ({
        id: delivery.id,
        seq: delivery.seq,
        kind: delivery.kind,
        state: delivery.state,
        attempts: delivery.attempts,
        status: delivery.status ?? null,
        answer: delivery.answer,
        at: delivery.createdAt,
        next: delivery.nextAt ?? null,
        replay: delivery.isReplay,
      })),
      fields: ['id', 'seq', 'kind', 'state', 'attempts', 'status', 'answer', 'at', 'next', 'replay'],
      columns: ['seq', 'kind', 'state', 'replay', 'attempts', 'status', 'answer'],
      options: { where },
      context,
    })
  },
})
