import { expect, test } from 'vitest'
import { makeIsFromThisMachine } from './own-origin.ts'
import { loadSettings } from './settings.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

function isFromHere(host: string, origin?: string, settings = loadSettings([], {})): boolean {
  return makeIsFromThisMachine(settings)({ host, origin })
}

test.each([
  ['127.0.0.1:4600', undefined],
  ['localhost:4600', 'http://localhost:4600'],
  ['127.0.0.1:4600', 'http://localhost:5173'],
  ['[::1]:4600', 'http://[::1]:4600'],
  ['xsheet.localhost', undefined],
])('%s asked by %s is this machine', (host, origin) => {
  expect(isFromHere(host, origin)).toBe(true)
})

test.each([
  ['evil.example:4600', undefined],
  ['evil.example', 'http://evil.example'],
  ['127.0.0.1.evil.example:4600', undefined],
  ['localhost.evil.example', undefined],
  ['127.0.0.1:4600', 'https://evil.example'],
  ['127.0.0.1:4600', 'null'],
  ['', undefined],
])('%s asked by %s is a website', (host, origin) => {
  expect(isFromHere(host, origin)).toBe(false)
})

test('a proxy that forwards a remote address lets nobody in, whatever host name it uses', () => {
  const isHere = (forwarded: string) =>
    makeIsFromThisMachine(loadSettings([], {}))({ host: '127.0.0.1:4600', origin: undefined, forwarded })

  expect(['', '127.0.0.1', '::1, 127.0.0.1'].map(isHere)).toEqual([true, true, true])
  expect(['203.0.113.9', '127.0.0.1, 203.0.113.9', '2001:db8::1', 'unknown'].map(isHere)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a deployment open to everybody, or with Google sign-in, may be reached under any name', () => {
  const foreign = ['studio.example', 'https://studio.example'] as const

  expect(isFromHere(...foreign, loadSettings(['--allow-insecure-local-auth'], {}))).toBe(true)
  expect(isFromHere(...foreign, loadSettings([], google))).toBe(true)
})

test('a proxy on this machine opens it to no website', () => {
  const settings = loadSettings([], { PUBLIC_URL: 'http://localhost:8080' })

  expect(isFromHere('localhost:8080', 'http://localhost:8080', settings)).toBe(true)
  expect(isFromHere('localhost:8080', 'https://evil.example', settings)).toBe(false)
})
