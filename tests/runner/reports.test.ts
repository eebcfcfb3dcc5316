import { expect, test } from 'vitest'
import { countChecks, countPlaywright, countVitest, findCounts, judge } from './reports.ts'

const ended = { exitCode: 0, isTimedOut: false }

const aFile = (status: string, statuses: readonly string[], seconds = 1) => ({
  name: 'some.test.ts',
  status,
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: statuses.map((each) => ({ status: each })),
})

test('countVitest counts skipped tests and broken files as failures, and times each file', () => {
  const report = {
    testResults: [
      aFile('passed', ['passed', 'passed', 'pending'], 4),
      aFile('failed', []),
      aFile('failed', ['failed', 'passed']),
    ],
  }

  expect(countVitest(report)).toMatchObject({ passed: 3, failed: 3, times: [{ seconds: 4 }, {}, {}] })
})

test('countPlaywright counts skipped, unloaded and retried journeys as failures', () => {
  const specs = [{ title: 'a row', ok: true, tests: [{ results: [{ duration: 1500 }] }] }]
  const suites = [{ file: 'grid.spec.ts', specs, suites: [{ file: 'grid.spec.ts', specs }] }]
  const report = { errors: [{}], suites, stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } }
  const clean = { errors: [], suites, stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }
  const times = [{ name: 'grid.spec.ts', seconds: 3 }]

  const failures: string[] = []
  const note = expect.stringContaining('second try')
  expect(countPlaywright(report)).toEqual({ passed: 4, failed: 4, times, failures, note })
  expect(countPlaywright(clean)).toEqual({ passed: 4, failed: 0, times, failures })
})

test('reports list what failed and why, including errors outside tests', () => {
  const failed = {
    status: 'failed',
    fullName: 'adds up',
    failureMessages: ['\u001b[31mexpected 3\u001b[39m\n  at sum.ts:1'],
  }
  const report = { testResults: [{ ...aFile('failed', []), assertionResults: [failed] }] }
  const result = { duration: 5, error: { message: 'no such button' } }
  const suites = [
    { file: 'grid.spec.ts', specs: [{ title: 'a cell is named', ok: false, tests: [{ results: [result] }] }] },
  ]
  const journeys = { errors: [], suites, stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 } }

  expect(countVitest(report, ['Error: socket hang up'])).toMatchObject({
    failed: 2,
    failures: [
      'Outside every test\n    Error: socket hang up',
      'some.test.ts › adds up\n    expected 3\n      at sum.ts:1',
    ],
  })
  expect(countPlaywright(journeys).failures).toEqual(['grid.spec.ts › a cell is named\n    no such button'])
})

test('countChecks counts each check once', () => {
  const report = [
    { name: 'lint', isPassed: true, seconds: 3 },
    { name: 'format', isPassed: false, seconds: 1 },
  ]

  expect(countChecks(report)).toMatchObject({ passed: 1, failed: 1 })
})

test('findCounts returns nothing if the report was never written', () => {
  expect(findCounts('/nonexistent/report.json', countVitest)).toBeUndefined()
})

test('judge fails a stage without a report or tests, with a bad exit code, or out of time', () => {
  expect(judge(undefined, ended).failed).toBe(1)
  expect(judge({ passed: 0, failed: 0 }, ended).failed).toBe(1)
  expect(judge({ passed: 5, failed: 0 }, { ...ended, exitCode: 1 }).failed).toBe(1)
  expect(judge({ passed: 5, failed: 0 }, { exitCode: 0, isTimedOut: true }).failed).toBe(1)
})

test('judge passes a good stage', () => {
  expect(judge({ passed: 5, failed: 0 }, ended)).toEqual({ passed: 5, failed: 0 })
  expect(judge({ passed: 5, failed: 2 }, { ...ended, exitCode: 1 })).toEqual({ passed: 5, failed: 2 })
})
