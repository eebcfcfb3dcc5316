import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findFreePort } from '../runner/free-port.ts'

// Workers load this file too: what the first load chose reaches them through the environment.
process.env['XSHEET_E2E_PORT'] ??= String(await findFreePort())
process.env['XSHEET_E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'xsheet-e2e-'))

const port = process.env['XSHEET_E2E_PORT']
const chromium = process.env['XSHEET_CHROMIUM'] ?? ''
const address = `http://127.0.0.1:${port}`
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu']

export default defineConfig({
  testDir: '../../e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  // Nobody is there in CI to tell a slow machine from a fault; a second try is counted and named, see `countPlaywright`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 120_000,
  // Long enough for a machine that is busy with something else: it says when to give up, nothing is timed by it.
  expect: { timeout: 20_000 },
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Without a path: Playwright's own full Chromium, whose headless mode is the browser people use.
    ...(chromium === '' ? { channel: 'chromium' } : {}),
    launchOptions: { args: ['--no-sandbox', ...quiet], ...(chromium === '' ? {} : { executablePath: chromium }) },
  },
  webServer: {
    command: 'npm start',
    cwd: '../..',
    url: `${address}/healthz`,
    env: { PORT: port, HOST: '127.0.0.1', XSHEET_DATA: process.env['XSHEET_E2E_DATA'], XSHEET_DEMO: '1' },
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
