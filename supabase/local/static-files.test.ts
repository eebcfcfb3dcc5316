import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaticParts } from './static-files.ts'
import { makeStaticFiles } from './static-files.ts'

const script = `console.log(${'1'.repeat(2000)})`
let outside = ''
let directory = ''

beforeAll(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'xsheet-app-'))
  directory = path.join(outside, 'app')
  mkdirSync(path.join(directory, 'assets'), { recursive: true })
  writeFileSync(path.join(outside, 'keys.json'), 'secret')
  writeFileSync(path.join(directory, 'index.html'), '<!doctype html><title>Xsheet</title>')
  writeFileSync(path.join(directory, 'service-worker.js'), 'self')
  writeFileSync(path.join(directory, 'assets/main-abc123.js'), script)
  writeFileSync(path.join(directory, 'assets/photo-abc123.webp'), Buffer.alloc(3000))
})
afterAll(() => rmSync(outside, { recursive: true, force: true }))

function ask(
  address: string,
  headers: Record<string, string> = {},
  settings: Omit<StaticParts, 'directory'> = {},
): Promise<Response> {
  const serve = makeStaticFiles({ directory, ...settings })
  return serve(new Request(`http://127.0.0.1:4600${address}`, { headers }), undefined)
}

test.each(['/', '/studio/northlight/projects', '/invite/abc'])(
  '%s is the page, always revalidated',
  async (address) => {
    const response = await ask(address)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toContain('<title>Xsheet')
  },
)

test('a file with a hash in its name is cached for ever, the service worker is not', async () => {
  const hashed = await ask('/assets/main-abc123.js')
  const worker = await ask('/service-worker.js')

  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
})

test('a missing script is not answered with the page', async () => {
  expect((await ask('/assets/gone-1.js')).status).toBe(404)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('text is sent as %s if the browser accepts it', async (encoding, decompress) => {
  const response = await ask('/assets/main-abc123.js', { 'accept-encoding': encoding })
  const body = Buffer.from(await response.arrayBuffer())

  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('content-length')).toBe(String(body.length))
  expect(decompress(body).toString()).toBe(script)
})

test('pictures are not compressed again', async () => {
  const response = await ask('/assets/photo-abc123.webp', { 'accept-encoding': 'br' })

  expect(response.headers.get('content-encoding')).toBeNull()
  expect((await response.arrayBuffer()).byteLength).toBe(3000)
})

test('an unchanged page is not sent again', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? ''

  const second = await ask('/', { 'if-none-match': etag })

  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
})

test.each(['/../keys.json', '/%2e%2e/keys.json', '/..%2fkeys.json', '/assets/..%2f..%2fkeys.json', '/%00'])(
  '%s does not lead outside',
  async (address) => {
    const response = await ask(address)

    expect(await response.text()).not.toContain('secret')
  },
)

test('pages run only our own scripts and cannot be framed', async () => {
  const { headers } = await ask('/')
  const policy = headers.get('content-security-policy') ?? ''

  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`script-src 'self';`)
  expect(policy).toContain(`frame-ancestors 'none'`)
  expect(policy).toMatch(/connect-src 'self' ws:\/\/127\.0\.0\.1:4600 wss:\/\/127\.0\.0\.1:4600 blob: data:;/)
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).toContain(`require-trusted-types-for 'script'; trusted-types xsheet`)
  expect(headers.get('permissions-policy')).toContain('camera=(), microphone=()')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('the worker that decodes films may run WebAssembly, and no page or other script may', async () => {
  const policyOf = async (name: string): Promise<string> =>
    (await ask(name)).headers.get('content-security-policy') ?? ''
  const policy = await policyOf('/assets/prepare-file.worker-Bj0vKQ8M.js')

  expect(policy).toContain(`default-src 'none'; script-src 'self' 'wasm-unsafe-eval';`)
  expect(policy).toContain(`worker-src 'self' blob:`)
  expect(policy).not.toContain('trusted-types')
  for (const other of ['/assets/app-1.js', '/prepare-file.worker-1.js', '/assets/prepare-file.worker-1.js/x'])
    expect(await policyOf(other)).toContain(`script-src 'self';`)
})

test('pages may connect to a remote Supabase, also over sockets', async () => {
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'p' }
  const policy = (await ask('/', {}, { supabase })).headers.get('content-security-policy') ?? ''

  expect(policy).toContain('https://abc.supabase.co wss://abc.supabase.co')
  expect(policy).toMatch(/img-src [^;]*https:\/\/abc\.supabase\.co/)
  expect(policy).toMatch(/media-src [^;]*https:\/\/abc\.supabase\.co/)
})

test('pages may load media from their bucket, and upload to it', async () => {
  const s3 = { endpoint: 'https://media.example/api', bucket: 'media', accessKeyId: 'a', secretAccessKey: 's' }
  const policy = (await ask('/', {}, { s3 })).headers.get('content-security-policy') ?? ''

  for (const directive of ['img-src', 'media-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://media\\.example[ ;]`))
  expect(policy).toContain(`script-src 'self';`)
})

test('only a host reached by https asks browsers to stay with https', async () => {
  const get = async (publicUrl?: string): Promise<Headers> =>
    (await ask('/', {}, { ...(publicUrl !== undefined && { publicUrl }) })).headers

  expect((await get()).get('strict-transport-security')).toBeNull()
  expect((await get('http://xsheet.lan')).get('strict-transport-security')).toBeNull()
  expect((await get('https://xsheet.example')).get('strict-transport-security')).toBe('max-age=31536000')
  expect((await get('https://xsheet.example')).get('content-security-policy')).toContain('wss://xsheet.example')
})

test('a rebuilt page is served without a restart, and so are scripts still used by open windows', async () => {
  const built = path.join(outside, 'built')
  const build = (name: string, at: number): void => {
    rmSync(built, { recursive: true, force: true })
    mkdirSync(path.join(built, 'assets'), { recursive: true })
    writeFileSync(path.join(built, 'assets', name), 'start()')
    writeFileSync(path.join(built, 'index.html'), `<script src="/assets/${name}"></script>`)
    utimesSync(path.join(built, 'index.html'), at, at)
  }
  build('main-1.js', 1_000_000)
  const serve = makeStaticFiles({ directory: built })
  const get = async (address: string): Promise<Response> =>
    await serve(new Request(`http://127.0.0.1:4600${address}`), undefined)
  expect(await (await get('/studio/a/projects')).text()).toContain('main-1.js')
  expect((await get('/assets/main-1.js')).status).toBe(200)

  build('main-2.js', 1_000_060)

  expect(await (await get('/studio/a/projects')).text()).toContain('main-2.js')
  expect((await get('/assets/main-2.js')).status).toBe(200)
  expect((await get('/assets/main-1.js')).status).toBe(200)
  rmSync(path.join(built, 'index.html'))
  expect((await get('/')).status).toBe(404)
})

test('nothing can be posted to a file', async () => {
  const serve = makeStaticFiles({ directory })

  expect((await serve(new Request('http://x/', { method: 'POST' }), undefined)).status).toBe(405)
})
