import { listDeliveries, testWebhook, type Delivery } from '#core/webhooks/manage-webhooks.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findWebhook } from './find-webhook.ts'

const pauseMs = 500
const tries = 30

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'send a webhook a test event and show the answer',
  run: async ({ webhook: which = '' }: { readonly webhook?: string }, context) => {
    const { id, name } = await findWebhook(which, context)
    const gateway = await context.loadGateway()
    const seq = await testWebhook(id, { gateway })
    let delivery: Delivery | undefined
    for (let turn = 0; turn < tries; turn += 1) {
      delivery = (await listDeliveries(id, 200, { gateway })).find((one) => one.seq === seq)
      if (delivery !== undefined && (delivery.state === 'sent' || delivery.answer !== '')) break
      await pause(context)
    }
    const { state = 'waiting', status = null, answer = '' } = delivery ?? {}
    context.printRecord({ webhook: name, seq, state, status, answer })
    return state === 'sent' ? exitCodes.done : exitCodes.failure
  },
})

async function pause({ clock }: Pick<Context, 'clock'>): Promise<void> {
  await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
}
