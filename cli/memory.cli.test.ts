import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

// Looked at often, each time after a collection: garbage that waits for one is not held.
const watch = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
let peak = 0
const look = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  peak = Math.max(peak, heapUsed + external)
}
setInterval(look, 50).unref()
process.on('exit', () => process.stderr.write('peak ' + peak + '\\n'))
`

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  writeFileSync(path.join(cli.folder, 'watch.mjs'), watch)
})
afterAll(async () => await cli.close())

const megabyte = 1024 * 1024

/** A film whose bytes are told apart by its size. */
function writeFilm(megabytes: number): string {
  const file = path.join(cli.folder, `film-${megabytes}.mp4`)
  const handle = openSync(file, 'w')
  writeSync(handle, '\0\0\0\u0018ftypmp42')
  for (let at = 0; at < megabytes; at += 1) writeSync(handle, Buffer.alloc(megabyte, at))
  closeSync(handle)
  return file
}

/** The most memory that a command held on the heap and in buffers, in megabytes. */
async function measure(args: readonly string[]): Promise<number> {
  const { code, stderr } = await cli.spawn([...args, '--quiet'], {
    env: { NODE_OPTIONS: `--import ${path.join(cli.folder, 'watch.mjs')}` },
  })
  expect([code, stderr.replaceAll(/peak \d+\n/g, '')]).toEqual([0, ''])
  return Number(/peak (\d+)/.exec(stderr)?.[1]) / megabyte
}

test('a large file is neither sent nor fetched through memory', async () => {
  const task = 'the-salt-road/sequences/sq010/sq010-sh0010:fx'
  const where = ['--project', 'the-salt-road', '--space', 'sequences']
  const publish = async (megabytes: number): Promise<number> =>
    await measure(['revision', 'upload', task, writeFilm(megabytes), '--time', '5m'])
  const fetch = async (folder: string): Promise<number> =>
    await measure(['export', 'studio', folder, '--originals', ...where])

  const small = { sent: await publish(1), fetched: await fetch('small') }
  const large = { sent: await publish(150), fetched: await fetch('large') }

  expect(large.sent - small.sent).toBeLessThan(40)
  expect(large.fetched - small.fetched).toBeLessThan(40)
})
