import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { listDeliveries, listWebhooks, type Delivery, type Webhook } from './manage-webhooks.ts'

type OfStudio = { readonly studioId: StudioId }

/** A studio's webhooks by name, for those who manage its users. */
export const webhooksQuery = defineQuery<OfStudio, Webhook>({
  name: 'webhooks',
  fields: {
    id: true,
    name: true,
    url: true,
    kinds: true,
    form: true,
    projectId: true,
    condition: true,
    isActive: true,
    failingSince: true,
  },
  fetch: async (gateway, { studioId }) => ({
    items: await listWebhooks(studioId, { gateway }),
    next: undefined,
  }),
})

/** A webhook's latest deliveries. */
export const deliveriesQuery = defineQuery<OfStudio & { readonly webhookId: string }, Delivery>({
  name: 'webhook-deliveries',
  fields: {
    id: true,
    seq: true,
    kind: true,
    state: true,
    attempts: true,
    status: true,
    answer: true,
    createdAt: true,
    nextAt: true,
    isReplay: true,
  },
  fetch: async (gateway, { webhookId }) => ({
    items: await listDeliveries(webhookId, 20, { gateway }),
    next: undefined,
  }),
})
