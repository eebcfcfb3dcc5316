// Does by hand what `Dockerfile` and `compose.yaml` describe, as far as possible without a container engine: copies the
// files and remaining packages, starts with both files' settings, checks health as the engine does, and stops.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '#supabase/local/free-port.ts'
import { listFiles, repositoryRoot } from './files.ts'
import { type FreshDatabase, startPostgres } from './host/postgres.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-image-'))
const [image, data] = [path.join(folder, 'xsheet'), path.join(folder, 'data')]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8')
const dockerfile =
  read('Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? ''

/** Copies the image's files, with the packages left by `npm prune --omit=dev`. */
function layOut(): void {
  const isLeftOut = (file: string): boolean =>
    read('.dockerignore')
      .split('\n')
      .some((pattern) => pattern !== '' && path.matchesGlob(file, pattern.includes('/') ? pattern : `${pattern}{,/**}`))
  for (const file of listFiles().filter((each) => !isLeftOut(each)))
    cpSync(path.join(repositoryRoot, file), path.join(image, file))
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  for (const [place, { dev }] of Object.entries(packages)) {
    // Nested packages come with their parent.
    if (place === '' || dev === true || place.split('node_modules/').length > 2) continue
    mkdirSync(path.dirname(path.join(image, place)), { recursive: true })
    symlinkSync(path.join(repositoryRoot, place), path.join(image, place))
  }
}

/**
 * Returns the settings: `KEY=value` of the image, overridden by `KEY: value` of the service; those compose asks for are
 * given.
 */
function readSettings(database: FreshDatabase, port: number): Record<string, string> {
  const given = { PUBLIC_URL: 'https://xsheet.studio.example', ALLOWED_EMAIL_DOMAINS: 'studio.example' }
  const ofImage = [...dockerfile.matchAll(/(?:ENV| {3}) ([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const ofService = [...(read('compose.yaml').split(/^ {2}db:$/m)[0] ?? '').matchAll(/^ {6}([A-Z_]+): (.+)$/gm)]
  const filled = ofService.map(([, name = '', value = '']) => {
    const isAsked = value.includes(':?')
    return [name, isAsked ? (Object(given)[name] ?? 'given') : value.replace(/\$\{.*\}/, '')]
  })
  return {
    ...Object.fromEntries(ofImage),
    ...Object.fromEntries(filled),
    DATABASE_URL: database.url,
    XSHEET_DATA: data,
    PORT: String(port),
  }
}

/** Returns the command of a line in JSON form, such as `CMD ["node", …]`. */
function readCommand(line: RegExp): string[] {
  const [, command = '[]'] = line.exec(dockerfile) ?? []
  // The image's own test requires an array of texts.
  const [program = '', ...args] = JSON.parse(command) as string[]
  expect(program).toBe('node')
  return args
}

const askHealth = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const args = readCommand(/HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m).map((each) => each.replaceAll('4600', String(port)))
    execFile(process.execPath, args, (error) => resolve(error === null ? 0 : Number(error.code)))
  })

test('the image starts with production packages only, becomes healthy, and stops when told to', async () => {
  layOut()
  mkdirSync(data)
  const [database, port] = [await startPostgres(), await findFreePort()]
  const env = { PATH: process.env['PATH'], ...readSettings(database, port) }
  const start = (): ChildProcess =>
    spawn(process.execPath, readCommand(/^CMD (\[.*\])$/m), { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const before = await askHealth(port)

  const child = start()
  const said: string[] = []
  const ended = new Promise((resolve) => child.once('close', resolve))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(String(text)))
  await expect.poll(() => child.exitCode !== null || said.join('').includes('running'), { timeout: 60_000 }).toBe(true)
  const health = await askHealth(port)
  child.kill('SIGTERM')

  expect(said.join('')).toBe('Xsheet is running at https://xsheet.studio.example\n')
  expect([before, health, await ended]).toEqual([1, 0, 0])
  await database.stop()
})
