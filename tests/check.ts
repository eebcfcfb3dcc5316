// `npm run check`: all checks that do not run the product. Prints only failures.
// `npm run check -- --fix` first rewrites every generated file (see generated.ts), then fixes lint and format.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cruiseProduct } from './config/dependency-cruiser.ts'
import { listFiles, repositoryRoot } from './files.ts'
import { generate, generated, judge, stampOf } from './generated.ts'
import { readImporters, spread } from './runner/changed.ts'
import { findStale, hashOf, keepLint, readKeptLint } from './runner/kept-lint.ts'
import { runKept } from './runner/process.ts'

type Check = { name: string; run: () => Promise<{ isPassed: boolean; output: string }> }

const files = listFiles()
const typescript = files.filter((file) => /\.(ts|tsx)$/.test(file))
// Discovered, so that a new folder or project is checked from its first file on.
const projects = files.filter((file) => /(^|\/)tsconfig(\.[\w-]+)?\.json$/.test(file))
const sources = files.filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file))
const targets = [...new Set(sources.map((file) => file.split('/')[0] ?? file))].filter(
  (target) => !target.startsWith('.'),
)

// Prose keeps its own line breaks, generated files keep their generator's.
const unformatted = ['!**/*.md', ...generated.map(({ file }) => `!${file}`)]

/** Every file that was part of a type-checked project. */
const seen = new Set<string>()

/** Incremental build information per project. */
const kept = 'node_modules/.cache/xsheet-check'

const checks: readonly Check[] = [
  ...projects.map((project) => ({ name: `types: ${project}`, run: async () => await checkTypes(project) })),
  ...generated.map((each) => ({ name: `generated: ${each.file}`, run: async () => await checkGenerated(each) })),
  { name: 'lint', run: checkLint },
  tool('format', 'oxfmt', ['-c', 'tests/config/oxfmt.json', '--check', ...targets, ...unformatted]),
  tool('unused code', 'knip', [
    '--config',
    'tests/config/knip.json',
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
  { name: 'import arrows', run: checkArrows },
]

const { values: options } = parseArgs({ options: { report: { type: 'string' }, fix: { type: 'boolean' } } })
const unfixed = options.fix === true ? await fix() : []
const ran = await runTwoAtATime(checks)
const results = [...unfixed, ...ran, checkCoverage()]
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify(results))
const failed = results.filter((result) => !result.isPassed)
process.stdout.write(`${results.length - failed.length} of ${results.length} checks passed\n`)
for (const { name } of failed) process.stdout.write(`✗ ${name}\n`)
process.exitCode = failed.length === 0 ? 0 : 1

/** Rewrites generated files, then fixes lint and format; returns what failed. */
async function fix(): Promise<Done[]> {
  const fixes = [
    ...generated.map((each) => ({ name: `fix: ${each.file}`, run: async () => await generate(each, each.file) })),
    { name: 'fix: lint', run: fixLint },
    tool('fix: format', 'oxfmt', ['-c', 'tests/config/oxfmt.json', ...targets, ...unformatted]),
  ]
  const done: Done[] = []
  for (const each of fixes) done.push(...(await runTwoAtATime([each])))
  return done.filter(({ isPassed }) => !isPassed)
}

/** Lint errors that cannot be fixed are reported by the lint check. */
async function fixLint() {
  const args = ['-c', 'tests/config/oxlint.json', '--fix', '--quiet', ...targets]
  await runKept({ program: 'oxlint', args, limitMinutes: 4 })
  return { isPassed: true, output: '' }
}

/** Skips a generated file if neither it nor its sources have changed since it was last correct. */
async function checkGenerated(each: (typeof generated)[number]) {
  const place = `${kept}/${each.file.replaceAll('/', '-')}.stamp`
  const stamp = stampOf(each, files)
  if (existsSync(place) && readFileSync(place, 'utf8') === stamp) return { isPassed: true, output: '' }
  const judged = await judge(each)
  if (judged.isPassed) {
    mkdirSync(kept, { recursive: true })
    writeFileSync(place, stamp)
  }
  return judged
}

function tool(name: string, program: string, args: readonly string[]): Check {
  const run = async () => {
    const { exitCode, output } = await runKept({ program, args, limitMinutes: 4 })
    return { isPassed: exitCode === 0, output }
  }
  return { name, run }
}

async function checkTypes(project: string) {
  const info = `${kept}/${project.replaceAll('/', '-')}.tsbuildinfo`
  const args = ['--project', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', info, '--listFiles']
  const { exitCode, output } = await runKept({ program: 'tsc', args, limitMinutes: 4 })
  const lines = output.split('\n')
  const isFile = (line: string): boolean => line.startsWith('/') && !line.includes('): error ')
  for (const line of lines.filter(isFile)) seen.add(line.replace(`${repositoryRoot}/`, '').trim())
  return { isPassed: exitCode === 0, output: lines.filter((line) => !isFile(line)).join('\n') }
}

/** The compiler never sees a file that belongs to no project. */
function checkCoverage(): Done {
  const startedAt = performance.now()
  const unseen = typescript.filter((file) => !seen.has(file))
  const name = 'types: every file is in a project'
  if (unseen.length > 0)
    process.stdout.write(`\n✗ ${name}\n${unseen.map((file) => `${file} is in no tsconfig.json\n`).join('')}\n`)
  return { name, isPassed: unseen.length === 0, seconds: (performance.now() - startedAt) / 1000 }
}

/** Lints only what may have changed since it was clean: type-aware linting takes longer than all other checks. */
async function checkLint() {
  const place = `${kept}/lint.json`
  const linted = files.filter(
    (file) => /\.(ts|tsx|mjs|js)$/.test(file) && !generated.some((each) => each.file === file),
  )
  const now = {
    rules: hashOf(...['tests/config/oxlint.json', 'package-lock.json', ...projects].map((file) => readFileSync(file))),
    files: Object.fromEntries(linted.map((file) => [file, hashOf(readFileSync(file))])),
  }
  const importers = readImporters(files)
  const stale = findStale(now, readKeptLint(place), (changed) => spread(changed, importers))
  if (stale.length === 0) return { isPassed: true, output: '' }
  const args = ['-c', 'tests/config/oxlint.json', '--type-aware', '--deny-warnings', '--format=unix', ...stale]
  const { exitCode, output } = await runKept({ program: 'oxlint', args, limitMinutes: 4 })
  if (exitCode === 0) keepLint(place, now)
  return { isPassed: exitCode === 0, output }
}

async function checkArrows() {
  const { violations } = await cruiseProduct(repositoryRoot)
  const lines = violations.map(({ rule, from, to }) => `${from} → ${to} (${rule.name})\n`)
  return { isPassed: lines.length === 0, output: lines.join('') }
}

type Done = { name: string; isPassed: boolean; seconds: number }

async function runTwoAtATime(all: readonly Check[]): Promise<Done[]> {
  const waiting = all.entries()
  const done: Done[] = []
  const work = async (): Promise<void> => {
    for (const [index, check] of waiting) {
      const startedAt = performance.now()
      const { isPassed, output } = await check.run()
      if (!isPassed) process.stdout.write(`\n✗ ${check.name}\n${output}\n`)
      done[index] = { name: check.name, isPassed, seconds: (performance.now() - startedAt) / 1000 }
    }
  }
  await Promise.all([work(), work()])
  return done
}
