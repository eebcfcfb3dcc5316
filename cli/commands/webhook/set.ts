import { saveWebhook, webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { findWebhook } from './find-webhook.ts'
import { refuseUnknownLiterals } from './refuse-unknown-literals.ts'
import { toWebhookRow } from './to-webhook-row.ts'

type Options = {
  readonly webhook?: string
  readonly name?: string
  readonly url?: string
  readonly kind?: readonly string[]
  readonly where?: string
  readonly form?: string
  readonly state?: string
}

export const verb = defineVerb({
  arguments: '<webhook>',
  summary: 'change a webhook, by name or id: its name, address, kinds, expression or form; or turn it on and off',
  options: [
    flag('--name <name>', 'its name'),
    flag('--url <address>', 'its new address, also for what is still waiting'),
    flag('--kind <kind>', 'replaces its kinds; all for everything', { as: 'list' }),
    flag('--where <expression>', 'only events that match; "" for everything'),
    flag('--form <form>', `form the address expects: ${webhookForms.join(', ')}`),
    flag('--state <state>', 'on, or off'),
  ],
  examples: [
    `webhook set farm.example --where 'done && stage == "Compositing"'`,
    'webhook set farm.example --kind revision.posted --url https://farm.example/next',
  ],
  run: async (options: Options, context) => {
    const { state, url } = options
    if (state !== undefined && state !== 'on' && state !== 'off') throw usageError('--state is on or off.')
    const form = webhookForms.find((known) => known === options.form)
    if (options.form !== undefined && form === undefined)
      throw usageError(`There is no form "${options.form}".`, `Use ${webhookForms.join(', ')}.`)
    if (url !== undefined && !URL.canParse(url))
      throw usageError(`"${url}" is not an address.`, 'It begins with https://.')
    const webhook = await findWebhook(options.webhook ?? '', context)
    const studio = await findStudio(context)
    await refuseUnknownLiterals(options.where, { studioId: studio.id, context })
    const kinds = options.kind?.includes('all') === true ? [] : options.kind
    const saved = await saveWebhook(
      {
        ...webhook,
        studioId: studio.id,
        name: options.name ?? webhook.name,
        url: url ?? webhook.url,
        kinds: kinds ?? webhook.kinds,
        condition: options.where ?? webhook.condition,
        form: form ?? webhook.form,
        isActive: state === undefined ? webhook.isActive : state === 'on',
      },
      { gateway: await context.loadGateway() },
    )
    context.printRecord(toWebhookRow(saved))
  },
})
