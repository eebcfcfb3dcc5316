import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import { compareTimes } from './compare.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

const root = join(import.meta.dirname, '..')
const count = 100
const megabyte = 1024 * 1024
const sizeBytes = 4 * megabyte
const names = Array.from({ length: count }, (_, at) => `bench_${String(at + 1).padStart(3, '0')}`)

type Slot = { readonly upload_url: string }

/**
 * Compares a farm's night, a hundred films posted as revisions, with only uploading their bytes to the same host with
 * the same parallelism.
 */
export async function measure(): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-publish-'))
  const bundle = join(folder, 'cli')
  await run(folder, [join(root, 'cli/build.ts'), bundle])
  const host = await startTestHost({ demo: true })
  const cli = async (args: readonly string[], input = ''): Promise<void> =>
    await run(folder, [join(bundle, 'main.js'), '--host', host.url, '--quiet', ...args], input)
  const files = names.map((name) => join(folder, `${name}_comp.mp4`))
  // Each round has new bytes, because known ones are not sent again.
  const refill = (): void => {
    for (const file of files)
      writeFileSync(file, Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(sizeBytes)]))
  }
  try {
    await cli(['login', '--email', 'mei.tanaka@northlight.example', '--password-stdin'], `${demoPassword}\n`)
    await cli(['item', 'create', '--space', 'sequences', '--collection', 'SQ040', '-'], names.join('\n'))
    const words = 'revision upload --map {item}:comp --match {item}_comp.mp4 --space sequences --time 5m -'
    const upload = words.split(' ')
    return [
      await compareTimes({
        subject: `studio-cli revision upload: ${count} films of ${sizeBytes / megabyte} MB, posted`,
        peer: 'PUTs of the same files, four at once, in a process of their own, slots given',
        bar: 1 / 0.8,
        rounds: 3,
        ours: async () => {
          refill()
          const start = performance.now()
          await cli(upload, files.join('\n'))
          return performance.now() - start
        },
        theirs: async () => {
          refill()
          const urls = await requestSlots(host)
          const start = performance.now()
          await run(folder, ['-e', putAll], JSON.stringify({ files, urls }))
          return performance.now() - start
        },
      }),
    ]
  } finally {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The peer: the least work that uploads the files. */
const putAll = `
const { openAsBlob } = require('node:fs')
const read = async () => JSON.parse(await new Response(require('node:stream').Readable.toWeb(process.stdin)).text())
read().then(async ({ files, urls }) => {
  const waiting = files.entries()
  const work = async () => {
    for (const [at, file] of waiting) {
      const body = await openAsBlob(file, { type: 'video/mp4' })
      const answer = await fetch(urls[at], { method: 'PUT', body, headers: { 'content-type': 'video/mp4' } })
      if (!answer.ok) throw new Error(String(answer.status))
    }
  }
  await Promise.all([work(), work(), work(), work()])
})`

async function requestSlots(host: Awaited<ReturnType<typeof startTestHost>>): Promise<readonly string[]> {
  const client = host.connect()
  const { error } = await client.auth.signInWithPassword({
    email: 'mei.tanaka@northlight.example',
    password: demoPassword,
  })
  if (error) throw error
  const { data: projects } = await client.from('projects').select('id,studio_id').limit(1)
  const project = projects?.[0]
  const files = names.map((name) => {
    return { id: randomUUID(), filename: `${name}.mp4`, content_type: 'video/mp4', size_bytes: sizeBytes + 12 }
  })
  const body = { files, project_id: String(project?.['id']), studio_id: String(project?.['studio_id']) }
  const answer = await client.functions.invoke<{ uploads: Slot[] }>('upload-attachment', { body })
  if (answer.data === null) throw new Error('no slots')
  return answer.data.uploads.map(({ upload_url: url }) => new URL(url, host.url).href)
}

function run(folder: string, args: readonly string[], input = ''): Promise<void> {
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'ignore', 'pipe'] })
    let talk = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (talk += text))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${talk}`))))
    child.stdin.end(input)
  })
}
