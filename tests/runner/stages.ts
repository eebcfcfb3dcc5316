import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { repositoryRoot } from '../files.ts'
import { findBrowser } from './browser.ts'
import { findFreePort } from '#supabase/local/free-port.ts'
import { startThrowawayPostgres } from '#supabase/local/throwaway-postgres.ts'
import { judgeByLighthouse } from './lighthouse.ts'
import { runKept, runShown } from './process.ts'
import { type Counts, countChecks, countPlaywright, countVitest, findCounts, judge } from './reports.ts'

/** `note` also says why a stage failed as a whole or was left out. */
export type Outcome = Counts

/**
 * `filters` selects test files of a stage; `folder` is for the run's own and all temporary files; `findServer` returns
 * the Postgres shared by all stages, started on first use.
 */
export type Run = { filters: readonly string[]; folder: string; findServer: () => Promise<string> }

export type Stage = { name: string; title: string; run: (run: Run) => Promise<Outcome> }

const DENO = 'deno@2.9.5'

export const stages: readonly Stage[] = [
  { name: 'check', title: 'Types, lint, format, unused code, import arrows', run: runChecks },
  { name: 'unit', title: 'Unit and component tests', run: vitest({ projects: ['unit', 'app'], limitMinutes: 10 }) },
  { name: 'database', title: 'Database contract on Postgres', run: onPostgres('database') },
  { name: 'fallback', title: 'What PGlite has to hold by itself', run: onPostgres('fallback') },
  { name: 'build', title: 'Build of the app and the command line', run: runBuild },
  { name: 'cli', title: 'Command line as a process', run: onPostgres('cli') },
  { name: 'e2e', title: 'Journeys in the browser against npm start', run: runJourneys },
  { name: 'functions', title: 'Edge functions under Deno', run: runFunctions },
]

/** Run only when named: they download what they need, or may lack it. */
export const stagesOnDemand: readonly Stage[] = [
  { name: 'installed', title: 'Database contract on the Postgres of this machine, 15 or newer', run: runOnInstalled },
  { name: 'media', title: 'The media worker, with clips made by ffmpeg', run: runMedia },
  { name: 'blender', title: 'The add-on in the Blender of this machine', run: runBlender },
  { name: 'lighthouse', title: 'Accessibility and best practices by Lighthouse', run: runLighthouse },
]

async function runLighthouse({ folder }: Run): Promise<Outcome> {
  const built = await runBuild()
  return built.failed > 0 ? built : await judgeByLighthouse(folder)
}

async function runChecks({ folder }: Run): Promise<Outcome> {
  const report = join(folder, 'check.json')
  const ending = await runShown({ program: 'node', args: ['tests/check.ts', '--report', report], limitMinutes: 5 })
  return judge(findCounts(report, countChecks), ending)
}

type VitestRun = { projects: readonly string[]; limitMinutes: number; env?: Record<string, string> }

function vitest({ projects, limitMinutes, env = {} }: VitestRun): Stage['run'] {
  return async ({ filters, folder }) => {
    const report = join(folder, `${crypto.randomUUID()}.json`)
    const unhandled = `${report}.unhandled`
    const own = '--reporter=./tests/config/unhandled-reporter.ts'
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, own]
    const chosen = projects.flatMap((project) => ['--project', project])
    const args = ['run', '--config', 'tests/config/vitest.config.ts', ...reporters, ...chosen, ...filters]
    const shown = { program: 'vitest', args, limitMinutes, env: { ...env, XSHEET_UNHANDLED: unhandled } }
    const ending = await runShown(shown)
    return judge(
      findCounts(report, (each) => countVitest(each, readUnhandled(unhandled))),
      ending,
    )
  }
}

function readUnhandled(file: string): string[] {
  return existsSync(file) ? v.parse(v.array(v.string()), JSON.parse(readFileSync(file, 'utf8'))) : []
}

function onPostgres(project: string): Stage['run'] {
  return async (run) => {
    const env = { XSHEET_TEST_DATABASE_URL: await run.findServer() }
    return await vitest({ projects: [project], limitMinutes: 30, env })(run)
  }
}

async function runOnInstalled(run: Run): Promise<Outcome> {
  const server = await startThrowawayPostgres('installed')
  process.stdout.write(`Postgres ${server.version}\n`)
  try {
    return await onPostgres('database')({ ...run, findServer: async () => server.url })
  } finally {
    await server.stop()
  }
}

/** The worker has packages of its own, installed if missing. */
async function runMedia(run: Run): Promise<Outcome> {
  const folder = 'supabase/media-worker'
  if (!existsSync(join(repositoryRoot, folder, 'node_modules/node-av'))) {
    const args = ['ci', '--ignore-scripts', '--prefix', folder]
    const installed = await runKept({ program: 'npm', args, limitMinutes: 10 })
    if (installed.exitCode !== 0) return { passed: 0, failed: 1, note: `npm ci failed: ${installed.output.trim()}` }
  }
  return await onPostgres('media')(run)
}

/** A machine without Blender proves nothing, so the stage fails. */
async function runBlender(run: Run): Promise<Outcome> {
  const blender = process.env['XSHEET_BLENDER'] ?? 'blender'
  const found = await runKept({ program: blender, args: ['--version'], limitMinutes: 2 })
  if (found.exitCode !== 0) {
    const note = `${blender} is missing or does not start: install Blender 3.4 or newer, or name one in XSHEET_BLENDER`
    return { passed: 0, failed: 1, note }
  }
  const screen = await runKept({ program: 'xvfb-run', args: ['--help'], limitMinutes: 2 })
  if (screen.exitCode !== 0) return { passed: 0, failed: 1, note: 'xvfb-run is missing: install xvfb, xauth and Mesa' }
  process.stdout.write(`${/^Blender .*$/m.exec(found.output)?.[0] ?? ''}\n`)
  return await onPostgres('blender')(run)
}

async function runBuild(): Promise<Outcome> {
  const ending = await runShown({ program: 'npm', args: ['run', '--silent', 'build'], limitMinutes: 4 })
  return judge({ passed: ending.exitCode === 0 ? 1 : 0, failed: ending.exitCode === 0 ? 0 : 1 }, ending)
}

async function runJourneys({ filters, folder, findServer }: Run): Promise<Outcome> {
  const browser = await findBrowser()
  if (browser === undefined) {
    return { passed: 0, failed: 1, note: 'no browser: install Chromium, or name one in XSHEET_CHROMIUM' }
  }
  process.stdout.write(`${browser.title}\n`)
  const report = join(folder, 'playwright.json')
  const env = {
    XSHEET_CHROMIUM: browser.path ?? '',
    XSHEET_CHROMIUM_SHELL: browser.shell ?? '',
    XSHEET_E2E_PORT: String(await findFreePort()),
    XSHEET_TEST_DATABASE_URL: await findServer(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  }
  const args = ['test', '--config', 'tests/config/playwright.config.ts', '--reporter=list,json', ...filters]
  const ending = await runShown({ program: 'playwright', args, env, limitMinutes: 50 })
  return judge(findCounts(report, countPlaywright), ending)
}

async function runFunctions(run: Run): Promise<Outcome> {
  // Download Deno here, so that a slow download does not time out the first test.
  const warm = await runKept({ program: 'npx', args: ['-y', DENO, '--version'], limitMinutes: 3 })
  if (warm.exitCode !== 0) return { passed: 0, failed: 1, note: `Deno cannot be had: ${warm.output.trim()}` }
  return vitest({ projects: ['functions'], limitMinutes: 4, env: { XSHEET_DENO: `npx -y ${DENO}` } })(run)
}
