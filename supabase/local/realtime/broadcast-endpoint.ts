import { isRecord } from './codec.ts'
import type { ConnectionContext } from './connection.ts'
import { loadPermissions, publicPermissions } from './authorise.ts'
import type { Identity } from './token.ts'
import { assertLive, BadToken } from '../access-token.ts'
import { findJsonRefusal } from '../request-limits.ts'
import { InvalidToken, readToken } from './token.ts'

const root = '/realtime/v1/api/broadcast'
const largestBodyBytes = 1024 * 1024
/** A call sends each message to its windows, and asks the database about each private topic. */
const mostMessages = 100

type Posted = { topic: string; event: string; payload: unknown; isPrivate: boolean }

/**
 * Broadcasts over HTTP: many messages in one JSON body, or one of any type at `/<topic>/events/<event>`. To a private
 * topic only what the policies let the caller send is delivered; the rest is silently dropped, as on a hosted project.
 */
export function makeBroadcastEndpoint({ relay, database, keys }: ConnectionContext) {
  async function canSend({ topic, isPrivate }: Posted, { claims }: Identity): Promise<boolean> {
    const permissions = isPrivate ? await loadPermissions(database, topic, claims) : publicPermissions
    return permissions.canWriteBroadcast
  }

  return async function answer(request: Request): Promise<Response> {
    const apiKey = request.headers.get('apikey') ?? ''
    if (!keys.apiKeys.includes(apiKey))
      return fail(401, 'Unauthorized: send a key of this host as apikey, and a session as Authorization: Bearer')
    if (request.method !== 'POST') return fail(405, 'Method not allowed')
    try {
      const identity = await readToken(toBearer(request) ?? apiKey, keys)
      await assertLive(database, identity.claims)
      const posted = await readMessages(request)
      if (posted === undefined) return fail(422, 'The body holds no messages')
      if (posted.length > mostMessages) return fail(413, `A call has at most ${mostMessages} messages`)
      for (const message of posted)
        if (await canSend(message, identity)) relay.broadcast({ ...message, topic: `realtime:${message.topic}` })
      return new Response(undefined, { status: 202 })
    } catch (error) {
      if (error instanceof BadToken) return fail(401, `InvalidJWTToken: ${error.message}`)
      if (error instanceof InvalidToken) return fail(401, error.message)
      throw error
    }
  }
}

async function readMessages(request: Request): Promise<Posted[] | undefined> {
  const url = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.byteLength > largestBodyBytes) return undefined
  const [, topic, event] = /^\/([^/]+)\/events\/([^/]+)$/.exec(url.pathname.slice(root.length)) ?? []
  const isBinary = request.headers.get('content-type') === 'application/octet-stream'
  const json = isBinary ? undefined : parseJson(body)
  if (topic !== undefined && event !== undefined)
    return [
      {
        topic: decodeURIComponent(topic),
        event: decodeURIComponent(event),
        payload: isBinary ? body : json,
        isPrivate: url.searchParams.get('private') === 'true',
      },
    ]
  const messages = isRecord(json) && Array.isArray(json['messages']) ? json['messages'] : undefined
  return messages?.filter(isRecord).map((message) => ({
    topic: String(message['topic']),
    event: String(message['event']),
    payload: message['payload'],
    isPrivate: message['private'] === true,
  }))
}

function parseJson(body: Uint8Array): unknown {
  if (findJsonRefusal(body) !== undefined) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const toBearer = (request: Request): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

const fail = (status: number, message: string): Response => Response.json({ message }, { status })
