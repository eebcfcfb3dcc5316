import type { PresenceMeta } from './presence-meta.ts'
import { randomUUID } from 'node:crypto'
import type { Channel, Channels } from './channel.ts'
import { isRecord } from './codec.ts'

type Presences = Record<string, { metas: PresenceMeta[] }>

/** Tells a new member who is there. */
export function sendPresenceState(channels: Channels, channel: Channel): void {
  if (!canSee(channel)) return
  // Keys are chosen by clients: one may be called __proto__.
  const payload: Presences = Object.create(null) as Presences
  for (const { presence } of channels.list(channel)) {
    if (presence.meta === undefined) continue
    const metas = payload[presence.key]?.metas ?? []
    payload[presence.key] = { metas: [...metas, presence.meta] }
  }
  channel.outlet.send({ topic: channel.topic, event: 'presence_state', payload })
}

/** Shows a member to the others, or replaces what they showed before. */
export function track(channels: Channels, channel: Channel, details: unknown): void {
  const before = channel.presence.meta
  const meta = { ...(isRecord(details) ? details : {}), phx_ref: randomUUID() }
  channel.presence.meta = meta
  sendDifference(channels, channel, { joins: meta, ...(before && { leaves: before }) })
}

export function untrack(channels: Channels, channel: Channel): void {
  const { meta } = channel.presence
  if (meta === undefined) return
  delete channel.presence.meta
  sendDifference(channels, channel, { leaves: meta })
}

type Difference = { joins?: PresenceMeta; leaves?: PresenceMeta }

function sendDifference(channels: Channels, channel: Channel, { joins, leaves }: Difference): void {
  const toPresences = (meta?: PresenceMeta): Presences =>
    meta === undefined ? {} : Object.fromEntries([[channel.presence.key, { metas: [meta] }]])
  const payload = { joins: toPresences(joins), leaves: toPresences(leaves) }
  for (const member of channels.list(channel))
    if (canSee(member)) member.outlet.send({ topic: member.topic, event: 'presence_diff', payload })
}

const canSee = ({ presence, permissions }: Channel): boolean => presence.isEnabled && permissions.canReadPresence
