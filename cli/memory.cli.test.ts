import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

// Sampled continuously after forced collections, so that garbage does not count.
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
  setTimeout(look, 150).unref()
}
look()
process.on('exit', () => process.stderr.write('peak ' + peak + '\\n'))
`

// A project of its own, whose export holds one film and nothing else.
const where = ['--project', 'large-films', '--space', 'shots']

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  await cli.run(['project', 'create', 'Large Films'])
  await cli.run(['space', 'create', 'Shots', '--project', 'large-films', '--stages', 'fx'])
  await cli.run(['collection', 'create', 'sq010', ...where])
  await cli.run(['item', 'create', 'sh010', ...where, '--collection', 'sq010'])
  writeFileSync(path.join(cli.folder, 'watch.mjs'), watch)
})
afterAll(async () => await cli.close())

const megabyte = 1024 * 1024

/** A film whose bytes depend on its size. */
function writeFilm(megabytes: number): string {
  const file = path.join(cli.folder, `film-${megabytes}.mp4`)
  const handle = openSync(file, 'w')
  writeSync(handle, '\0\0\0\u0018ftypmp42')
  for (let at = 0; at < megabytes; at += 1) writeSync(handle, Buffer.alloc(megabyte, at))
  closeSync(handle)
  return file
}

/** Returns the peak memory of a command in heap and buffers, in megabytes. */
async function measure(args: readonly string[]): Promise<number> {
  const { code, stderr } = await cli.spawn([...args, '--quiet'], {
    env: { NODE_OPTIONS: `--import ${path.join(cli.folder, 'watch.mjs')}` },
  })
  expect([code, stderr.replaceAll(/peak \d+\n/g, '')]).toEqual([0, ''])
  return Number(/peak (\d+)/.exec(stderr)?.[1]) / megabyte
}

const publish = async (megabytes: number): Promise<number> =>
  await measure(['revision', 'upload', 'large-films/shots/sq010/sh010:fx', writeFilm(megabytes), '--time', '5m'])
const fetch = async (folder: string): Promise<number> =>
  await measure(['export', 'studio', folder, '--originals', ...where])

test('a large file is uploaded and downloaded without being held in memory', async () => {
  const before = { sent: await publish(1), fetched: await fetch('small') }
  const sent = await publish(80)
  const fetched = await fetch('large')

  expect(sent - before.sent).toBeLessThan(40)
  expect(fetched - before.fetched).toBeLessThan(40)
})
