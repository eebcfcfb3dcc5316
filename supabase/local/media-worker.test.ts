import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMediaWorker } from './media-worker.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-worker-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A worker that records each of its starts and its environment, between the code before and after. */
function aWorker(then: string, before = ''): string {
  const program = path.join(folder, 'worker.mjs')
  const log = JSON.stringify(path.join(folder, 'log'))
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs'
     ${before}
     appendFileSync(${log}, process.env.XSHEET_URL + ' ' + process.env.MEDIA_WORKER_SECRET + '\\n'); ${then}`,
  )
  return program
}
const log = (): string => (existsSync(path.join(folder, 'log')) ? readFileSync(path.join(folder, 'log'), 'utf8') : '')
const host = { url: 'http://127.0.0.1:1', keys: { serviceKey: 'secret' }, firstPauseMs: 1 }

test('is restarted after a crash, gets the host’s address and key, and ends with the host', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const worker = startMediaWorker({ ...host, program: aWorker('process.exit(1)') })
  await vi.waitUntil(() => log().split('\n').length > 3, { timeout: 10_000 })
  await worker.close()
  const starts = log()
  const [first] = starts.split('\n')

  expect(first).toBe('http://127.0.0.1:1 secret')
  expect(log()).toBe(starts)
})

test('a busy worker is told to end, and waited for', async () => {
  const bye = JSON.stringify(path.join(folder, 'bye'))
  const program = aWorker(
    'setInterval(() => {}, 1000)',
    `process.on('SIGTERM', () => { appendFileSync(${bye}, 'bye'); process.exit(0) })`,
  )
  const worker = startMediaWorker({ ...host, program })
  await vi.waitUntil(() => log() !== '', { timeout: 10_000 })
  await worker.close()

  expect(readFileSync(path.join(folder, 'bye'), 'utf8')).toBe('bye')
})
