import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findFreePort } from '#supabase/local/free-port.ts'

// Workers load this file too and get the first load's choices through the environment.
process.env['XSHEET_E2E_PORT'] ??= String(await findFreePort())
process.env['XSHEET_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'xsheet-e2e-'))
process.env['XSHEET_E2E_DATABASE'] ??= await makeDatabase(process.env['XSHEET_E2E_DATA'])

const port = process.env['XSHEET_E2E_PORT']
// The headless shell renders the same as the full browser, and starts and runs faster.
const chromium = process.env['XSHEET_CHROMIUM_SHELL'] || process.env['XSHEET_CHROMIUM'] || ''
const address = `http://127.0.0.1:${port}`
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu']

// Started last, each of these would run alone at the end.
const long = ['accessibility', 'uploads-survive', 'viewer-frames', 'install', 'messages', 'walk-keyboard'].map(
  (name) => `**/${name}.spec.ts`,
)

export default defineConfig({
  testDir: '../../e2e',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: long },
  ],
  outputDir: '../../test-results',
  forbidOnly: true,
  fullyParallel: false,
  workers: 3,
  // Deadlines generous enough for a slow, busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: address,
    // Shorter than the test's, so that the missing control is named instead of the whole journey.
    actionTimeout: 150_000,
    viewport: { width: 1440, height: 900 },
    // Motion is off, except in the journeys about it.
    contextOptions: { reducedMotion: 'reduce' },
    // Every new window would precache the whole app, so only the offline journeys enable them.
    serviceWorkers: 'block',
    // Reuse keeps the HTTP cache, so that each journey starts with the app's code loaded.
    reuseContext: true,
    // Tracing costs a third of a journey's time: `npm test -- e2e <name> --trace on` to investigate one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: ['--no-sandbox', ...quiet], ...(chromium === '' ? {} : { executablePath: chromium }) },
  },
  webServer: {
    command: 'npm start',
    cwd: '../..',
    url: `${address}/healthz`,
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      XSHEET_DATA: process.env['XSHEET_E2E_DATA'],
      DATABASE_URL: process.env['XSHEET_E2E_DATABASE'],
      XSHEET_DEMO: '1',
    },
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

/** Copies the demo studio's database for the suite's host, on a server shared with the hosts of single journeys. */
async function makeDatabase(dataDirectory: string): Promise<string> {
  const [{ startThrowawayPostgres }, { cloneDatabase }] = await Promise.all([
    import('#supabase/local/throwaway-postgres.ts'),
    import('#tests/host/template.ts'),
  ])
  process.env['XSHEET_TEST_DATABASE_URL'] ??= (await startThrowawayPostgres()).url
  return (await cloneDatabase(dataDirectory, true)).url
}
