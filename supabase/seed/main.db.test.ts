import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'

const main = path.join(import.meta.dirname, 'main.ts')
let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host.close())

function seed(...flags: string[]): { exitCode: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...flags], { encoding: 'utf8' })
  return { exitCode: status, output: stdout + stderr }
}

test('refuses a data directory used by a running host, in one sentence', () => {
  const { exitCode, output } = seed('--items', '10', '--data', host.settings.dataDirectory)

  expect(exitCode).toBe(1)
  expect(output).toMatch(/^The data directory .* is in use by process \d+; stop that one first\.\n$/)
})

test('prints its usage for unknown arguments', () => {
  const { exitCode, output } = seed('--shots', '10')

  expect(exitCode).toBe(1)
  expect(output).toContain('npm run seed -- --items 50000')
})
