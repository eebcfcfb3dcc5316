import { replayWebhook } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { findWebhook } from './find-webhook.ts'

type Options = { readonly webhook?: string; readonly from?: number; readonly to?: number }

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'deliver events again, with their original ids',
  options: [
    flag('--from <number>', 'number of the first event', { as: 'number' }),
    flag('--to <number>', 'number of the last event (default: the newest)', { as: 'number' }),
  ],
  run: async ({ webhook: which = '', from, to }: Options, context) => {
    if (from === undefined || !Number.isInteger(from) || from < 1)
      throw usageError('--from must be the number of an event.')
    if (to !== undefined && !(Number.isInteger(to) && to >= from)) throw usageError('--to must not be before --from.')
    const { id, name } = await findWebhook(which, context)
    const count = await replayWebhook({ id, from, to }, { gateway: await context.loadGateway() })
    context.printRecord({ webhook: name, events: count })
  },
})
