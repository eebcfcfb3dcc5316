import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { findFreePort } from './free-port.ts'
import { startPostgres } from './postgres.ts'
import { type Ending, runKept, runShown } from './process.ts'
import { type Counts, countChecks, countPlaywright, countVitest, findCounts, judge } from './reports.ts'

/** `note` says why a stage failed as a whole, or why it was left out. */
export type Outcome = Counts & { note?: string }

export type Stage = {
  name: string
  title: string
  run: (filters: readonly string[]) => Promise<Outcome>
}

const DENO = 'deno@2.9.5'
const reports = mkdtempSync(join(tmpdir(), 'xsheet-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

export const stages: readonly Stage[] = [
  { name: 'check', title: 'Types, lint, format, unused code, import arrows', run: runChecks },
  {
    name: 'unit',
    title: 'Unit and component tests',
    run: (filters) => runVitest({ projects: ['unit', 'app'], filters, limitMinutes: 6 }),
  },
  { name: 'database', title: 'Database contract on PGlite', run: (filters) => runDatabase(filters) },
  { name: 'postgres', title: 'Database contract on Postgres', run: runOnPostgres },
  { name: 'build', title: 'Build of the app and the command line', run: runBuild },
  {
    name: 'cli',
    title: 'Command line as a spawned process',
    run: (filters) => runVitest({ projects: ['cli'], filters, limitMinutes: 4 }),
  },
  { name: 'e2e', title: 'Journeys in the browser against npm start', run: runJourneys },
  { name: 'functions', title: 'Edge functions under Deno', run: runFunctions },
]

async function runChecks(): Promise<Outcome> {
  const report = join(reports, 'check.json')
  const ending = await runShown({ program: 'node', args: ['tests/check.ts', '--report', report], limitMinutes: 5 })
  return judge(findCounts(report, countChecks), ending)
}

type VitestRun = {
  projects: readonly string[]
  filters: readonly string[]
  limitMinutes: number
  env?: Record<string, string>
}

async function runVitest({ projects, filters, limitMinutes, env = {} }: VitestRun): Promise<Outcome> {
  const report = join(reports, `${crypto.randomUUID()}.json`)
  const args = [
    'run',
    '--config',
    'tests/config/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const chosen = projects.flatMap((project) => ['--project', project])
  const ending = await runShown({ program: 'vitest', args: [...args, ...chosen, ...filters], limitMinutes, env })
  return judge(findCounts(report, countVitest), ending)
}

function runDatabase(filters: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return runVitest({ projects: ['database'], filters, limitMinutes: 8, env })
}

async function runOnPostgres(filters: readonly string[]): Promise<Outcome> {
  const server = await startPostgres()
  if (server === undefined) {
    const note = 'did not run: no Postgres 15 or newer on this machine, and none could be installed'
    return { passed: 0, failed: process.env['CI'] === undefined ? 0 : 1, note }
  }
  process.stdout.write(`Postgres ${server.version}\n`)
  try {
    return await runDatabase(filters, { TEST_POSTGRES_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function runBuild(): Promise<Outcome> {
  const ending = await runShown({ program: 'npm', args: ['run', '--silent', 'build'], limitMinutes: 4 })
  return judge({ passed: ending.exitCode === 0 ? 1 : 0, failed: ending.exitCode === 0 ? 0 : 1 }, ending)
}

async function runJourneys(filters: readonly string[]): Promise<Outcome> {
  const browser = await findBrowser()
  if (browser === undefined) {
    return { passed: 0, failed: 1, note: 'no browser: install Chromium, or name one in XSHEET_CHROMIUM' }
  }
  process.stdout.write(`${browser.title}\n`)
  const report = join(reports, 'playwright.json')
  const env = {
    XSHEET_CHROMIUM: browser.path ?? '',
    XSHEET_E2E_PORT: String(await findFreePort()),
    XSHEET_E2E_DATA: join(reports, 'studio'),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  }
  const args = ['test', '--config', 'tests/config/playwright.config.ts', '--reporter=list,json', ...filters]
  const ending = await runShown({ program: 'playwright', args, env, limitMinutes: 10 })
  return judge(findCounts(report, countPlaywright), ending)
}

async function runFunctions(filters: readonly string[]): Promise<Outcome> {
  // Deno is fetched here, so that a slow download is not the first test's time-out.
  const warm: Ending = await runKept({ program: 'npx', args: ['-y', DENO, '--version'], limitMinutes: 3 })
  if (warm.exitCode !== 0) return { passed: 0, failed: 1, note: `Deno cannot be had: ${warm.output.trim()}` }
  return runVitest({ projects: ['functions'], filters, limitMinutes: 4, env: { XSHEET_DENO: `npx -y ${DENO}` } })
}
