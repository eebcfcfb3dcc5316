import { renewWebhookSecret } from '#core/webhooks/manage-webhooks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findWebhook } from './find-webhook.ts'
import { renewSecret, renewalFlags, type RenewalOptions } from './renewal.ts'

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'give a webhook a new secret, which is shown once; the old one stays valid for a day',
  options: renewalFlags,
  run: async ({ webhook: which = '', ...options }: RenewalOptions & { readonly webhook?: string }, context) =>
    await renewSecret(
      { options, find: async () => await findWebhook(which, context), renew: renewWebhookSecret },
      context,
    ),
})
