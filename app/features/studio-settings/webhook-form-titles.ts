import type { WebhookForm } from '#core/webhooks/manage-webhooks.ts'

/** What reads a webhook or a report, as people call it. */
export const formTitles: Readonly<Record<WebhookForm, string>> = {
  standard: 'A program',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Teams',
}
