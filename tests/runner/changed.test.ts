import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, repositoryRoot } from '../files.ts'
import { findReach, journeys, readImporters } from './changed.ts'

const importers = new Map(
  Object.entries({
    'core/revisions/rate.ts': [
      'core/revisions/rate.test.ts',
      'app/features/timesheet/sheet.tsx',
      'core/gateway/rates.ts',
    ],
    'core/gateway/rates.ts': ['tests/gateway/rates.db.test.ts', 'cli/commands/timesheet/report.ts'],
    'supabase/local/storage/upload.ts': ['supabase/local/server.ts'],
    'supabase/local/server.ts': ['tests/host/start-test-host.ts'],
    'tests/host/start-test-host.ts': ['tests/gateway/other.db.test.ts', 'tests/gateway/contract.db.test.ts'],
    'cli/output.ts': ['cli/program.ts'],
    'cli/program.ts': ['cli/other.cli.test.ts'],
    'app/ui/button.tsx': ['artist', 'feed', 'space', 'timeline'].map((name) => `app/features/${name}/page.tsx`),
  }).map(([file, from]) => [file, new Set(from)]),
)
const files = [
  'core/revisions/rate.test.ts',
  'app/features/feed/feed.test.tsx',
  'tests/architecture.test.ts',
  'tests/gateway/rates.db.test.ts',
  'tests/gateway/other.db.test.ts',
  'tests/gateway/contract.db.test.ts',
  'supabase/local/storage/storage.db.test.ts',
  'cli/commands/timesheet/report.ts',
  'cli/report.cli.test.ts',
  'cli/other.cli.test.ts',
  'cli/tasks.cli.test.ts',
]
const read = (file: string): string => (file === 'cli/report.cli.test.ts' ? `run(['timesheet', 'report'])` : '')
const reachOf = (...changed: string[]) => Object.fromEntries(findReach(changed, { importers, files, read }))

test('a core rule reaches its own tests, what imports it, its commands and its pages', () => {
  expect(reachOf('core/revisions/rate.ts')).toEqual({
    check: ['everything'],
    unit: ['core/revisions/rate.test.ts', 'tests/architecture.test.ts'],
    database: ['tests/gateway/rates.db.test.ts'],
    cli: ['cli/report.cli.test.ts'],
    e2e: ['timesheet'],
  })
})

test('a migration reaches every database test', () => {
  expect(reachOf('supabase/migrations/1_a.sql')['database']).toEqual([
    'tests/gateway/rates.db.test.ts',
    'tests/gateway/other.db.test.ts',
    'tests/gateway/contract.db.test.ts',
    'supabase/local/storage/storage.db.test.ts',
  ])
})

test('a host change reaches the tests beside it and the contract, not every test that uses a host', () => {
  expect(reachOf('supabase/local/storage/upload.ts')).toMatchObject({
    database: ['tests/gateway/contract.db.test.ts', 'supabase/local/storage/storage.db.test.ts'],
    e2e: ['main-job', 'space-live'],
  })
})

test('a change that every command needs reaches only the everyday commands’ tests', () => {
  expect(reachOf('cli/output.ts')['cli']).toEqual(['cli/tasks.cli.test.ts'])
  expect(reachOf('cli/program.ts')['cli']).toEqual(['cli/tasks.cli.test.ts'])
})

test('a change that reaches many pages reaches the everyday journeys', () => {
  expect(reachOf('app/ui/button.tsx')['e2e']).toContain('main-job')
})

test('prose reaches only the tests of the whole tree', () => {
  expect(reachOf('README.md')).toEqual({ check: ['everything'], unit: ['tests/architecture.test.ts'] })
})

test('every feature has journeys, and each of their names matches a file', () => {
  const specs = readdirSync(join(repositoryRoot, 'e2e'))
  const features = readdirSync(join(repositoryRoot, 'app/features'))

  expect(Object.keys(journeys).toSorted()).toEqual(features.toSorted())
  const unknown = Object.values(journeys)
    .flat()
    .filter((name) => !specs.some((spec) => spec.startsWith(name)))
  expect(unknown).toEqual([])
})

test('readImporters finds importers of a file of this tree', () => {
  expect(readImporters(listFiles()).get('tests/runner/changed.ts')).toContain('tests/runner/changed.test.ts')
})
