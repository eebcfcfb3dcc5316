import type { Database } from '../queryable.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { assertLive } from '../access-token.ts'
import type { Permissions } from './authorise.ts'
import { loadPermissions, publicPermissions } from './authorise.ts'
import type { Channel, Outlet } from './channel.ts'
import { toName } from './channel.ts'
import type { Message } from './codec.ts'
import { isRecord } from './codec.ts'
import type { Binding } from './filter.ts'
import { parseBinding } from './filter.ts'
import type { Identity, TokenKeys } from './token.ts'
import { readToken } from './token.ts'

const mostBindings = 100

export type JoinContext = { database: Pick<Database, 'query'>; keys: TokenKeys }

/** A join that is not allowed, or not understood; the message is the reason given to the client. */
export class JoinRefused extends Error {}

/**
 * Makes the membership that a join requests; throws JoinRefused, InvalidToken or BadToken. `apiKey` stands in for a
 * missing token.
 */
export async function makeChannel(
  { database, keys }: JoinContext,
  message: Message,
  { outlet, apiKey }: { outlet: Outlet; apiKey: string },
): Promise<Channel> {
  const { topic, payload } = message
  if (!/^realtime:./s.test(topic) || Buffer.byteLength(topic) > 255)
    throw new JoinRefused('TopicNameRequired: no such topic')
  const config = toRecord(payload['config'])
  const broadcast = toRecord(config['broadcast'])
  const presence = toRecord(config['presence'])
  const isPrivate = config['private'] === true
  const identity = await readToken(payload['access_token'] ?? apiKey, keys)
  const permissions = await authorise(database, { topic, isPrivate }, identity)
  return {
    outlet,
    topic,
    joinRef: message.joinRef ?? message.ref ?? null,
    isPrivate,
    identity,
    permissions,
    bindings: parseBindings(config['postgres_changes']),
    broadcast: { toSelf: broadcast['self'] === true, isAcknowledged: broadcast['ack'] === true },
    presence: {
      isEnabled: presence['enabled'] === true,
      key: typeof presence['key'] === 'string' && presence['key'] !== '' ? presence['key'] : randomUUID(),
    },
  }
}

/**
 * Returns what a person may do on a topic; throws JoinRefused if they may not even listen, BadToken if their session
 * has ended.
 */
export async function authorise(
  database: Pick<Database, 'query'>,
  { topic, isPrivate }: Pick<Channel, 'topic' | 'isPrivate'>,
  { claims }: Identity,
): Promise<Permissions> {
  await assertLive(database, claims)
  if (!isPrivate) return publicPermissions
  const permissions = await loadPermissions(database, toName(topic), claims)
  if (permissions.canReadBroadcast || permissions.canReadPresence) return permissions
  throw new JoinRefused(`Unauthorized: You do not have permissions to read from this Channel topic: ${toName(topic)}`)
}

function parseBindings(value: unknown): Binding[] {
  const asked: unknown[] = Array.isArray(value) ? value : []
  if (asked.length > mostBindings) throw new JoinRefused(`At most ${mostBindings} bindings fit on a channel`)
  return asked.map((binding) => {
    const parsed = parseBinding(binding, randomInt(1, 2 ** 31))
    if (typeof parsed === 'string') throw new JoinRefused(parsed)
    return parsed
  })
}

const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
