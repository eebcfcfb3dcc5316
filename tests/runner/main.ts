import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endEverything } from './process.ts'
import { type Outcome, type Stage, stages, stagesOnDemand } from './stages.ts'

/** For everything together, on two slow cores. What has not ended by then has failed. */
const LIMIT_MINUTES = 85

const words = process.argv.slice(2)
const known = [...stages, ...stagesOnDemand]
const named = known.filter((stage) => words.includes(stage.name))
const filters = words.filter((word) => !named.some((stage) => stage.name === word))

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
process.exitCode = await runAll(named.length > 0 ? named : stages)

async function runAll(chosen: readonly Stage[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-test-'))
  const rows: string[] = []
  let passed = 0
  let failed = 0
  for (const stage of chosen) {
    process.stdout.write(`\n━━ ${stage.name}: ${stage.title}\n`)
    const startedAt = performance.now()
    const outcome = await runGuarded(stage, folder)
    passed += outcome.passed
    failed += outcome.failed
    rows.push(describe(stage, outcome, Math.round((performance.now() - startedAt) / 1000)))
  }
  // Whoever asks for a stage that this machine cannot run is not told that all is well.
  if (passed + failed === 0) failed = 1
  process.stdout.write(`\n━━ Summary\n${rows.join('\n')}\n\n${passed} passed, ${failed} failed\n`)
  clearTimeout(limit)
  rmSync(folder, { recursive: true, force: true })
  return failed === 0 ? 0 : 1
}

/** A stage that crashes is a failed stage, not the end of the run. */
async function runGuarded(stage: Stage, folder: string): Promise<Outcome> {
  if (stopped !== undefined) return { passed: 0, failed: 1, note: `did not run: ${stopped}` }
  try {
    return await stage.run({ filters, folder })
  } catch (error) {
    return { passed: 0, failed: 1, note: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function describe(stage: Stage, { passed, failed, note }: Outcome, seconds: number): string {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–'
  const counts = `${passed} passed, ${failed} failed`
  return `${mark} ${stage.name.padEnd(10)} ${counts.padEnd(24)} ${String(seconds).padStart(4)} s${note === undefined ? '' : `  ${note}`}`
}
