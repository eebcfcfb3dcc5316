import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestStudio } from '#tests/database/a-studio.ts'
import { aStudio } from '#tests/database/a-studio.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { findFreePort } from '#tests/runner/free-port.ts'

const directory = path.resolve(import.meta.dirname, '../../supabase/functions')
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map((entry) => entry.name)

const [program = 'npx', ...programArgs] = (process.env['XSHEET_DENO'] ?? 'npx -y deno@2.9.5').split(' ')
const options = ['--config', 'deno.json', '--no-lock', '--node-modules-dir=none']

let host: TestHost
let studio: TestStudio
let running: ChildProcess | undefined

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(async () => {
  await stop()
  await host.close()
})

function deno(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  // The repository's package.json is for Node; hosted functions see deno.json alone.
  const own = { ...process.env, DENO_NO_PACKAGE_JSON: '1', NO_COLOR: '1', ...env }
  // A group of its own, since npx stands between this process and Deno.
  return spawn(program, [...programArgs, ...args], {
    cwd: directory,
    env: own,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Everything the process prints, up to the first piece that holds `text`; throws where it ends before. */
async function readUntil({ stdout, stderr }: ChildProcess, text: string): Promise<void> {
  let printed = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (piece: Buffer) => (printed += piece.toString()))
  while (!printed.includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (stdout?.closed && stderr?.closed) throw new Error(`Deno ended: ${printed}`)
  }
}

async function serve(name: string): Promise<string> {
  const address = `127.0.0.1:${await findFreePort()}`
  running = deno(['run', ...options, '--allow-net', '--allow-env', `${name}/index.ts`], {
    DENO_SERVE_ADDRESS: `tcp:${address}`,
    SUPABASE_URL: host.url,
    SUPABASE_ANON_KEY: host.keys.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: host.keys.serviceKey,
  })
  await readUntil(running, 'Listening on')
  return `http://${address}`
}

async function stop(): Promise<void> {
  const child = running
  running = undefined
  if (child?.pid === undefined || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
}

async function headersOf(): Promise<Record<string, string>> {
  const { data } = await studio.member.client.auth.getSession()
  return { authorization: `Bearer ${data.session?.access_token}` }
}

test('Deno finds no fault with any function', async () => {
  const child = deno(['check', ...options, ...names.map((name) => `${name}/index.ts`)])
  let printed = ''
  child.stderr?.on('data', (piece: Buffer) => (printed += piece.toString()))

  await once(child, 'close')

  expect({ exitCode: child.exitCode, printed }).toMatchObject({ exitCode: 0 })
  expect(names).toHaveLength(5)
})

const missing = crypto.randomUUID()
const file = { filename: 'a.png', content_type: 'image/png', size_bytes: 1 }
const requests: Record<string, () => { query?: string; body?: object; answer: object }> = {
  'upload-attachment': () => ({
    body: { files: [file], studio_id: studio.id },
    answer: { uploads: [{ filename: 'a.png', upload_url: expect.stringContaining(host.url) }] },
  }),
  'get-attachment-url': () => ({
    body: { media_id: missing },
    answer: { error: 'Media not found', code: 'not_found' },
  }),
  'get-attachment-urls': () => ({ body: { media_ids: [missing] }, answer: { urls: [] } }),
  notifications: () => ({ query: '?limit=50', answer: { items: [], next_cursor: null } }),
  'studio-feed': () => ({
    query: `?studio_id=${studio.id}&actions=REVISION_ADD`,
    answer: { items: [], next_cursor: null },
  }),
}

describe.each(names)('%s', (name) => {
  test('answers under Deno as it does in the host, and refuses the signed out', async () => {
    const { query = '', body, answer } = requests[name]?.() ?? { answer: { tested: name } }
    const url = `${await serve(name)}/${query}`
    const init = { ...(body && { method: 'POST', body: JSON.stringify(body) }) }

    const signedIn = await fetch(url, { ...init, headers: await headersOf() })
    const signedOut = await fetch(url, init)

    await stop()
    expect(await signedIn.json()).toMatchObject(answer)
    expect(signedIn.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
    expect(signedOut.status).toBe(401)
    expect(await signedOut.json()).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  })
})
