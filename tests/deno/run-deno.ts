import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { directories } from '#supabase/local/places.ts'
import { findFreePort } from '#supabase/local/free-port.ts'

const [program = 'npx', ...programArgs] = (process.env['XSHEET_DENO'] ?? 'npx -y deno@2.9.5').split(' ')

/** Every edge function, by folder. */
export const functionNames: readonly string[] = readdirSync(directories.functions, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map((entry) => entry.name)

type DenoRun = { args: readonly string[]; cwd: string; env?: Record<string, string> }

export function startDeno({ args, cwd, env = {} }: DenoRun): ChildProcess {
  // The repository's package.json is for Node; hosted functions see only their import map.
  const own = { ...process.env, DENO_NO_PACKAGE_JSON: '1', NO_COLOR: '1', ...env }
  // A process group of its own, because npx runs Deno as a child.
  return spawn(program, [...programArgs, ...args], {
    cwd,
    env: own,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export type Serving = { url: string; stop(): Promise<void> }

/** Serves a function and waits until it listens; throws Deno's output if it exits first. */
export async function serveByDeno({ args, cwd, env }: DenoRun): Promise<Serving> {
  const address = `127.0.0.1:${await findFreePort()}`
  const child = startDeno({
    args: ['run', '--no-lock', '--node-modules-dir=none', '--allow-net', '--allow-env', ...args],
    cwd,
    env: { ...env, DENO_SERVE_ADDRESS: `tcp:${address}` },
  })
  await readUntil(child, 'Listening on')
  return { url: `http://${address}`, stop: () => stop(child) }
}

async function readUntil({ stdout, stderr }: ChildProcess, text: string): Promise<void> {
  let printed = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (piece: Buffer) => (printed += piece.toString()))
  while (!printed.includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (stdout?.closed && stderr?.closed) throw new Error(`Deno ended: ${printed}`)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
}

/** Responses to callers without credentials, if not the 401 to a POST. */
const refusals: Record<string, { method: 'GET' | 'POST'; status: number; text: string }> = {
  'calendar-feed': { method: 'GET', status: 404, text: 'Calendar not found' },
  'device-sign-in': { method: 'GET', status: 405, text: 'Use POST' },
  events: { method: 'GET', status: 401, text: 'Not authenticated' },
  'exchange-token': { method: 'GET', status: 405, text: 'Use POST' },
  notifications: { method: 'GET', status: 401, text: 'Not authenticated' },
  'stop-digest': { method: 'POST', status: 404, text: 'This link is not valid' },
  'studio-feed': { method: 'GET', status: 401, text: 'Not authenticated' },
}

/** Calls a function without credentials. */
export async function callWithoutCredentials({ url }: Serving, name: string) {
  const { method, ...expected } = refusals[name] ?? { method: 'POST', status: 401, text: 'Not authenticated' }
  const response = await fetch(url, { method })
  return { answer: { status: response.status, text: await response.text() }, expected }
}
