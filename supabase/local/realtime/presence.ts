import { randomUUID } from 'node:crypto'
import type { Channel, Channels, Topic } from './channel.ts'
import { isRecord } from './codec.ts'
import type { PresenceMeta } from './presence-meta.ts'

/** A person shown on a topic, with their presence details. */
export type Shown = Topic & { readonly key: string; readonly meta: PresenceMeta }

type Presences = Record<string, { metas: PresenceMeta[] }>

/** Tells a new member who is present; `elsewhere` are those connected to other hosts. */
export function sendPresenceState(channels: Channels, channel: Channel, elsewhere: readonly Shown[]): void {
  if (!canSee(channel)) return
  // Keys are chosen by clients: one may be called __proto__.
  const payload: Presences = Object.create(null) as Presences
  for (const { key, meta } of [...channels.list(channel).flatMap(toShown), ...elsewhere])
    payload[key] = { metas: [...(payload[key]?.metas ?? []), meta] }
  channel.outlet.send({ topic: channel.topic, event: 'presence_state', payload })
}

export type Difference = Topic & { readonly key: string; readonly joins?: PresenceMeta; readonly leaves?: PresenceMeta }

/** Shows a member, or replaces what they showed before; returns the difference. */
export function track(channel: Channel, details: unknown): Difference {
  const before = channel.presence.meta
  const meta = { ...(isRecord(details) ? details : {}), phx_ref: randomUUID() }
  channel.presence.meta = meta
  return { ...toTopic(channel), key: channel.presence.key, joins: meta, ...(before && { leaves: before }) }
}

/** Returns the difference; undefined if they were not shown. */
export function untrack(channel: Channel): Difference | undefined {
  const { meta, key } = channel.presence
  if (meta === undefined) return undefined
  delete channel.presence.meta
  return { ...toTopic(channel), key, leaves: meta }
}

export function sendDifference(channels: Channels, { joins, leaves, key, ...topic }: Difference): void {
  const toPresences = (meta?: PresenceMeta): Presences =>
    meta === undefined ? {} : Object.fromEntries([[key, { metas: [meta] }]])
  const payload = { joins: toPresences(joins), leaves: toPresences(leaves) }
  for (const member of channels.list(topic))
    if (canSee(member)) member.outlet.send({ topic: member.topic, event: 'presence_diff', payload })
}

/** A member's presence; empty if they are not shown. */
export function toShown(channel: Channel): Shown[] {
  const { key, meta } = channel.presence
  return meta === undefined ? [] : [{ ...toTopic(channel), key, meta }]
}

const toTopic = ({ topic, isPrivate }: Channel): Topic => ({ topic, isPrivate })
const canSee = ({ presence, permissions }: Channel): boolean => presence.isEnabled && permissions.canReadPresence
