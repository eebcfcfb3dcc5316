import { expect, test } from 'vitest'
import { listen } from './listener.ts'

test('an idle connection is kept for longer than the minute that proxies keep theirs', async () => {
  const parts = { host: '127.0.0.1', port: 0, isBehindProxy: false, handler: async () => new Response() }
  const listener = await listen(parts)

  expect(listener.server.keepAliveTimeout).toBeGreaterThan(60_000)

  await listener.close()
})
