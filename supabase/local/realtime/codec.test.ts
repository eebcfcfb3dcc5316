import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFrame, encodeBinaryBroadcast, encodeMessage, MalformedFrame } from './codec.ts'

const joined = { topic: 'realtime:a', event: 'phx_join', payload: { n: 1 }, ref: '2', joinRef: '1' }

test.each(['1.0.0', '2.0.0'] as const)('protocol %s reads what it writes', (version) => {
  expect(decodeFrame(Buffer.from(encodeMessage(joined, version)), false)).toEqual(joined)
})

test('reads a client’s broadcast, text and bytes', () => {
  const frame = (encoding: number, body: string): Buffer =>
    Buffer.concat([
      Buffer.from([3, 1, 2, 2, 3, 0, encoding]),
      Buffer.from(`1` + `22` + `tt` + `eee`),
      Buffer.from(body),
    ])

  expect(decodeFrame(frame(1, '{"x":1}'), true)).toEqual({
    topic: 'tt',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'eee', payload: { x: 1 } },
    ref: '22',
    joinRef: '1',
  })
  expect(decodeFrame(frame(0, 'ab'), true).payload['payload']).toEqual(new Uint8Array([97, 98]))
})

test('writes a binary broadcast with lengths in bytes', () => {
  const frame = encodeBinaryBroadcast({ topic: 'ü', event: 'e', body: new Uint8Array([9]) })

  expect([...frame]).toEqual([4, 2, 1, 0, 0, 0xc3, 0xbc, 101, 9])
})

test('any frame is either a message or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, isBinary) => {
      try {
        expect(typeof decodeFrame(Buffer.from(bytes), isBinary).topic).toBe('string')
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedFrame)
      }
    }),
  )
})
