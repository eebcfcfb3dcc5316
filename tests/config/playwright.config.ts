import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findFreePort } from '#supabase/local/free-port.ts'

// Workers load this file too: what the first load chose reaches them through the environment.
process.env['XSHEET_E2E_PORT'] ??= String(await findFreePort())
process.env['XSHEET_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'xsheet-e2e-'))
process.env['XSHEET_E2E_DATABASE'] ??= await makeDatabase(process.env['XSHEET_E2E_DATA'])

const port = process.env['XSHEET_E2E_PORT']
// The shell draws what the whole browser draws, and starts and runs faster.
const chromium = process.env['XSHEET_CHROMIUM_SHELL'] || process.env['XSHEET_CHROMIUM'] || ''
const address = `http://127.0.0.1:${port}`
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu']

// Begun last, each of these would run on alone while the other workers have nothing left.
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
  // Long enough for a slow machine that is busy with something else: they say when to give up, nothing is timed by them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: address,
    // A control that never comes is named, rather than the whole journey.
    actionTimeout: 150_000,
    viewport: { width: 1440, height: 900 },
    // What moves is not the subject; the journeys about movement ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Each window would fetch the whole app for later; the journeys about working offline ask for it.
    serviceWorkers: 'block',
    // A window emptied of what the last journey left starts with the app's code at hand.
    reuseContext: true,
    // Recording costs a third of a journey: `npm test -- e2e <name> --trace on` for the one that is looked into.
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

/** A copy of the demo studio for the suite's own host, on one server for this host and those of single journeys. */
async function makeDatabase(dataDirectory: string): Promise<string> {
  const [{ startThrowawayPostgres }, { cloneDatabase }] = await Promise.all([
    import('#supabase/local/throwaway-postgres.ts'),
    import('#tests/host/template.ts'),
  ])
  process.env['XSHEET_TEST_DATABASE_URL'] ??= (await startThrowawayPostgres()).url
  return (await cloneDatabase(dataDirectory, true)).url
}
