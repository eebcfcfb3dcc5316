import { expect, test } from 'vitest'
import { listen } from './listener.ts'

test('an idle connection is kept longer than the minute for which proxies keep theirs', async () => {
  const parts = { host: '127.0.0.1', port: 0, isBehindProxy: false, handler: async () => new Response() }
  const listener = await listen(parts)

  expect(listener.server.keepAliveTimeout).toBeGreaterThan(60_000)

  await listener.close()
})

test('a response sent before the whole body has arrived announces that the connection closes', async () => {
  const handler = async () => new Response('no', { status: 415 })
  const listener = await listen({ host: '127.0.0.1', port: 0, isBehindProxy: false, handler })
  const ask = async (body: Uint8Array) => await fetch(listener.url, { method: 'PUT', body: body.slice() })

  const early = await ask(new Uint8Array(8_000_000))
  const next = await ask(new Uint8Array(8))

  expect([early.status, early.headers.get('connection')]).toEqual([415, 'close'])
  expect([next.status, next.headers.get('connection')]).toEqual([415, 'keep-alive'])
  await listener.close()
})
