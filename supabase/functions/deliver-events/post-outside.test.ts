import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postOutside, type Post } from './post-outside.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.headers.host} ${request.url}`)
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/secret' })
  if (request.url === '/endless') {
    const timer = setInterval(() => response.write('x'.repeat(500)), 5)
    response.on('close', () => clearInterval(timer))
  } else response.end('thanks')
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // it listens on a port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const post = (url: string, given: Partial<Post> = {}) =>
  postOutside({ url, body: '{}', headers: {}, mayReachInside: false, timeoutMs: 2000, ...given })

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.8/',
  'https://192.168.0.1/',
  'http://example.com/',
  'ftp://example.com/',
  'gopher://127.0.0.1/',
])('%s is refused without a request', async (url) => {
  const before = asked.length

  expect(await post(url, { lookup: async () => ['93.184.216.34'] })).toMatchObject({
    status: undefined,
    answer: expect.stringMatching(/^Refused/),
  })
  expect(asked.length).toBe(before)
})

test('a name that resolves to an inside address, alone or among others, is refused', async () => {
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1']])
    expect(await post('https://hook.example/', { lookup: async () => addresses })).toEqual({
      status: undefined,
      answer: 'Refused: hook.example is inside the network of this installation',
    })
})

test('a name is looked up once, and the request goes to the checked address', async () => {
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    return lookups === 1 ? ['127.0.0.1'] : ['192.0.2.1']
  }

  const posted = await post(`http://hook.example:${port}/a?b=c`, { mayReachInside: true, lookup })

  expect(posted).toMatchObject({ status: 200, answer: 'thanks' })
  expect(lookups).toBe(1)
  expect(asked.at(-1)).toBe(`hook.example:${port} /a?b=c`)
})

test('a redirect is not followed', async () => {
  const before = asked.length

  expect((await post(`http://127.0.0.1:${port}/away`, { mayReachInside: true })).status).toBe(302)
  expect(asked.length).toBe(before + 1)
})

test('an endless response is read only as far as needed, and a silent one times out', async () => {
  expect((await post(`http://127.0.0.1:${port}/endless`, { mayReachInside: true })).answer).toHaveLength(1000)
  expect(await post('http://127.0.0.1:1/', { mayReachInside: true })).toMatchObject({ status: undefined })
})
