import { expect, test } from 'vitest'
import { countChecks, countPlaywright, countVitest, findCounts, judge } from './reports.ts'

const ended = { exitCode: 0, isTimedOut: false }

test('counts a skipped test and a file that broke before its first test as failures', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }, { status: 'pending' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    ],
  }

  expect(countVitest(report)).toEqual({ passed: 3, failed: 3 })
})

test('counts a journey that was skipped or never loaded as a failure, and tells of one that needed a second try', () => {
  const report = { errors: [{ message: 'cannot load' }], stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } }
  const clean = { errors: [], stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }

  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, note: expect.stringContaining('second try') })
  expect(countPlaywright(clean)).toEqual({ passed: 4, failed: 0 })
})

test('counts each check once', () => {
  const report = [
    { name: 'lint', isPassed: true },
    { name: 'format', isPassed: false },
  ]

  expect(countChecks(report)).toEqual({ passed: 1, failed: 1 })
})

test('has no counts where the report was never written', () => {
  expect(findCounts('/nonexistent/report.json', countVitest)).toBeUndefined()
})

test('fails a stage that wrote no report, found no tests, ended badly or ran out of time', () => {
  expect(judge(undefined, ended).failed).toBe(1)
  expect(judge({ passed: 0, failed: 0 }, ended).failed).toBe(1)
  expect(judge({ passed: 5, failed: 0 }, { ...ended, exitCode: 1 }).failed).toBe(1)
  expect(judge({ passed: 5, failed: 0 }, { exitCode: 0, isTimedOut: true }).failed).toBe(1)
})

test('takes a good stage at its word', () => {
  expect(judge({ passed: 5, failed: 0 }, ended)).toEqual({ passed: 5, failed: 0 })
  expect(judge({ passed: 5, failed: 2 }, { ...ended, exitCode: 1 })).toEqual({ passed: 5, failed: 2 })
})
