import type { WebSocket } from 'ws'
import { BadToken } from '../access-token.ts'
import type { Channel, Channels, Outlet } from './channel.ts'
import { toName } from './channel.ts'
import type { Message, ProtocolVersion } from './codec.ts'
import { decodeFrame, encodeBinaryBroadcast, encodeMessage, MalformedFrame } from './codec.ts'
import type { JoinContext } from './join.ts'
import { authorise, JoinRefused, makeChannel } from './join.ts'
import type { Relay } from './relay.ts'
import { InvalidToken, readToken } from './token.ts'

const mostChannels = 100
/** Frames waiting to be handled; no client of ours sends faster than that. */
const mostWaiting = 500
/** Unsent bytes after which a socket counts as dead. */
const mostUnsentBytes = 8 * 1024 * 1024
const longestTimerMs = 2 ** 31 - 1

export type ConnectionContext = JoinContext & { channels: Channels; relay: Relay }
export type ConnectionParts = { socket: WebSocket; version: ProtocolVersion; apiKey: string }

/** One socket and its channels. Messages are handled one after the other, in order. */
export class Connection implements Outlet {
  readonly #context: ConnectionContext
  readonly #parts: ConnectionParts
  readonly #channels = new Map<string, Channel>()
  #isOpen = true
  #waiting = 0
  #handled: Promise<void> = Promise.resolve()

  constructor(context: ConnectionContext, parts: ConnectionParts) {
    this.#context = context
    this.#parts = parts
    // ws hands over Buffers unless told otherwise.
    parts.socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    parts.socket.on('close', () => this.#end())
    parts.socket.on('error', () => parts.socket.terminate())
  }

  send(message: Message): void {
    this.#write(encodeMessage(message, this.#parts.version))
  }

  sendBinary(topic: string, event: string, body: Uint8Array): void {
    if (this.#parts.version === '2.0.0') this.#write(encodeBinaryBroadcast({ topic, event, body }))
  }

  #write(frame: string | Buffer): void {
    const { socket } = this.#parts
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostUnsentBytes) socket.terminate()
    else socket.send(frame)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#waiting += 1
    if (this.#waiting > mostWaiting) this.#parts.socket.terminate()
    this.#handled = this.#handled.then(() => this.#handleFrame(data, isBinary)).finally(() => (this.#waiting -= 1))
  }

  async #handleFrame(data: Buffer, isBinary: boolean): Promise<void> {
    if (!this.#isOpen) return
    let message: Message | undefined
    try {
      message = decodeFrame(data, isBinary)
      await this.#handle(message)
    } catch (error) {
      if (message !== undefined) this.#reply(message, 'error', { reason: toReason(error) })
    }
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event } = message
    if (topic === 'phoenix') return this.#reply(message, 'ok')
    if (event === 'phx_join') return this.#join(message)
    const channel = this.#channels.get(topic)
    if (channel === undefined) return this.#reply(message, 'error', { reason: 'unmatched topic' })
    switch (event) {
      case 'phx_leave':
        this.#reply(message, 'ok')
        return this.#close(channel)
      case 'access_token':
        return this.#renew(channel, message.payload['access_token'])
      case 'broadcast':
        return this.#broadcast(channel, message)
      case 'presence':
        return this.#changePresence(channel, message)
      default:
        return this.#reply(message, 'error', { reason: `unknown event ${event}` })
    }
  }

  async #join(message: Message): Promise<void> {
    if (this.#channels.size >= mostChannels && !this.#channels.has(message.topic))
      throw new JoinRefused('ChannelRateLimitReached: Too many channels')
    const channel = await makeChannel(this.#context, message, { outlet: this, apiKey: this.#parts.apiKey })
    if (!this.#isOpen) return
    const before = this.#channels.get(channel.topic)
    if (before !== undefined) this.#leave(before)
    this.#channels.set(channel.topic, channel)
    this.#context.channels.add(channel)
    this.#watchExpiry(channel)

    const bound = channel.bindings.map(({ conditions: _conditions, ...binding }) => binding)
    this.#reply(message, 'ok', { postgres_changes: bound })
    this.#context.relay.sendState(channel)
    if (bound.length > 0) this.#sendSystem(channel, 'postgres_changes', 'Subscribed to PostgreSQL')
  }

  /** A new token may allow less than the old one did. */
  async #renew(channel: Channel, token: unknown): Promise<void> {
    if (typeof token !== 'string') return
    try {
      const identity = await readToken(token, this.#context.keys)
      Object.assign(channel, { identity, permissions: await authorise(this.#context.database, channel, identity) })
      if (this.#channels.get(channel.topic) === channel) this.#watchExpiry(channel)
    } catch (error) {
      this.shutDown(channel, toReason(error))
    }
  }

  #broadcast(channel: Channel, message: Message): void {
    if (!channel.permissions.canWriteBroadcast)
      return this.#reply(message, 'error', {
        reason: 'Unauthorized: You do not have permissions to write to this Channel',
      })
    const { event, payload } = message.payload
    const broadcast = { topic: channel.topic, isPrivate: channel.isPrivate, event: String(event), payload }
    this.#context.relay.broadcast(broadcast, channel.broadcast.toSelf ? undefined : channel)
    if (channel.broadcast.isAcknowledged) this.#reply(message, 'ok')
  }

  #changePresence(channel: Channel, message: Message): void {
    if (!channel.permissions.canWritePresence)
      return this.#reply(message, 'error', { reason: 'Unauthorized: You do not have permissions to track presence' })
    const { event, payload } = message.payload
    if (event === 'track') this.#context.relay.track(channel, payload)
    else if (event === 'untrack') this.#context.relay.untrack(channel)
    this.#reply(message, 'ok')
  }

  #watchExpiry(channel: Channel): void {
    clearTimeout(channel.expiry)
    const { expiresAt } = channel.identity
    if (expiresAt === undefined) return
    const wait = Math.min(Math.max(0, expiresAt - Date.now()), longestTimerMs)
    const end = (): void => this.shutDown(channel, 'Access token has expired')
    Object.assign(channel, { expiry: setTimeout(end, wait).unref() })
  }

  shutDown(channel: Channel, reason: string): void {
    this.#sendSystem(channel, 'system', reason, 'error')
    this.#close(channel)
  }

  #close(channel: Channel): void {
    const { topic, joinRef } = channel
    this.#leave(channel)
    this.send({ topic, event: 'phx_close', payload: {}, ref: joinRef, joinRef })
  }

  #leave(channel: Channel): void {
    clearTimeout(channel.expiry)
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
    this.#context.channels.delete(channel)
    this.#context.relay.untrack(channel)
  }

  #end(): void {
    this.#isOpen = false
    for (const channel of this.#channels.values()) this.#leave(channel)
  }

  #sendSystem(channel: Channel, ...[extension, message, status = 'ok']: [string, string, ('ok' | 'error')?]): void {
    const { topic } = channel
    this.send({ topic, event: 'system', payload: { channel: toName(topic), extension, status, message } })
  }

  #reply({ topic, ref = null, joinRef = null }: Message, status: 'ok' | 'error', response: object = {}): void {
    this.send({ topic, event: 'phx_reply', payload: { status, response }, ref, joinRef })
  }
}

function toReason(error: unknown): string {
  if (error instanceof JoinRefused || error instanceof InvalidToken) return error.message
  if (error instanceof BadToken) return `InvalidJWTToken: ${error.message}`
  if (!(error instanceof MalformedFrame)) console.error('realtime could not handle a message:', error)
  return 'The message could not be handled'
}
