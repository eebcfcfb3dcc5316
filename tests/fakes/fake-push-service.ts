import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as the browser passes it to its service worker, with its headers. */
export type PushMessage = { path: string; headers: IncomingMessage['headers']; payload: Record<string, unknown> }

export type FakePushService = Awaited<ReturnType<typeof startFakePushService>>

/**
 * A push service and the browsers behind it: accepts messages (RFC 8030), verifies the sender (RFC 8292) and decrypts
 * (RFC 8291).
 */
export async function startFakePushService(vapidPublicKey: string) {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  const received: PushMessage[] = []
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>()
  const refused: string[] = []

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer) // a request without an encoding gives buffers
    const answer = answers.get(path) ?? { status: 201 }
    const browser = browsers.get(path)
    try {
      assertSender(request.headers.authorization ?? '', { audience: service.url, vapidPublicKey })
      if (browser !== undefined && answer.status === 201) {
        const payload: unknown = JSON.parse(decrypt(Buffer.concat(pieces), browser).toString())
        received.push({ path, headers: request.headers, payload: Object(payload) as Record<string, unknown> })
      }
      response.writeHead(answer.status, answer.headers).end()
    } catch (error) {
      refused.push(String(error))
      response.writeHead(403).end()
    }
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is of this type.
  const { port } = server.address() as AddressInfo
  const service = {
    url: `http://127.0.0.1:${port}`,
    received,
    refused,
    /** Subscribes another browser; returns what it gives its page. */
    subscribe(path: string): { endpoint: string; p256dh: string; auth: string } {
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = keys.generateKeys()
      browsers.set(path, { keys, auth })
      return {
        endpoint: `${service.url}${path}`,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    /** Sets the response to all requests for this browser from now on. */
    answer(path: string, status: number, headers: Record<string, string> = {}): void {
      answers.set(path, { status, headers })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/**
 * Verifies `Authorization: vapid t=<JWT>, k=<key>`: signed with the deployment's key, for this service, valid for at
 * most a day.
 */
function assertSender(header: string, expected: { audience: string; vapidPublicKey: string }): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  if (key !== expected.vapidPublicKey) throw new Error(`Sent with the key ${key}`)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const [head = '', body = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const seconds = claims.exp - Date.now() / 1000
  if (
    !isSigned ||
    claims.aud !== expected.audience ||
    seconds < 0 ||
    seconds > 86_400 ||
    !/^(mailto|https):/.test(claims.sub)
  )
    throw new Error(`Not a sender: ${body}`)
}

/** Decrypts an `aes128gcm` message (RFC 8188) for one browser (RFC 8291). */
export function decrypt(message: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }): Buffer {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const senderKey = message.subarray(21, 21 + keyLength)
  const sealed = message.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32))
  const pseudoRandomKey = createHmac('sha256', salt).update(secret).digest()
  const expand = (label: string, length: number): Buffer =>
    createHmac('sha256', pseudoRandomKey).update(`${label}\0\u0001`).digest().subarray(0, length)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    expand('Content-Encoding: aes128gcm', 16),
    expand('Content-Encoding: nonce', 12),
  )
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
