import { spawn, spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import { compareTimes } from './compare.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

const root = join(import.meta.dirname, '..')
const host = 'http://127.0.0.1:4777'

/** Command lines that contact no server. */
const local: Readonly<Record<string, readonly string[]>> = {
  'studio-cli --help': ['--help'],
  'studio-cli config get': ['config', 'get', 'host'],
  'studio-cli completion': ['completion', 'bash'],
  'studio-cli auth status': ['auth', 'status'],
}

/** Compares the wait for the first word of help or local information with a Node that does nothing. */
export async function measure(): Promise<Comparison[]> {
  run([join(root, 'cli/build.ts')])
  const scratch = mkdtempSync(join(tmpdir(), 'xsheet-bench-'))
  const empty = join(scratch, 'empty.mjs')
  writeFileSync(empty, '')
  // As if a host is set and somebody is signed in.
  const env = { PATH: process.env['PATH'], HOME: scratch }
  const settings = join(scratch, '.config', 'xsheet')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'config.json'), JSON.stringify({ host }))
  writeFileSync(join(settings, 'credentials.json'), JSON.stringify({ [host]: { 'access-token': 'xst_' } }))
  try {
    const comparisons: Comparison[] = []
    for (const [subject, args] of Object.entries(local))
      comparisons.push(
        await compareTimes({
          subject,
          peer: 'empty Node',
          bar: 1.15,
          rounds: 25,
          ours: async () => run([join(root, 'dist/cli/main.js'), ...args], env),
          theirs: async () => run([empty], env),
        }),
      )
    comparisons.push(...(await measureStatus(scratch)))
    return comparisons
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * Compares a bulk change with only writing its rows: the change itself, from request to response, and the whole
 * command, which also starts Node and reads five thousand tasks.
 */
async function measureStatus(scratch: string): Promise<Comparison[]> {
  const host = await startTestHost({ database: 'postgres' })
  const changes = watchRequests('/rest/v1/rpc/update_tasks')
  try {
    const { slug, statusIds } = await seedLarge(host.database, { items: 1000, spaces: 1, stages: 5 })
    await host.database.execute(`
      update public.item_tasks set is_disabled = false, status_id = '${statusIds[1]}';
      create table private.bare_tasks (like public.item_tasks including all);
      insert into private.bare_tasks select * from public.item_tasks;
      alter table private.bare_tasks add foreign key (status_id) references public.task_statuses (id);
      analyze;`)
    const env = { PATH: process.env['PATH'], HOME: scratch, XSHEET_HOST: host.url, XSHEET_STUDIO: slug }
    await start(['login', '--email', 'mei.tanaka@northlight.example', '--password-stdin'], env, `${demoPassword}\n`)
    let turn = 0
    const setStatus = async (): Promise<void> =>
      await start(
        ['task', 'set-status', statusIds[turn++ % 2] ?? '', '--item', '*', '--confirm', '5000', '--quiet'],
        env,
      )
    const peer = 'the bare update of a copy without triggers and rules'
    const theirs = async (): Promise<void> =>
      void (await host.database.query('update private.bare_tasks set status_id = $1::uuid, updated_at = now()', [
        statusIds[turn % 2],
      ]))
    return [
      await compareTimes({
        subject: 'studio-cli task set-status of 5,000 tasks in one operation: its request, postgres',
        peer,
        bar: 2.5,
        ours: async () => {
          await setStatus()
          return changes.takeTime()
        },
        theirs,
      }),
      await compareTimes({
        subject: 'studio-cli task set-status of 5,000 tasks: the whole command, postgres',
        peer,
        ours: setStatus,
        theirs,
      }),
    ]
  } finally {
    changes.stop()
    await host.close()
  }
}

/** Measures requests to one address, which this process serves. */
function watchRequests(address: string) {
  const began = new WeakMap<object, number>()
  let time = 0
  // Node's own diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#http).
  const onStart = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.url?.startsWith(address) === true) began.set(request, performance.now())
  }
  const onFinish = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    const start = began.get(request)
    if (start !== undefined) time += performance.now() - start
  }
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  return {
    /** Returns the time since the last call, in milliseconds. */
    takeTime: (): number => {
      const taken = time
      time = 0
      if (taken === 0) throw new Error(`nothing was asked of ${address}`)
      return taken
    },
    stop: (): void => {
      unsubscribe('http.server.request.start', onStart)
      unsubscribe('http.server.response.finish', onFinish)
    },
  }
}

/** Like `run`, while this process serves requests. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

function run(args: readonly string[], env?: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...(env && { env }) })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
}
