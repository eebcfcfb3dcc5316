import { newId } from '#core/lib/ids.ts'
import { countOf } from '#core/lib/text.ts'
import {
  deleteWebhook,
  renewWebhookSecret,
  replayWebhook,
  saveWebhook,
  testWebhook,
  webhookForms,
  type Webhook,
} from '#core/webhooks/manage-webhooks.ts'
import { deliveriesQuery, webhooksQuery } from '#core/webhooks/queries.ts'
import { defineWith, type ArgumentPage } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { askOldSecret } from './secret-arguments.ts'
import {
  askToDelete,
  editWebhook,
  hideSecret,
  setMadeWebhook,
  openDeliveries,
  showSecret,
  webhookStore,
} from './webhook-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const defineInSettings = defineWith({ group: 'Studio', scope: 'dialog', keywords: ['webhook'] })
const askWebhook: ArgumentPage = {
  id: 'webhook',
  placeholder: 'Webhook',
  options: () => getWebhooks().map(({ id, name, url }) => ({ value: id, label: name, detail: url })),
  empty: 'There are no webhooks yet.',
}
const askFirstEvent: ArgumentPage = {
  id: 'from',
  placeholder: 'Number of the first event',
  options: () => [],
  free: true,
}
const defineInDialog = defineWith({ group: 'Studio', scope: 'dialog', isKeyOnly: true })

/** The commands for the studio's webhooks: create, edit, switch, test, replay, renew the secret, delete. */
export const webhookCommands = [
  defineInDialog({
    id: 'webhook.create',
    title: 'Create the webhook',
    run: async (_context, [url = '', wanted = 'standard', kinds = '', condition = '']) => {
      const { client, studio } = getStudio()
      const name = URL.canParse(url) ? new URL(url).hostname : url
      const form = webhookForms.find((known) => known === wanted) ?? 'standard'
      const webhook = { id: newId(), name, url, kinds: readKinds(kinds), form }
      const more = { studioId: studio.studioId, projectId: undefined, condition, isActive: true }
      const { secret } = await saveWebhook({ ...webhook, ...more }, client)
      setMadeWebhook(secret === undefined || form !== 'standard' ? undefined : { name, secret, isOldValid: false })
      await askAgain()
    },
  }),
  defineInSettings({
    id: 'webhook.edit',
    title: 'Change a webhook…',
    args: [askWebhook],
    run: (_context, [id = '']) => editWebhook(webhookStore.editedId === id ? undefined : id),
  }),
  defineInDialog({
    id: 'webhook.save',
    title: 'Save the webhook',
    run: async (_context, [id = '', name = '', url = '', wanted = '', kinds = '', condition = '']) => {
      const { client, studio } = getStudio()
      const webhook = findWebhook(id)
      if (webhook === undefined) return
      const form = webhookForms.find((known) => known === wanted) ?? webhook.form
      const changed = { ...webhook, name, url, form, kinds: readKinds(kinds), condition }
      await saveWebhook({ ...changed, studioId: studio.studioId }, client)
      editWebhook(undefined)
      await askAgain()
    },
  }),
  defineInSettings({
    id: 'webhook.renew-secret',
    title: 'Renew the secret of a webhook…',
    args: [askWebhook, askOldSecret],
    run: async (_context, [id = '', old = 'day']) => {
      const webhook = findWebhook(id)
      if (webhook === undefined) return
      const { secret, oldUntil } = await renewWebhookSecret({ id, isAtOnce: old === 'now' }, getStudio().client)
      showSecret({ name: webhook.name, secret, isOldValid: oldUntil !== undefined })
    },
  }),
  defineInDialog({
    id: 'webhook.copy-secret',
    title: 'Copy the secret',
    run: async () => {
      if (webhookStore.made === undefined) return
      await copyText(webhookStore.made.secret)
      showToast({ kind: 'success', text: 'Secret copied.' })
    },
  }),
  defineInDialog({
    id: 'webhook.switch',
    title: 'Turn the webhook on or off',
    run: async (_context, [id = '']) => {
      const { client, studio } = getStudio()
      const webhook = findWebhook(id)
      if (webhook === undefined) return
      await saveWebhook({ ...webhook, isActive: !webhook.isActive, studioId: studio.studioId }, client)
      await askAgain()
    },
  }),
  defineInDialog({
    id: 'webhook.test',
    title: 'Send the webhook a test',
    run: async (_context, [id = '']) => {
      await testWebhook(id, getStudio().client)
      openDeliveries(id)
      showToast({ text: 'A test is on its way; its answer appears in the log.' })
      await askAgain()
    },
  }),
  defineInDialog({
    id: 'webhook.log',
    title: 'Show the deliveries',
    run: (_context, [id = '']) => openDeliveries(webhookStore.openId === id ? undefined : id),
  }),
  defineInSettings({
    id: 'webhook.replay',
    title: 'Send a webhook events again…',
    args: [askWebhook, askFirstEvent],
    run: async (_context, [id = '', first = '', last]) => {
      const from = Number(first)
      if (!Number.isInteger(from) || from < 1) {
        showToast({ kind: 'error', text: `“${first}” is not the number of an event.` })
        return
      }
      const count = await replayWebhook(
        { id, from, ...(last !== undefined && { to: Number(last) }) },
        getStudio().client,
      )
      openDeliveries(id)
      showToast({ text: `${countOf(count, 'event')} on the way again.` })
      await askAgain()
    },
  }),
  defineInSettings({
    id: 'webhook.delete',
    title: 'Delete a webhook…',
    args: [askWebhook],
    run: async (_context, [id = '', answer]) => {
      // A webhook's secret and log cannot be restored, so this asks first.
      askToDelete(answer === 'yes' ? undefined : id)
      if (answer !== 'yes') return
      await deleteWebhook(id, getStudio().client)
      hideSecret()
      await askAgain()
    },
  }),
]

function readKinds(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function getWebhooks(): readonly Webhook[] {
  return getPage(webhooksQuery({ studioId: getStudio().studio.studioId })).rows
}

function findWebhook(id: string): Webhook | undefined {
  return getWebhooks().find((one) => one.id === id)
}

async function askAgain(): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(webhooksQuery({ studioId: studio.studioId }))
  await refreshLog()
}

/** Reloads the listed deliveries. */
export async function refreshLog(): Promise<void> {
  const { client, studio } = getStudio()
  const { openId } = webhookStore
  if (openId !== undefined)
    await client.pages.refresh(deliveriesQuery({ studioId: studio.studioId, webhookId: openId }))
}
