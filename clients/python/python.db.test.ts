import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '#cli/run.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { checkAttachment } from '#core/revisions/media-kind.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-python-'))

let host: TestHost
let env: Record<string, string>

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  const client = host.connect()
  await client.auth.signInWithPassword({ email: 'ingrid.solberg@northlight.example', password: demoPassword })
  const studio = (await client.from('studios').select('id').single()).data?.id
  const { data } = await client.rpc('create_access_token', { p_studio_id: studio, p_name: 'python' })
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_STATE_HOME: path.join(folder, 'state'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XSHEET_HOST: host.url,
    STUDIO_TOKEN: Object(data).token,
    PYTHONPATH: here,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  mkdirSync(path.join(folder, 'out'))
  writeFileSync(path.join(folder, 'render.mov'), film(3000))
  writeFileSync(path.join(folder, 'out/sq010_sh0040.mov'), film(2000))
})
afterAll(async () => {
  await host?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The first bytes of a QuickTime film. */
function film(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  '), randomBytes(bytes)])
}

/** The first bytes of a PNG of 640 by 360. */
function picture(): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001680802000000', 'hex')
  return Buffer.concat([head, randomBytes(40)])
}

/** Runs Python code, which prints its result as JSON with `say`. */
async function python(code: string): Promise<unknown> {
  const head = 'import json, xsheet\nsay = lambda value: print(json.dumps(value))\n'
  const { stdout } = await run('python3', ['-c', head + code], { env, cwd: folder })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null')
}

async function cli(args: readonly string[]) {
  const io = testIo({ env, cwd: folder, input: '' })
  const code = await runCli(args, io)
  return { code, stdout: io.stdout(), stderr: io.stderr() }
}

test('every example of the cookbook works', async () => {
  const { stdout } = await run('python3', [path.join(here, 'run_cookbook.py')], { env, cwd: folder })
  const results = stdout
    .trim()
    .split('\n')
    .map((line): { title: string; said: string; error: string | null } => JSON.parse(line))

  expect(results.filter(({ error }) => error !== null)).toEqual([])
  expect(results).toHaveLength(20)
  const said = (title: string) => results.find((each) => each.title.startsWith(title))?.said
  expect(said('All WFA shots')?.split('\r\n').length).toBeGreaterThan(1)
  expect(said('Publish a file')).toBe('v4\n')
  expect(said('Refuse')).toContain('begin with its name')
  expect(said('Read rows')).toBe('sq010_sh0010 96\n')
  expect(readFileSync(path.join(folder, 'plates/sq010_sh0010/sq010_sh0010_Compositing_v004.mov'))).toEqual(
    readFileSync(path.join(folder, 'render.mov')),
  )
})

test('names, paths and types are read as by the command line', async () => {
  const args = [
    'task',
    'list',
    '--space',
    'sequences',
    '--collection',
    'sq010',
    '--status',
    'DONE,WFA',
    '--json=path,status',
  ]
  const { stdout } = await cli(args)

  const mine = await python(
    'say([{"path": t.path, "status": t.status.name} for t in xsheet.connect().tasks(space="sequences", collection="sq010", status="DONE,WFA")])',
  )

  expect(mine).toEqual(JSON.parse(stdout))
  expect(mine).not.toEqual([])
})

test('a change is planned, applied and undone, except what somebody has changed since', async () => {
  const answer = await python(`
studio = xsheet.connect()
tasks = list(studio.tasks(collection="sq030", stage="layout"))[:3]
plan = studio.plan_status(tasks, "CLIENT")
change = studio.apply(plan)
studio.set_status(studio.task(tasks[0].id), "FEEDBACK")
undone = studio.undo(change)
studio.refresh()
say({"lines": len(str(plan).splitlines()), "changed": change.changed, "undone": undone.changed,
     "skipped": [each.reason for each in undone.skipped],
     "now": [studio.task(each.id).status.name for each in tasks], "was": [each.status.name for each in tasks]})`)

  const { was, now, ...counts } = Object(answer)
  expect(counts).toEqual({ lines: 3, changed: 3, undone: 2, skipped: ['conflict'] })
  expect(now).toEqual(['FEEDBACK', ...was.slice(1)])
})

test('errors are classes with a reason', async () => {
  const answer = await python(`
studio = xsheet.connect()
said = []
for ask in (lambda: xsheet.connect(token="xst_" + "0" * 64), lambda: studio.task("nowhere"), lambda: studio.publish("sq010-sh0010:compositing", "none.mov", time="1h"),
            lambda: studio.publish("sq010-sh0010:compositing", "render.mov", time="soon"), lambda: studio.pull_space(space_id=studio.id),
            lambda: next(studio.events(10**9, follow=True))):
    try:
        ask()
    except xsheet.XsheetError as error:
        said.append([type(error).__name__, error.message])
say(said)`)

  expect(answer).toEqual([
    ['NotSignedIn', 'This access token is unknown'],
    ['NotFound', 'There is no task "nowhere".'],
    ['BadInput', 'none.mov does not exist.'],
    ['BadInput', '"soon" is not a time: write it like 2h30m.'],
    ['NotFound', 'Space not found'],
    ['BadInput', expect.stringMatching(/^There is no event 1000000000 yet: the newest is \d+\.$/)],
  ])
})

test('connections are closed by `close`, by `with`, and when garbage collected', async () => {
  const code = `
import xsheet
with xsheet.connect() as studio:
    next(studio.items(collection="sq010"))
    http = studio.http
assert http._connection is None
forgotten = xsheet.connect()
next(forgotten.items(collection="sq010"))
del forgotten
try:
    xsheet.connect(token="xst_" + "0" * 64)
except xsheet.NotSignedIn:
    pass`

  const { stderr } = await run('python3', ['-X', 'dev', '-W', 'always::ResourceWarning', '-c', code], {
    env,
    cwd: folder,
  })

  expect(stderr).toBe('')
})

test('a write whose response is lost is sent again with its key, or through run_once if it takes none', async () => {
  const asked: [path: string, key: unknown][] = []
  let body = ''
  // Drops the first request for each procedure after it has been executed.
  const server = createServer((request, response) => {
    const place = request.url ?? ''
    const answer = (body: object): void => void response.end(JSON.stringify(body))
    if (place === '/config.json') return answer({ supabaseUrl: address })
    if (place.startsWith('/functions')) return answer({ studio_id: 'one', user: { id: 'ann', name: 'Ann' } })
    asked.push([place, request.headers['idempotency-key']])
    if (asked.filter(([known]) => known === place).length === 1) return void request.socket.destroy()
    body = ''
    request.on('data', (part) => (body += part)).on('end', () => answer({ rev: 1, answer: { id: 'made' } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening server has an address with a port.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const answer = await python(`
studio = xsheet.connect("${address}", "xst_" + "0" * 64)
rev = studio.update_rows(table="items", changes=[])["rev"]
say([rev, studio.create_access_token(studio_id="one", name="farm")["id"]])`)
  server.close()

  expect(answer).toEqual([1, 'made'])
  const key = asked[0]?.[1]
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(asked).toEqual([
    ['/rest/v1/rpc/update_rows', key],
    ['/rest/v1/rpc/update_rows', key],
    ['/rest/v1/rpc/run_once', undefined],
    ['/rest/v1/rpc/run_once', undefined],
  ])
  expect(JSON.parse(body)).toEqual({
    p_procedure: 'create_access_token',
    p_args: { p_studio_id: 'one', p_name: 'farm' },
    p_operation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a procedure that returns more rows than a page is read to the end', async () => {
  const [kept] = await host.database.query<{ text: string }>(
    `select pg_get_functiondef('public.get_task_estimations_for_items'::regproc) as text`,
  )
  await host.database.execute(`
    create or replace function public.get_task_estimations_for_items(p_item_ids text[])
    returns table (task_id uuid, item_id uuid, stage_id uuid, estimated_hours numeric) language sql stable as
    $$ select null::uuid, null::uuid, null::uuid, n::numeric from generate_series(1, 2000) as n $$`)

  const rows = await python(
    'say([row["estimated_hours"] for row in xsheet.connect().get_task_estimations_for_items(item_ids=[])])',
  )
  await host.database.execute(kept?.text ?? '')

  expect(rows).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1))
})

test('HTML from a captive portal or firewall is no answer: writes are retried, and downloads do not save the page', async () => {
  const page = '<!doctype html><title>Grand Hotel</title>'
  const hotel: [status: number, headers: Record<string, string>, body: string][] = [
    [200, { 'content-type': 'text/html' }, page],
    [302, { location: 'http://login.hotel.example/' }, ''],
    [403, { 'content-type': 'text/plain' }, 'Blocked'],
    [404, { 'content-type': 'application/json' }, '{"message":"Not found"}'],
  ]
  let isAway = false
  let answers = 0
  const server = createServer((request, response) => {
    const place = request.url ?? ''
    const answer = (body: object): void => void response.end(JSON.stringify(body))
    if (place === '/config.json') return answer({ supabaseUrl: address })
    if (place.startsWith('/functions/v1/exchange'))
      return answer({ studio_id: 'one', user: { id: 'ann', name: 'Ann' } })
    if (place.startsWith('/functions/v1/get-attachment')) return answer({ url: '/storage/v1/object/sign/film.mp4' })
    if (place.startsWith('/storage/v1/object/media')) return void response.end('Success')
    const [status, headers, body] = hotel[answers % hotel.length] ?? [500, {}, '']
    answers += 1
    if (!isAway && answers > 2) return answer({ rev: 7 })
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening server has an address with a port.
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const start = `studio = xsheet.connect("${address}", "xst_" + "0" * 64)`

  // Two responses from the portal, then somebody has signed in.
  expect(await python(`${start}\nsay(studio.update_rows(table="items", changes=[])["rev"])`)).toBe(7)
  isAway = true
  const said = await python(`${start}
def tell(act):
    try:
        return repr(act())
    except xsheet.XsheetError as error:
        return type(error).__name__
asked = [tell(lambda: studio.http.ask("POST", "/rest/v1/rpc/x", {}, tries=1)) for _ in range(4)]
asked += [tell(lambda: studio.http.send("PUT", "/storage/v1/object/media/film.mp4", b"film", tries=1))]
asked += [tell(lambda: list(studio.http.stream("/storage/v1/object/sign/film.mp4"))) for _ in range(4)]
say(asked)`)
  server.close()

  expect(said).toEqual(Array.from({ length: 9 }, () => 'Unavailable'))
})

test('two hundred publishes of one file at once create one revision', async () => {
  writeFileSync(path.join(folder, 'farm.exr'), randomBytes(5000))
  const answer = await python(`
import threading
task = xsheet.connect().task("sq020-sh0010:compositing")
found, failed = set(), []
def machine():
    try:
        studio = xsheet.connect()
        for _ in range(10):
            found.add(studio.publish(task, "farm.exr", time="10m").id)
    except Exception as error:
        failed.append(repr(error))
threads = [threading.Thread(target=machine) for _ in range(20)]
for thread in threads: thread.start()
for thread in threads: thread.join()
studio = xsheet.connect()
say({"found": len(found), "failed": failed, "there": sum(any(f.name == "farm.exr" for f in r.files) for r in studio.revisions(studio.task(task.id)))})`)

  expect(answer).toEqual({ found: 1, failed: [], there: 1 })
})

test('an upload killed in one program is finished by the other, from the same journal', async () => {
  const uploads = path.join(folder, 'state/xsheet/uploads')
  rmSync(uploads, { recursive: true, force: true })
  const names = Array.from({ length: 12 }, (_, at) => `long.${at}.exr`)
  for (const name of names) writeFileSync(path.join(folder, name), randomBytes(4 * 1024 * 1024))
  const publish = `
import sys
print("begun", flush=True)
xsheet.connect().publish("sq020-sh0020:compositing", ${JSON.stringify(names)}, time="1h", comment="a long one")`
  for (const _ of [1, 2, 3]) await killAfterFirst(publish)
  expect(readdirSync(uploads)).toHaveLength(1)

  const listed = JSON.parse((await cli(['upload', 'list', '--json'])).stdout)
  const resumed = await cli(['upload', 'resume', '--json'])

  expect(listed).toHaveLength(1)
  expect(resumed).toMatchObject({ code: 0, stderr: expect.not.stringContaining('failed') })
  expect(readdirSync(uploads)).toEqual([])
  const versions = await python(`
studio = xsheet.connect()
say([[f.name for f in r.files] for r in studio.revisions(studio.task("sq020-sh0020:compositing")) if r.comment == "a long one"])`)
  expect(versions).toEqual([names])
})

/** Starts a publish and kills it shortly after it has begun sending. */
async function killAfterFirst(code: string): Promise<void> {
  const child = spawn('python3', ['-c', `import json, xsheet\n${code}`], { env, cwd: folder, stdio: 'ignore' })
  const uploads = path.join(folder, 'state/xsheet/uploads')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Its name ends in .part while it is being written.
  const isBegun = (): boolean => existsSync(uploads) && readdirSync(uploads).some((name) => name.endsWith('.json'))
  while (child.exitCode === null && !isBegun()) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGKILL')
  await ended
}

test('a large film is sent in parts, resuming after five kills and in another program', async () => {
  const uploads = path.join(folder, 'state/xsheet/uploads')
  rmSync(uploads, { recursive: true, force: true })
  writeFileSync(path.join(folder, 'large.mov'), film(60 * 1024 * 1024))
  const publish = 'xsheet.connect().publish("sq020-sh0050:compositing", "large.mov", time="2h", comment="a large one")'
  const seen: { place: string; offset: number }[] = []
  for (const _ of [1, 2, 3, 4, 5]) {
    const child = spawn('python3', ['-c', `import xsheet\n${publish}`], { env, cwd: folder, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let now = await findProgress(uploads)
    while (child.exitCode === null && (now === undefined || now.offset <= (seen.at(-1)?.offset ?? 0))) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      now = await findProgress(uploads)
    }
    child.kill('SIGKILL')
    await ended
    if (now !== undefined) seen.push(now)
  }
  const before = await findProgress(uploads)

  const resumed = await cli(['upload', 'resume', '--json'])
  const again = await python(`say(${publish}.version)`)

  expect(seen).toHaveLength(5)
  expect(new Set([...seen, before].map((each) => each?.place)).size).toBe(1)
  expect(before?.offset).toBeGreaterThan(0)
  expect(resumed).toMatchObject({ code: 0 })
  expect(readdirSync(uploads)).toEqual([])
  expect(again).toBe(Object(JSON.parse(resumed.stdout)[0]).version)
  // The upload that both resumed became the file.
  expect((await askWhere(before?.place ?? '')).status).toBe(404)
  const [stored] = await host.database.query<{ bytes: number }>(
    `select (o.metadata ->> 'size')::int as bytes from public.media m join storage.objects o on o.name = m.r2_key
      where m.filename = 'large.mov'`,
  )
  expect(stored?.bytes).toBe(readFileSync(path.join(folder, 'large.mov')).length)
})

test('two simultaneous publishes of the same large film both succeed, with one revision', async () => {
  writeFileSync(path.join(folder, 'both.mov'), film(25 * 1024 * 1024))
  const publish = 'say(xsheet.connect().publish("sq020-sh0070:compositing", "both.mov", time="2h").id)'
  const states = ['one', 'other'].map((name) => ({ ...env, XDG_STATE_HOME: path.join(folder, name) }))

  const both = await Promise.all(
    states.map(async (own) => {
      const head = 'import json, xsheet\nsay = lambda value: print(json.dumps(value))\n'
      return (await run('python3', ['-c', head + publish], { env: own, cwd: folder })).stdout.trim()
    }),
  )

  expect(both[0]).toBe(both[1])
})

test('a publish whose connection breaks while somebody else posts the same large film ends with that revision', async () => {
  writeFileSync(path.join(folder, 'cut.mov'), film(13 * 1024 * 1024))
  const publish = 'xsheet.connect().publish("sq020-sh0070:compositing", "cut.mov", time="2h").id'
  const posted = await python(`
import os, subprocess, sys
from xsheet import _http
from xsheet._errors import Unavailable
others, waits = [], []
_http.time.sleep = waits.append
exchange = _http.Http.exchange
def breaking(http, method, *rest):
    if method != "PATCH" or others:
        return exchange(http, method, *rest)
    own = {**os.environ, "XDG_STATE_HOME": os.path.join(os.environ["HOME"], "quicker")}
    others.append(subprocess.run([sys.executable, "-c", "import xsheet; print(${publish.replaceAll('"', String.raw`\"`)})"], env=own, capture_output=True, text=True, check=True).stdout.strip())
    raise Unavailable("The line broke.")
_http.Http.exchange = breaking
say([${publish}, *others, waits])`)

  // A file that the storage has is refused before it is read: that answer is heard, not taken for a broken line.
  expect(posted).toEqual([expect.any(String), Object(posted)[0], []])
})

const askWhere = async (place: string): Promise<Response> =>
  await fetch(place, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${env['STUDIO_TOKEN']}` },
  })

/** Returns the upload address in the journal's only entry, and how much has arrived. */
async function findProgress(uploads: string): Promise<{ place: string; offset: number } | undefined> {
  const [name] = existsSync(uploads) ? readdirSync(uploads).filter((each) => each.endsWith('.json')) : []
  const text = name === undefined ? undefined : readFileSync(path.join(uploads, name), 'utf8')
  const [place] = Object.values(Object(JSON.parse(text ?? '{}')).places ?? {}).map(String)
  if (place === undefined) return undefined
  return { place, offset: Number((await askWhere(place)).headers.get('upload-offset') ?? 0) }
}

test('file types and refusals are the same as the command line’s', async () => {
  const heads = [
    '89504e470d0a1a0a',
    'ffd8ffe0',
    '47494638',
    '49492a00',
    '4d4d002a',
    '38425053',
    '762f3101',
    '255044462d',
    '504b0304',
    '1f8b',
    '377abcaf271c',
    '526172211a07',
    'd0cf11e0a1b11ae1',
    '4f676753',
    '664c6143',
    '494433',
    '524946460000000057454250',
    '524946460000000057415645',
    '524946460000000041564920',
    '000000146674797061766966',
    '000000146674797068656963',
    '00000014667479704d3441',
    '00000014667479707174',
    '0000001466747970',
    '000000086d6f6f76',
    '000000086d646174',
    '0000000877696465',
    '0000000866726565',
    '00000008736b6970',
    '424d',
    '1a45dfa3',
    '1a45dfa3009f4282847765626d',
    'fff1',
    'fffb',
    'ffe0',
    '4d5a90',
    '68656c6c6f',
    '00',
    'ff',
  ]
  const endings = [
    'mp4',
    'M4V',
    'mov',
    'webm',
    'mkv',
    'avi',
    'mxf',
    'png',
    'jpg',
    'jpeg',
    'gif',
    'webp',
    'avif',
    'heic',
    'bmp',
    'tif',
    'tiff',
    'svg',
    'psd',
    'exr',
    'dpx',
    'tga',
    'mp3',
    'wav',
    'ogg',
    'flac',
    'm4a',
    'aac',
    'pdf',
    'doc',
    'xls',
    'ppt',
    'docx',
    'xlsx',
    'pptx',
    'odt',
    'ods',
    'odp',
    'csv',
    'txt',
    'json',
    'xml',
    'zip',
    'gz',
    'tgz',
    'tar',
    '7z',
    'rar',
    'html',
    'HTM',
    'exe',
    'bat',
    'dll',
    'lnk',
    'hta',
    'mhtml',
    'mhtm',
    'xhtml',
    'com',
    'blend',
    'constructor',
    '',
  ]
  const names = [...endings.map((ending) => `a.${ending}`), 'a', '.mov', 'a.mov.txt']
  const theirs = names.flatMap((name) =>
    heads.map((hex) => {
      const kind = checkAttachment({ fileName: name, contentType: '', head: Buffer.from(hex, 'hex') })
      return kind.ok ? kind.value : kind.error.message
    }),
  )

  const ours = (await python(`
from xsheet._files import check_kind
def kind(name, head):
    try:
        return check_kind(name, bytes.fromhex(head))
    except xsheet.BadInput as error:
        return error.message
say([kind(name, head) for name in ${JSON.stringify(names)} for head in ${JSON.stringify(heads)}])`)) as string[]

  expect(ours).toHaveLength(theirs.length)
  expect(ours.filter((kind, at) => kind !== theirs[at])).toEqual([])
  expect(new Set(theirs).size).toBeGreaterThan(60)
})

test('a file that is not what its name says is refused before the upload starts, and a picture has its size', async () => {
  rmSync(path.join(folder, 'state/xsheet/uploads'), { recursive: true, force: true })
  writeFileSync(path.join(folder, 'page.mov'), '<html><script>alert(1)</script></html>')
  writeFileSync(path.join(folder, 'still.png'), picture())

  const answer = await python(`
studio = xsheet.connect()
def refusal(file):
    try:
        studio.publish("sq020-sh0060:compositing", file, time="5m")
    except xsheet.BadInput as error:
        return error.message.split(".")[0]
say([refusal("page.mov"), len(studio.unfinished()), studio.publish("sq020-sh0060:compositing", "still.png", time="5m").version])`)

  expect(answer).toEqual(['page', 0, 1])
  const [size] = await host.database.query(`select width, height from public.media where filename = 'still.png'`)
  expect(size).toEqual({ width: 640, height: 360 })
})

test('the package finishes what the command line has begun', async () => {
  rmSync(path.join(folder, 'state/xsheet/uploads'), { recursive: true, force: true })
  writeFileSync(path.join(folder, 'begun.mov'), film(9000))
  const task = Object(await python('say(xsheet.connect().task("sq020-sh0030:compositing").path)'))
  // As if it had been killed right after recording the upload.
  const { saveUnfinished } = await import('#cli/publish/unfinished.ts')
  const io = testIo({ env, cwd: folder, input: '' })
  const me = Object(await python('s = xsheet.connect(); say({"userId": s.user_id, "studioId": s.id})'))
  const options = { time: '45m', message: 'from the farm', concurrency: 4 }
  const files = [path.join(folder, 'begun.mov')]
  const id = crypto.randomUUID()
  await saveUnfinished(io, {
    id,
    at: new Date().toISOString(),
    host: host.url,
    ...me,
    target: String(task),
    files,
    options,
  })

  const done = await python(
    'say([[r.comment, r.time_spent, [f.name for f in r.files]] for r in xsheet.connect().resume()])',
  )

  expect(done).toEqual([['from the farm', '45m', ['begun.mov']]])
})

test('an interrupted download resumes, and one with other content is refused', async () => {
  const content = randomBytes(300_000)
  writeFileSync(path.join(folder, 'plate.exr'), content)
  mkdirSync(path.join(folder, 'got'))
  writeFileSync(path.join(folder, 'got/plate.exr.part'), content.subarray(0, 100_000))
  writeFileSync(path.join(folder, 'got/wrong.exr.part'), randomBytes(100_000))

  const answer = await python(`
studio = xsheet.connect()
revision = studio.publish("sq020-sh0040:compositing", "plate.exr", time="5m")
paths = studio.download(revision, "got")
try:
    studio.download(revision, "got", name="wrong.exr")
    refused = None
except xsheet.XsheetError as error:
    refused = error.message
say({"paths": paths, "refused": refused})`)

  expect(answer).toEqual({
    paths: ['got/plate.exr'],
    refused: 'plate.exr has come otherwise than it was sent; it was thrown away. Try again.',
  })
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(sha(readFileSync(path.join(folder, 'got/plate.exr')))).toBe(sha(content))
  expect(readdirSync(path.join(folder, 'got'))).toEqual(['plate.exr'])
})

test('a truncated download is not taken for complete, with or without a hash, and resumes the next time', async () => {
  const answer = await python(`
from hashlib import sha256
from xsheet._publish import download_file
from xsheet._records import File
content = b"0123456789" * 1000
seen = []
def breaking(offset):
    seen.append(offset)
    yield content[offset:offset + 4000]
said = []
for known in (sha256(content).hexdigest(), None):
    place = "got/broken-%s.mov" % (known is None)
    file = File("id", "broken.mov", "video/quicktime", len(content), known)
    for _ in range(3):
        try:
            said.append(download_file(breaking, file, place) == place)
        except xsheet.Unavailable as error:
            said.append(error.message)
    said.append(open(place, "rb").read() == content)
say([said, seen])`)

  const broke = 'broken.mov arrived incomplete. Try again: what has come is not fetched again.'
  expect(answer).toEqual([
    [broke, broke, true, true, broke, broke, true, true],
    [0, 4000, 8000, 0, 4000, 8000],
  ])
})

test('a file above the storage’s limit is refused with that limit, whole or in parts, also on hosted storage', async () => {
  const answer = await python(`
from xsheet._errors import to_error
from xsheet._publish import LocalFile, Places, send_files
class Storage:
    url = "http://studio.test"
    def __init__(self, refusal, limit):
        self.refusal, self.limit = refusal, limit
    def ask(self, method, path, body=None, headers=None, tries=6):
        if "complete_upload" in path:
            raise to_error(409, {"code": "P0409", "message": "It is not there"})
        return {"uploads": [{"id": "one", "upload_url": "/put", "r2_key": "a/b/c", "resumable_url": "/tus"}]}
    def send(self, method, path, body=None, headers=None, tries=6):
        raise self.refusal
    def exchange(self, method, path, body, headers, expected=()):
        if method == "OPTIONS":
            return 204, {"tus-max-size": str(self.limit)} if self.limit else {}
        raise self.refusal
open("big.mov", "wb").close()
said = []
for size in (5 * 2**20, 82 * 2**20):
    for refusal in (to_error(413, None), to_error(400, {"statusCode": "413", "error": "Payload too large", "message": "The object exceeded"})):
        for limit in (2 * 2**20, 0):
            file = LocalFile("big.mov", "big.mov", size, "video/quicktime", "0" * 64, {})
            try:
                send_files(Storage(refusal, limit), "s", "p", [file], ["one"], Places("none"))
            except xsheet.BadInput as error:
                said.append(error.message)
say(said)`)

  const of = (size: string, unknown: string) => [
    `This film is ${size} MB; your storage takes 2 MB.`,
    `This film is ${unknown} MB; your storage takes less.`,
  ]
  expect(answer).toEqual([...of('5', '5.2'), ...of('5', '5.2'), ...of('82', '86'), ...of('82', '86')])
})

test('importing the package loads no modules a program may not need', async () => {
  const { stdout } = await run(
    'python3',
    ['-I', '-S', '-c', `import sys; sys.path.insert(0, ${JSON.stringify(here)}); import xsheet; print(*sys.modules)`],
    { env },
  )
  const loaded = stdout.trim().split(' ')

  expect(loaded).toContain('xsheet._studio')
  expect(
    loaded.filter((name) =>
      /^(ssl|http|email|socket|asyncio|urllib\.request|hashlib|uuid|dataclasses|subprocess)\b/.test(name),
    ),
  ).toEqual([])
})

test('the package is typed and uses only Python 3.9 and its standard library', async () => {
  const check = `
import ast, pathlib, sys
std = sys.stdlib_module_names
for file in sorted(pathlib.Path(${JSON.stringify(path.join(here, 'xsheet'))}).glob("*.py")):
    tree = ast.parse(file.read_text(), str(file), feature_version=(3, 9))
    for node in ast.walk(tree):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in names:
            if name.split(".")[0] not in std: print(file.name, "imports", name)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            bare = [a.arg for a in node.args.args + node.args.kwonlyargs if a.annotation is None and a.arg not in ("self", "cls")]
            if bare or node.returns is None: print(file.name, node.name, "is not typed")
`
  const { stdout } = await run('python3', ['-c', check], { env })

  expect(stdout).toBe('')
  expect(existsSync(path.join(here, 'xsheet/py.typed'))).toBe(true)
})

test('numbered pictures take a rate and first frame, and revisions take their files’ number if the project wants it', async () => {
  for (const number of [1001, 1002, 1003, 1005, 1006])
    writeFileSync(path.join(folder, `comp_v12.${number}.png`), picture())
  writeFileSync(path.join(folder, 'comp_v07.mov'), film(40))
  await host.database.execute('update public.projects set follows_file_versions = true')
  const answer = await python(`
import glob
studio = xsheet.connect()
frames = sorted(glob.glob("comp_v12.*.png"))
task = "sq010-sh0020:compositing"
posted = studio.publish(task, frames, time="1h", rate="24000/1001", first_frame=101)
rows = studio.rows("media", "select=filename,frame_rate,first_frame&order=filename&id=in.(%s)" % ",".join(file.id for file in posted.files))
try:
    studio.publish(task, "comp_v07.mov", time="1h")
    refused = ""
except xsheet.Conflict as error:
    refused = error.message
lower = studio.publish(task, "comp_v07.mov", time="1h", lower=True)
say([posted.version, [[row["frame_rate"], row["first_frame"]] for row in rows], refused, lower.version])`)
  await host.database.execute('update public.projects set follows_file_versions = false')

  const none = [null, null]
  expect(answer).toEqual([12, [['24000/1001', 101], none, none, none, none], 'v7 is lower than the newest, v12', 7])
})
