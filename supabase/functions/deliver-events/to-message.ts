import { toEvent } from '#core/events/event.ts'
import { lineOf } from '#core/events/describe-event.ts'

export type WebhookForm = 'standard' | 'slack' | 'discord' | 'mattermost' | 'teams'

/** Makes the body of a delivery in the format of its address: as signed, or a line of text for a chat tool. */
export function toMessage(form: WebhookForm, body: string, appUrl: string): string {
  if (form === 'standard') return body
  const { data }: { data?: unknown } = Object(JSON.parse(body))
  const event = toEvent(data)
  const line = event === undefined ? 'Something happened' : lineOf(event)
  const address = event?.url === undefined || appUrl === '' ? '' : `${appUrl}${event.url}`
  return toChatText(form, line, address)
}

/** Makes a line of text in a chat tool's format, with the address it leads to, if any. */
export function toChatText(form: Exclude<WebhookForm, 'standard'>, line: string, address: string): string {
  switch (form) {
    case 'slack':
      return JSON.stringify({ text: escapeSlack(line) + (address && ` <${address}|Open>`) })
    case 'discord':
      // Names written into a comment must not mention anybody.
      return JSON.stringify({
        content: [line, address].filter(Boolean).join('\n').slice(0, 2000),
        allowed_mentions: { parse: [] },
      })
    case 'mattermost':
      return JSON.stringify({ text: line.replaceAll('@', '@\u200b') + (address && ` [Open](${address})`) })
    case 'teams':
      return JSON.stringify({ type: 'message', attachments: [toCard(line, address)] })
  }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toCard(text: string, address: string): object {
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [{ type: 'TextBlock', text, wrap: true }],
      ...(address !== '' && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: address }] }),
    },
  }
}
