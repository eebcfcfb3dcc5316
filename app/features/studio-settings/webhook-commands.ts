import { newId } from '#core/lib/ids.ts'
import { deleteWebhook, saveWebhook, testWebhook, webhookForms, type Webhook } from '#core/webhooks/manage-webhooks.ts'
import { deliveriesQuery, webhooksQuery } from '#core/webhooks/queries.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { hideSecret, noteMade, openDeliveries, webhookStore } from './webhook-store.ts'

const inDialog = { group: 'Studio', scope: 'dialog', isKeyOnly: true } as const

/** Webhooks of the current studio: made, turned off and on, tried and deleted at once. */
export const webhookCommands = [
  defineCommand({
    ...inDialog,
    id: 'webhook.create',
    title: 'Create the webhook',
    run: async (_context, [url = '', wanted = 'standard', kinds = '', condition = '']) => {
      const { client, studio } = getStudio()
      const name = URL.canParse(url) ? new URL(url).hostname : url
      const form = webhookForms.find((known) => known === wanted) ?? 'standard'
      const webhook = { id: newId(), name, url, kinds: kinds.split(/[\s,]+/).filter(Boolean), form }
      const more = { studioId: studio.studioId, projectId: undefined, condition, isActive: true }
      const { secret } = await saveWebhook({ ...webhook, ...more }, client)
      noteMade(secret === undefined || form !== 'standard' ? undefined : { name, secret })
      await askAgain()
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'webhook.copy-secret',
    title: 'Copy the secret',
    run: async () => {
      if (webhookStore.made === undefined) return
      await navigator.clipboard.writeText(webhookStore.made.secret)
      showToast({ kind: 'success', text: 'Secret copied.' })
    },
  }),
  defineCommand({
    ...inDialog,
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
  defineCommand({
    ...inDialog,
    id: 'webhook.test',
    title: 'Send the webhook a test',
    run: async (_context, [id = '']) => {
      await testWebhook(id, getStudio().client)
      openDeliveries(id)
      showToast({ text: 'A test is on its way; its answer appears in the log.' })
      await askAgain()
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'webhook.log',
    title: 'Show what was delivered',
    run: (_context, [id = '']) => openDeliveries(webhookStore.openId === id ? undefined : id),
  }),
  defineCommand({
    ...inDialog,
    id: 'webhook.delete',
    title: 'Delete the webhook',
    run: async (_context, [id = '']) => {
      await deleteWebhook(id, getStudio().client)
      hideSecret()
      await askAgain()
    },
  }),
]

function findWebhook(id: string): Webhook | undefined {
  return getPage(webhooksQuery({ studioId: getStudio().studio.studioId })).rows.find((one) => one.id === id)
}

async function askAgain(): Promise<void> {
  const { client, studio } = getStudio()
  const { studioId } = studio
  await client.pages.refresh(webhooksQuery({ studioId }))
  const { openId } = webhookStore
  if (openId !== undefined) await client.pages.refresh(deliveriesQuery({ studioId, webhookId: openId }))
}
