import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** `note` says what the numbers do not. */
export type Counts = { passed: number; failed: number; note?: string }

const vitestReport = v.object({
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) })),
})

const playwrightReport = v.object({
  errors: v.array(v.unknown()),
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

const checksReport = v.array(v.object({ name: v.string(), isPassed: v.boolean() }))

/** A test that was skipped did not pass; a file that broke before its first test counts as one failure. */
export function countVitest(report: unknown): Counts {
  let passed = 0
  let failed = 0
  for (const file of v.parse(vitestReport, report).testResults) {
    const passedInFile = file.assertionResults.filter((test) => test.status === 'passed').length
    const failedInFile = file.assertionResults.length - passedInFile
    passed += passedInFile
    failed += file.status === 'failed' ? Math.max(failedInFile, 1) : failedInFile
  }
  return { passed, failed }
}

/** A journey that passed only on its second try counts, and is told of: on two slow cores a browser is late now and then. One that was skipped is a failure. */
export function countPlaywright(report: unknown): Counts {
  const { errors, stats } = v.parse(playwrightReport, report)
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped + errors.length }
  return stats.flaky === 0 ? counts : { ...counts, note: `${stats.flaky} only on the second try, named "flaky" above` }
}

/** Each check that `tests/check.ts` runs counts as one. */
export function countChecks(report: unknown): Counts {
  const checks = v.parse(checksReport, report)
  const passed = checks.filter((check) => check.isPassed).length
  return { passed, failed: checks.length - passed }
}

/** Reads a report; undefined where the tool died before it wrote a whole one. */
export function findCounts(file: string, count: (report: unknown) => Counts): Counts | undefined {
  if (!existsSync(file)) return undefined
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** What a stage amounts to: no report, no tests or a bad exit are failures even where no test says so. */
export function judge(counts: Counts | undefined, ending: { exitCode: number; isTimedOut: boolean }): Counts {
  if (ending.isTimedOut)
    return { passed: counts?.passed ?? 0, failed: (counts?.failed ?? 0) + 1, note: 'ran out of time' }
  if (counts === undefined)
    return { passed: 0, failed: 1, note: `ended without a report (exit code ${ending.exitCode})` }
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, note: 'found no tests' }
  if (ending.exitCode !== 0 && counts.failed === 0) {
    return { passed: counts.passed, failed: 1, note: `exit code ${ending.exitCode}, though every test passed` }
  }
  return counts
}
