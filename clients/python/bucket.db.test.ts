import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '#cli/run.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { aStudio, aTask, call } from '#tests/database/a-studio.ts'
import { startFakeBucket } from '#tests/fakes/fake-bucket.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

test('a large film is uploaded to a bucket in parts, resuming after three kills and in another program', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-python-bucket-'))
  const bucket = await startFakeBucket()
  const host = await startTestHost({ settings: { s3: bucket.settings } })
  onTestFinished(async () => {
    await host.close()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const studio = await aStudio(host)
  const { task } = await aTask(studio)
  const args = { p_studio_id: studio.id, p_name: 'python' }
  const { token } = await call<{ token: string }>(studio.lead.client, 'create_access_token', args)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_STATE_HOME: path.join(folder, 'state'),
    XSHEET_HOST: host.url,
    STUDIO_TOKEN: token,
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const film = Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  '), randomBytes(40 * 2 ** 20)])
  writeFileSync(path.join(folder, 'large.mov'), film)
  const publish = `import xsheet\nxsheet.connect().publish("${task.id}", "large.mov", time="2h")`

  for (const part of [2, 4, 5]) {
    const child = spawn('python3', ['-c', publish], { env, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const isThere = Promise.withResolvers<void>()
    bucket.breakAt((asked) => {
      if (!asked.endsWith(`partNumber=${part}`)) return undefined
      isThere.resolve()
      return 'before'
    })
    await Promise.race([isThere.promise, once(child, 'exit')])
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  bucket.breakAt(() => undefined)
  const uploads = path.join(folder, 'state/xsheet/uploads')
  const [name = ''] = readdirSync(uploads)
  const { places } = JSON.parse(readFileSync(path.join(uploads, name), 'utf8'))
  const io = testIo({ env, cwd: folder, input: '' })
  const code = await runCli(['upload', 'resume', '--json'], io)

  expect(Object.values(places)).toEqual([expect.stringContaining(`${host.url}/functions/v1/upload-parts?media_id=`)])
  expect({ code, said: io.stderr() }).toMatchObject({ code: 0 })
  const puts = bucket.asked.flatMap((asked) => /partNumber=(\d)$/.exec(asked)?.[1] ?? [])
  // Only the parts interrupted by a kill were sent again.
  expect(puts.filter((number) => ['1', '3', '6', '7'].includes(number))).toEqual(['1', '3', '6', '7'])
  expect([...bucket.objects.values()].some((object) => object.equals(film))).toBe(true)
  expect(readdirSync(uploads)).toEqual([])
})
