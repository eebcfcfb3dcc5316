import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findFirstLine, installDebianPackage, isRoot, runKept } from './process.ts'

const SHELL = 'chromium-headless-shell'
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** `path` is absent for Playwright's own browser; `shell` is the system's headless shell, if it has one. */
export type Browser = { title: string; path?: string; shell?: string }

/**
 * Returns the browser for the journeys: a named one, Playwright's own, the system's, or Debian's package; undefined if
 * there is none.
 */
export async function findBrowser(): Promise<Browser | undefined> {
  const named = process.env['XSHEET_CHROMIUM']
  if (named !== undefined && named !== '') return await withShell(describe(named))
  const own = { title: `Playwright's own Chromium` }
  if (isOwnUsable()) return own
  const system = findSystem()
  if (system !== undefined) return await withShell(system)
  if (await downloadOwn()) return own
  const installed = (await installDebianPackage('chromium')) ? findSystem() : undefined
  return installed && (await withShell(installed))
}

async function withShell(browser: Browser): Promise<Browser> {
  const shell = findProgram(SHELL) ?? ((await installDebianPackage(SHELL)) ? findProgram(SHELL) : undefined)
  return shell === undefined ? browser : { ...browser, shell }
}

/** Installed and able to start: a bare machine may lack the libraries it needs. */
function isOwnUsable(): boolean {
  const path = chromium.executablePath()
  return existsSync(path) && findFirstLine(path, ['--version', '--no-sandbox']) !== undefined
}

async function downloadOwn(): Promise<boolean> {
  process.stdout.write('Looking for a browser …\n')
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' }
  const canReach = await runKept({
    program: 'playwright',
    args: ['install', 'chromium'],
    env,
    limitMinutes: 2,
  })
  if (canReach.exitCode !== 0) return false
  if (isOwnUsable()) return true
  if (!isRoot()) return false
  await runKept({ program: 'playwright', args: ['install-deps', 'chromium'], limitMinutes: 5 })
  return isOwnUsable()
}

function findSystem(): Browser | undefined {
  for (const name of SYSTEM_NAMES) {
    const path = findProgram(name)
    if (path !== undefined) return describe(path)
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return existsSync(mac) ? describe(mac) : undefined
}

function findProgram(name: string): string | undefined {
  return findFirstLine('which', [name]) || undefined
}

function describe(path: string): Browser {
  return { title: findFirstLine(path, ['--version', '--no-sandbox']) ?? path, path }
}
