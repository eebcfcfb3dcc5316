import type { PresenceMeta } from './presence-meta.ts'
import type { Permissions } from './authorise.ts'
import type { Message } from './codec.ts'
import type { Binding } from './filter.ts'
import type { Identity } from './token.ts'

/** The sending end of a socket. */
export interface Outlet {
  send(message: Message): void
  sendBinary(topic: string, event: string, body: Uint8Array): void
  /** Ends a membership for a reason that the client is told. */
  shutDown(channel: Channel, reason: string): void
}

/** A private topic and a public one of the same name are unrelated. */
export type Topic = { readonly topic: string; readonly isPrivate: boolean }

/** One client's membership of one topic. */
export type Channel = {
  outlet: Outlet
  /** As the client writes it: `realtime:` and the name. */
  topic: string
  /** The client's name for this membership; it ignores the end of an earlier one. */
  joinRef: string | null
  isPrivate: boolean
  identity: Identity
  permissions: Permissions
  bindings: Binding[]
  broadcast: { toSelf: boolean; isAcknowledged: boolean }
  presence: { isEnabled: boolean; key: string; meta?: PresenceMeta }
  /** Ends the membership when the token expires. */
  expiry?: NodeJS.Timeout
}

/** The name of a topic as SQL and policies know it. */
export const toName = (topic: string): string => topic.replace(/^realtime:/, '')

/** The members of each topic, of those connected to this host. */
export class Channels {
  readonly #byTopic = new Map<string, Set<Channel>>()

  add(channel: Channel): void {
    const key = toKey(channel)
    const members = this.#byTopic.get(key) ?? new Set()
    this.#byTopic.set(key, members.add(channel))
  }

  delete(channel: Channel): void {
    const members = this.#byTopic.get(toKey(channel))
    members?.delete(channel)
    if (members?.size === 0) this.#byTopic.delete(toKey(channel))
  }

  /** A snapshot of the members of a topic. */
  list(topic: Topic): Channel[] {
    return [...(this.#byTopic.get(toKey(topic)) ?? [])]
  }

  listAll(): Channel[] {
    return [...this.#byTopic.values()].flatMap((members) => [...members])
  }

  listBound(): Channel[] {
    return this.listAll().filter(({ bindings }) => bindings.length > 0)
  }

  listPrivate(): Channel[] {
    return this.listAll().filter(({ isPrivate }) => isPrivate)
  }

  get size(): number {
    return this.#byTopic.size
  }
}

const toKey = ({ topic, isPrivate }: Topic): string => `${isPrivate ? 'private' : 'public'} ${topic}`
