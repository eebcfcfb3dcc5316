import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#supabase/local/throwaway-postgres.ts'
import { listFiles, repositoryRoot } from '../files.ts'
import { findReach, listChanged, readImporters } from './changed.ts'
import { endEverything } from './process.ts'
import type { Slow } from './reports.ts'
import { type Outcome, type Run, type Stage, stages, stagesOnDemand } from './stages.ts'
import { findTemporaryPlace } from './temporary-place.ts'

/** The limit for all stages together, on two slow cores; what has not finished by then has failed. */
const LIMIT_MINUTES = 85

const kept = join(repositoryRoot, 'node_modules/.cache/xsheet-tests')

const words = process.argv.slice(2)
const known = [...stages, ...stagesOnDemand]
const named = known.filter((stage) => words.includes(stage.name))
const changed = words.find((word) => /^--changed(=|$)/.test(word))
const filters = words.filter((word) => word !== changed && !named.some((stage) => stage.name === word))

if (filters.length > 0 && named.length === 0) {
  process.stderr.write(`Say which stage first: ${known.map((stage) => stage.name).join(', ')}\n`)
  process.exit(2)
}
let stopped: string | undefined
function stop(reason: string): void {
  stopped = reason
  endEverything()
}
const limit = setTimeout(() => stop(`${LIMIT_MINUTES} minutes were over`), LIMIT_MINUTES * 60_000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(`stopped by ${signal}`))
process.exitCode = await runAll(changed === undefined ? chooseNamed() : chooseChanged(changed.split('=')[1]))

/** A stage with the files to run; none means all. */
type Choice = { stage: Stage; filters: readonly string[] }

function chooseNamed(): Choice[] {
  return (named.length > 0 ? named : stages).map((stage) => ({ stage, filters }))
}

/** Chooses for `npm test -- --changed`, or `--changed=main`: what a change can reach by imports, schema and pages. */
function chooseChanged(base: string | undefined): Choice[] {
  const files = listFiles()
  const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
  const reach = findReach(listChanged(base), { importers: readImporters(files), files, read })
  return stages.flatMap((stage) => {
    const reached = reach.get(stage.name)
    return reached === undefined ? [] : [{ stage, filters: stage.name === 'check' ? [] : reached }]
  })
}

async function runAll(chosen: readonly Choice[]): Promise<number> {
  const folder = mkdtempSync(join(findTemporaryPlace(), 'xsheet-test-'))
  // When tests run as root, Postgres has its own account and also writes here.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  // Results must not depend on whether this machine has a media worker.
  process.env['XSHEET_MEDIA_WORKER'] = '0'
  // With the compile caches of Node and Playwright, hosts, commands and workers start in half the time.
  process.env['NODE_COMPILE_CACHE'] ??= join(kept, 'node')
  process.env['PWTEST_CACHE_DIR'] ??= join(kept, 'playwright')
  let starting: Promise<ThrowawayPostgres> | undefined
  const findServer = async (): Promise<string> => (await (starting ??= startThrowawayPostgres())).url
  const rows: string[] = []
  const times: Slow[] = []
  const failures: string[] = []
  let passed = 0
  let failed = 0
  const begunAt = performance.now()
  for (const { stage, filters: files } of chosen) {
    process.stdout.write(`\n━━ ${stage.name}: ${stage.title}\n`)
    const startedAt = performance.now()
    const outcome = await runGuarded(stage, { filters: files, folder, findServer })
    passed += outcome.passed
    failed += outcome.failed
    rows.push(describe(stage, outcome, toSeconds(startedAt)))
    failures.push(
      ...(outcome.failures ?? []).map((failure) => `${stage.name} ${failure.replace(`${repositoryRoot}/`, '')}`),
    )
    times.push(...(outcome.times ?? []).map(({ name, seconds }) => ({ name: `${stage.name} ${name}`, seconds })))
  }
  const server = await starting?.catch(() => undefined)
  await server?.stop()
  // A stage that cannot run on this machine must not count as passed.
  if (passed + failed === 0) failed = 1
  if (failures.length > 0) process.stdout.write(`\n━━ Failed\n${failures.join('\n')}\n`)
  process.stdout.write(`\n━━ Slowest\n${listSlowest(times)}\n`)
  process.stdout.write(`\n━━ Summary\n${rows.join('\n')}\n  in ${describeSeconds(toSeconds(begunAt))}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  clearTimeout(limit)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return failed === 0 ? 0 : 1
}

function toSeconds(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000)
}

function describeSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Files run in parallel, so their times are longer than alone and add up to more than their stage's. */
function listSlowest(times: readonly Slow[]): string {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  return slowest
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name.replace(`${repositoryRoot}/`, '')}`)
    .join('\n')
}

/** A stage that crashes has failed, and the run continues. */
async function runGuarded(stage: Stage, run: Run): Promise<Outcome> {
  if (stopped !== undefined) return { passed: 0, failed: 1, note: `did not run: ${stopped}` }
  try {
    return await stage.run(run)
  } catch (error) {
    return { passed: 0, failed: 1, note: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function describe(stage: Stage, { passed, failed, note }: Outcome, seconds: number): string {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const counts = `${passed} passed, ${failed} failed`
  return `${mark} ${stage.name.padEnd(10)} ${counts.padEnd(24)} ${String(seconds).padStart(4)} s${note === undefined ? '' : `  ${note}`}`
}
