import type { Channel, Channels } from './channel.ts'

/** A message to everybody on a topic. A binary body only reaches clients of protocol 2.0.0. */
export type Broadcast = {
  topic: string
  isPrivate: boolean
  event: string
  payload: unknown
  meta?: Record<string, unknown>
}

/** Sends it to everyone who may receive it, optionally `except` the sender. */
export function deliverBroadcast(channels: Channels, broadcast: Broadcast, except?: Channel): void {
  const { topic, event, payload, meta } = broadcast
  for (const channel of channels.list(broadcast)) {
    if (channel === except || !channel.permissions.canReadBroadcast) continue
    if (payload instanceof Uint8Array) channel.outlet.sendBinary(topic, event, payload)
    else
      channel.outlet.send({
        topic,
        event: 'broadcast',
        payload: { type: 'broadcast', event, payload, ...(meta && { meta }) },
      })
  }
}
