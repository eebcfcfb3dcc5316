import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listFiles, repositoryRoot } from './files.ts'
import { stages, stagesOnDemand } from './runner/stages.ts'

const LICENCES = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MPL-2.0',
  'Unlicense',
  'OFL-1.1',
  '0BSD',
  'MIT-0',
]

const versions = v.record(v.string(), v.string())
const manifestShape = v.object({
  version: v.string(),
  dependencies: versions,
  devDependencies: versions,
  scripts: versions,
  engines: v.object({ node: v.pipe(v.string(), v.regex(/^>=\d+\.\d+$/)) }),
})
const lockShape = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      dependencies: v.optional(versions),
      devDependencies: v.optional(versions),
      engines: v.optional(v.unknown()),
    }),
  ),
})
const licenceShape = v.object({
  license: v.optional(v.string()),
  licenses: v.optional(v.array(v.object({ type: v.string() }))),
})

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const manifest = v.parse(manifestShape, JSON.parse(read('package.json')))
const lock = v.parse(lockShape, JSON.parse(read('package-lock.json')))
const direct = { ...manifest.dependencies, ...manifest.devDependencies }
const texts = listFiles().filter((file) => !read(file).includes('\0'))

const allTests = texts.filter((file) => /\.(test|spec)\.tsx?$/.test(file))

/** Returns every match of a pattern in the given files, as `file:line: text`. */
function findPlaces(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  )
}

test('the oldest supported Node is the same wherever it is written', () => {
  const oldest = manifest.engines.node.replace('>=', '')
  const told = texts
    .filter((file) => /\.(md|mjs)$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/Node (\d[\d.]*) or newer/g)].map(([, number]) => `${file} ${number}`))

  expect(told.length).toBeGreaterThan(3)
  expect(told.filter((line) => !line.endsWith(` ${oldest}`))).toEqual([])
  expect(v.parse(v.object({ engines: v.object({ node: v.string() }) }), lock.packages['']).engines.node).toBe(
    `>=${oldest}`,
  )
})

test('every package has one exact version', () => {
  const loose = Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))

  expect(loose).toEqual([])
})

test('the lock file matches package.json', () => {
  const locked = Object.keys(direct).map((name) => [name, lock.packages[`node_modules/${name}`]?.version])

  expect(lock.packages['']?.dependencies).toEqual(manifest.dependencies)
  expect(lock.packages['']?.devDependencies).toEqual(manifest.devDependencies)
  expect(Object.fromEntries(locked)).toEqual(direct)
})

test('no committed text contains package registry addresses or local paths', () => {
  // Split, so that this file does not contain them either.
  const hosts = ['registry.npmjs', 'npmjs.org', 'registry.yarnpkg', 'npm.pkg.github'].map((host) =>
    host.replace('.', '[.]'),
  )
  const homes = ['work', 'root', 'home/[a-z]', 'Users/[A-Za-z]'].map(
    (home) => `(?<![\\w.~-])/${home}${home.endsWith(']') ? '' : '/'}`,
  )

  expect(findPlaces(['package-lock.json'], /"resolved"/)).toEqual([])
  expect(
    findPlaces(
      texts.filter((file) => file !== 'tests/repository.test.ts'),
      new RegExp([...hosts, ...homes].join('|')),
    ),
  ).toEqual([])
})

test('every direct dependency has an allowed licence', () => {
  const licences = Object.keys(direct).map((name) => {
    const { license, licenses = [] } = v.parse(licenceShape, JSON.parse(read(`node_modules/${name}/package.json`)))
    return { name, licence: license ?? licenses[0]?.type ?? 'none' }
  })

  expect(licences.filter(({ licence }) => !LICENCES.includes(licence))).toEqual([])
})

test('every npm script starts something that exists', () => {
  const missing = Object.entries(manifest.scripts).flatMap(([script, line]) =>
    line.split('&&').flatMap((command) => {
      const [program = '', file = ''] = command.trim().split(/\s+/)
      const target = program === 'node' ? file : `node_modules/.bin/${program}`
      return existsSync(join(repositoryRoot, target)) ? [] : [`${script}: ${target}`]
    }),
  )

  expect(missing).toEqual([])
})

test('every npm command and stage named in the documents exists', () => {
  const prose = texts
    .filter((file) => file.endsWith('.md'))
    .map(read)
    .join('\n')
  const scripts = [...prose.matchAll(/npm run ([a-z][\w:-]*)/g)].map((match) => match[1] ?? '')
  const named = [...prose.matchAll(/npm test -- ([a-z0-9]+)/g)].map((match) => match[1] ?? '')

  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
  expect(named.filter((name) => ![...stages, ...stagesOnDemand].some((stage) => stage.name === name))).toEqual([])
})

test('no test is skipped, focused or postponed', () => {
  const left =
    /\b(it|test|describe|suite|bench)(\.\w+)*\.(only|skip|todo|fixme|fails|skipIf|runIf)\b|\b[xf](it|test|describe)\(|\b(skip|only|todo|ignore): true/

  expect(allTests.length).toBeGreaterThan(0)
  expect(findPlaces(allTests, left)).toEqual([])
})

test('a lint rule is only disabled by name, for one line and with a reason', () => {
  const disables = findPlaces(
    texts.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && file !== 'tests/repository.test.ts'),
    /(oxlint|eslint)-disable/,
  )

  expect(disables.filter((place) => !/-disable-(next-)?line [\w/@-]+(, [\w/@-]+)* -- \S/.test(place))).toEqual([])
})

test('every threat names existing tests', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const unproven = rows.flatMap(([, threat = '', , proof = '']) => {
    const tests = [...proof.matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? '')
    const missing = tests.filter(
      (name) => !allTests.some((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}/`)),
    )
    return tests.length === 0 || missing.length > 0 ? [`${threat}: ${missing.join(', ')}`] : []
  })

  expect(rows.length).toBeGreaterThan(10)
  expect(unproven).toEqual([])
})

test('the Supabase guide opens sign-up last, keeps secrets in Vault and sets timeouts for scheduled calls', () => {
  const paper = readFileSync(join(repositoryRoot, 'docs/deploy-supabase.md'), 'utf8')
  const steps = [
    'Allow new users to sign up: off',
    'db push --remote',
    "('allowed_email_domains'",
    '`before_user_created`',
    'Allow new users to sign up: on',
  ].map((words) => paper.indexOf(words))
  const schedules = paper.match(/select cron\.schedule\(.*/g) ?? []

  expect(steps).not.toContain(-1)
  expect(steps).toEqual(steps.toSorted((first, second) => first - second))
  expect(schedules).toHaveLength(5)
  expect(schedules.join()).not.toMatch(/Bearer|SECRET/)
  expect(paper).toContain('timeout_milliseconds => p_timeout_ms')
  expect(paper).toContain('vault.decrypted_secrets')
})
