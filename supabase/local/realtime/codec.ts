/** A message of Phoenix channels, the protocol of realtime-js. */
export type Message = {
  topic: string
  event: string
  payload: Record<string, unknown>
  ref?: string | null
  joinRef?: string | null
}

/** A broadcast with a binary body, which only the receiver interprets. */
export type BinaryBroadcast = { topic: string; event: string; body: Uint8Array }

/** 1.0.0 writes a message as an object, 2.0.0 as an array; in 2.0.0 clients send broadcasts as binary frames. */
export type ProtocolVersion = '1.0.0' | '2.0.0'

export class MalformedFrame extends Error {}

const userBroadcastPush = 3
const userBroadcast = 4
const jsonEncoding = 1

/** Reads a client's frame; throws MalformedFrame for anything that is not a message. */
export function decodeFrame(data: Buffer, isBinary: boolean): Message {
  if (isBinary) return decodeBinary(data)
  const value = parseJson(data.toString('utf8'))
  const fields = Array.isArray(value)
    ? { join_ref: value[0], ref: value[1], topic: value[2], event: value[3], payload: value[4] }
    : (value as Record<string, unknown> | null)
  if (typeof fields !== 'object' || fields === null) throw new MalformedFrame()
  const { topic, event, payload, ref, join_ref: joinRef } = fields
  if (typeof topic !== 'string' || typeof event !== 'string') throw new MalformedFrame()
  return { topic, event, payload: isRecord(payload) ? payload : {}, ref: toRef(ref), joinRef: toRef(joinRef) }
}

/** Kind, the lengths of join ref, ref, topic, event and metadata, the encoding; then those strings and the body. */
function decodeBinary(data: Buffer): Message {
  const [kind, ...header] = data.subarray(0, 7)
  if (kind !== userBroadcastPush || header.length < 6) throw new MalformedFrame()
  const lengths = header.slice(0, 5)
  let offset = 7
  const [joinRef = '', ref = '', topic = '', event = ''] = lengths.map((length) => {
    const text = data.toString('utf8', offset, offset + length)
    offset += length
    return text
  })
  if (offset > data.length) throw new MalformedFrame()
  const body = data.subarray(offset)
  const payload = header[5] === jsonEncoding ? parseJson(body.toString('utf8')) : new Uint8Array(body)
  return {
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload },
    ref: ref || null,
    joinRef: joinRef || null,
  }
}

export function encodeMessage(message: Message, version: ProtocolVersion): string {
  const { topic, event, payload, ref = null, joinRef = null } = message
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  )
}

/** Kind, the lengths of topic, event and metadata, the encoding; then those strings and the body. Only 2.0.0 has it. */
export function encodeBinaryBroadcast({ topic, event, body }: BinaryBroadcast): Buffer {
  const topicBytes = Buffer.from(topic)
  const eventBytes = Buffer.from(event)
  const header = Buffer.from([userBroadcast, topicBytes.length, eventBytes.length, 0, 0])
  return Buffer.concat([header, topicBytes, eventBytes, body])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MalformedFrame('not JSON', { cause: error })
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toRef = (ref: unknown): string | null => (typeof ref === 'string' || typeof ref === 'number' ? String(ref) : null)
