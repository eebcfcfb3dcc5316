import type { Peers, Told } from '../hosts/peers.ts'
import { deliverBroadcast, type Broadcast } from './broadcast.ts'
import type { Channel, Channels, Topic } from './channel.ts'
import { sendDifference, sendPresenceState, toShown, track, untrack, type Difference, type Shown } from './presence.ts'

type News =
  | { kind: 'hello' }
  | { kind: 'broadcast'; broadcast: Broadcast }
  | { kind: 'bytes'; broadcast: Omit<Broadcast, 'payload'>; base64: string }
  | { kind: 'presence'; difference: Difference }
  | { kind: 'present'; shown: Shown[] }

/** Carries messages between members of channels, whichever of several hosts they are connected to. */
export class Relay {
  readonly #channels: Channels
  readonly #peers: Peers
  /** The people each other host shows, by the reference of their presence. */
  readonly #elsewhere = new Map<string, Map<string, Shown>>()

  constructor(channels: Channels, peers: Peers) {
    this.#channels = channels
    this.#peers = peers
    peers.follow({ hear: (host, told) => this.#hear(host, told as News), lose: (host) => this.#replace(host, []) })
  }

  /** Sends to everybody on the topic, optionally `except` the sender. */
  broadcast(broadcast: Broadcast, except?: Channel): void {
    deliverBroadcast(this.#channels, broadcast, except)
    const { payload, ...rest } = broadcast
    if (payload instanceof Uint8Array)
      this.#tell({ kind: 'bytes', broadcast: rest, base64: Buffer.from(payload).toString('base64') })
    else this.#tell({ kind: 'broadcast', broadcast })
  }

  sendState(channel: Channel): void {
    const isHere = isOn(channel)
    const elsewhere = [...this.#elsewhere.values()].flatMap((shown) => [...shown.values()]).filter(isHere)
    sendPresenceState(this.#channels, channel, elsewhere)
  }

  track(channel: Channel, details: unknown): void {
    this.#show(track(channel, details))
  }

  untrack(channel: Channel): void {
    const difference = untrack(channel)
    if (difference !== undefined) this.#show(difference)
  }

  #show(difference: Difference): void {
    sendDifference(this.#channels, difference)
    this.#tell({ kind: 'presence', difference })
  }

  #tell(news: News): void {
    this.#peers.tell(news satisfies Told)
  }

  #hear(host: string, news: News): void {
    switch (news.kind) {
      case 'hello':
        return this.#tell({ kind: 'present', shown: this.#channels.listAll().flatMap(toShown) })
      case 'present':
        return this.#replace(host, news.shown)
      case 'presence':
        return this.#change(host, news.difference)
      case 'broadcast':
        return deliverBroadcast(this.#channels, news.broadcast)
      case 'bytes': {
        const payload = new Uint8Array(Buffer.from(news.base64, 'base64'))
        return deliverBroadcast(this.#channels, { ...news.broadcast, payload })
      }
    }
  }

  #change(host: string, { key, joins, leaves, ...topic }: Difference): void {
    const shown = this.#elsewhere.get(host) ?? new Map<string, Shown>()
    this.#elsewhere.set(host, shown)
    const isKnown = leaves !== undefined && shown.delete(leaves.phx_ref)
    if (joins !== undefined) shown.set(joins.phx_ref, { ...topic, key, meta: joins })
    if (joins !== undefined || isKnown)
      sendDifference(this.#channels, { ...topic, key, ...(joins && { joins }), ...(isKnown && { leaves }) })
  }

  /** A host reports its presences anew, or is gone. */
  #replace(host: string, shown: readonly Shown[]): void {
    const before = this.#elsewhere.get(host) ?? new Map<string, Shown>()
    const refs = new Set(shown.map(({ meta }) => meta.phx_ref))
    for (const { meta, ...who } of before.values())
      if (!refs.has(meta.phx_ref)) this.#change(host, { ...who, leaves: meta })
    for (const { meta, ...who } of shown) if (!before.has(meta.phx_ref)) this.#change(host, { ...who, joins: meta })
    if (shown.length === 0) this.#elsewhere.delete(host)
  }
}

const isOn =
  (channel: Topic) =>
  ({ topic, isPrivate }: Topic): boolean =>
    topic === channel.topic && isPrivate === channel.isPrivate
