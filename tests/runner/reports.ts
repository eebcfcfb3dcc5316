import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** The time taken by a test file, a journey's file or a check. */
export type Slow = { name: string; seconds: number }

/**
 * `note` adds what the numbers do not say; `failures` lists what failed with the reason, repeated at the end of a long
 * log.
 */
export type Counts = {
  passed: number
  failed: number
  note?: string
  times?: readonly Slow[]
  failures?: readonly string[]
}

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      startTime: v.number(),
      endTime: v.number(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.optional(v.string(), ''),
          failureMessages: v.optional(v.nullable(v.array(v.string())), []),
        }),
      ),
    }),
  ),
})

const trial = v.object({ duration: v.number(), error: v.optional(v.object({ message: v.optional(v.string()) })) })
const journey = v.object({ results: v.array(trial) })
const spec = v.object({ title: v.string(), ok: v.boolean(), tests: v.array(journey) })
type Suite = { file: string; specs: v.InferOutput<typeof spec>[]; suites?: Suite[] | undefined }
const suite: v.GenericSchema<Suite> = v.object({
  file: v.string(),
  specs: v.array(spec),
  suites: v.optional(v.array(v.lazy(() => suite))),
})
const playwrightReport = v.object({
  errors: v.array(v.unknown()),
  suites: v.array(suite),
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

const checksReport = v.array(v.object({ name: v.string(), isPassed: v.boolean(), seconds: v.number() }))

/**
 * Counts a skipped test as failed, and a file that broke before its first test as one failure. `unhandled` are errors
 * outside any test, such as unhandled rejections.
 */
export function countVitest(report: unknown, unhandled: readonly string[] = []): Counts {
  let passed = 0
  let failed = unhandled.length
  const failures = unhandled.map((error) => describeFailure('Outside every test', error))
  const { testResults } = v.parse(vitestReport, report)
  for (const file of testResults) {
    const passedInFile = file.assertionResults.filter((test) => test.status === 'passed').length
    const failedInFile = file.assertionResults.length - passedInFile
    passed += passedInFile
    failed += file.status === 'failed' ? Math.max(failedInFile, 1) : failedInFile
    if (file.status === 'failed' && failedInFile === 0) failures.push(describeFailure(file.name, file.message))
    for (const test of file.assertionResults.filter(({ status }) => status !== 'passed')) {
      failures.push(describeFailure(`${file.name} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status))
    }
  }
  const times = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  return { passed, failed, times, failures }
}

const LINES_OF_A_REASON = 6

function describeFailure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, LINES_OF_A_REASON)
  return [name, ...lines.map((line) => `    ${line.trimEnd()}`)].join('\n')
}

/** Counts journeys that were skipped, or passed only on a retry, as failures. */
export function countPlaywright(report: unknown): Counts {
  const { errors, suites, stats } = v.parse(playwrightReport, report)
  const times = suites.map((each) => ({ name: each.file, seconds: sumMilliseconds(each) / 1000 }))
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    times,
    failures: suites.flatMap((each) => listFailedJourneys(each)),
  }
  return stats.flaky === 0 ? counts : { ...counts, note: `${stats.flaky} only at the second try, named "flaky" above` }
}

function listFailedJourneys({ file, specs, suites = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error !== undefined)?.error
      return describeFailure(`${file} › ${title}`, error?.message ?? 'did not pass')
    })
  return [...own, ...suites.flatMap(listFailedJourneys)]
}

function sumMilliseconds({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(sumMilliseconds)].reduce((sum, each) => sum + each, 0)
}

/** Counts each check that `tests/check.ts` runs as one. */
export function countChecks(report: unknown): Counts {
  const checks = v.parse(checksReport, report)
  const passed = checks.filter((check) => check.isPassed).length
  const failures = checks.filter((check) => !check.isPassed).map((check) => check.name)
  return { passed, failed: checks.length - passed, times: checks, failures }
}

/** Reads a report; undefined if the tool ended before completing it. */
export function findCounts(file: string, count: (report: unknown) => Counts): Counts | undefined {
  if (!existsSync(file)) return undefined
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Judges a stage: no report, no tests or a bad exit code are failures even if no test failed. */
export function judge(counts: Counts | undefined, ending: { exitCode: number; isTimedOut: boolean }): Counts {
  if (ending.isTimedOut)
    return { ...counts, passed: counts?.passed ?? 0, failed: (counts?.failed ?? 0) + 1, note: 'ran out of time' }
  if (counts === undefined)
    return { passed: 0, failed: 1, note: `ended without a report (exit code ${ending.exitCode})` }
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, note: 'found no tests' }
  if (ending.exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, note: `exit code ${ending.exitCode}, though every test passed` }
  }
  return counts
}
