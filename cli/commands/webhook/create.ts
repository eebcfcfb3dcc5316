import { saveWebhook, webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { newId } from '#core/lib/ids.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag, flagOf } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { loadWebhooks } from './find-webhook.ts'
import { refuseUnknownLiterals } from './refuse-unknown-literals.ts'
import { toWebhookRow } from './to-webhook-row.ts'

type Options = IfMissing & {
  readonly url: string
  readonly name?: string
  readonly kind?: readonly string[]
  readonly form: string
  readonly where?: string
}

export const verb = defineVerb({
  arguments: '<url>',
  summary: 'send the studio’s events to an address; the signing secret is shown once',
  options: [
    flag('--name <name>', 'its name (default: the host of its address)'),
    flag('--kind <kind>', 'only this kind, as task.status_changed, or all of a thing, as task', { as: 'list' }),
    flag('--where <expression>', 'only events that match, as in a rule’s --if: done && next.status == "TO DO"'),
    flagOf('--form <form>', 'save_webhook.p_form'),
    ifMissingFlag,
  ],
  examples: [
    'webhook create https://farm.example/xsheet --kind revision.posted --kind task.status_changed',
    `webhook create https://farm.example/done --kind task.status_changed --where 'done && stage == "Compositing"'`,
  ],
  run: async (options: Options, context) => {
    const form = webhookForms.find((known) => known === options.form)
    if (form === undefined) throw usageError(`There is no form "${options.form}".`, `Use ${webhookForms.join(', ')}.`)
    if (!URL.canParse(options.url)) throw usageError(`"${options.url}" is not an address.`, 'It begins with https://.')
    const studio = await findStudio(context)
    const name = options.name ?? new URL(options.url).hostname
    const present = options.ifMissing === true ? findExisting(await loadWebhooks(context), name, options) : undefined
    if (present !== undefined) {
      context.printRecord({ ...toWebhookRow(present), secret: null })
      return context.say('No change needed. Its secret was shown when it was created.')
    }
    await refuseUnknownLiterals(options.where, { studioId: studio.id, context })
    const webhook = {
      id: newId(),
      name,
      url: options.url,
      kinds: options.kind ?? [],
      form,
      projectId: undefined,
      condition: options.where ?? '',
    }
    const made = await saveWebhook(
      { ...webhook, studioId: studio.id, isActive: true },
      { gateway: await context.loadGateway() },
    )
    // Messages to a chat are not signed.
    const secret = form === 'standard' ? (made.secret ?? null) : null
    context.printRecord({ ...toWebhookRow(made), secret })
    if (secret !== null) context.say('Keep the secret: it cannot be read again.')
  },
})
