// `npm run check`: everything that can be judged without running the product. Prints what failed and nothing else.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cruiseProduct } from './config/dependency-cruiser.ts'
import { listFiles, repositoryRoot } from './files.ts'
import { runKept } from './runner/process.ts'

type Check = { name: string; run: () => Promise<{ isPassed: boolean; output: string }> }

const files = listFiles()
const typescript = files.filter((file) => /\.(ts|tsx)$/.test(file))
// Found, not listed: a new folder or project is checked from its first file on.
const projects = files.filter((file) => /(^|\/)tsconfig(\.[\w-]+)?\.json$/.test(file))
const sources = files.filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file))
const targets = [...new Set(sources.map((file) => file.split('/')[0] ?? file))].filter(
  (target) => !target.startsWith('.'),
)

// Prose keeps its own line breaks; generated types keep their generator's.
const unformatted = ['!**/*.md', '!core/gateway/database.types.ts', '!app/commands/catalogue.json']

const checks: readonly Check[] = [
  ...projects.map((project) => tool(`types: ${project}`, 'tsc', ['--project', project, '--pretty', 'false'])),
  { name: 'types: every file is in a project', run: checkCoverage },
  tool('lint', 'oxlint', [
    '-c',
    'tests/config/oxlint.json',
    '--type-aware',
    '--deny-warnings',
    '--format=unix',
    '--ignore-pattern=core/gateway/database.types.ts',
    ...targets,
  ]),
  tool('format', 'oxfmt', ['-c', 'tests/config/oxfmt.json', '--check', ...targets, ...unformatted]),
  tool('unused code', 'knip', [
    '--config',
    'tests/config/knip.json',
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
  { name: 'import arrows', run: checkArrows },
]

const { values: options } = parseArgs({ options: { report: { type: 'string' } } })
const results = await runTwoAtATime(checks)
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify(results))
const failed = results.filter((result) => !result.isPassed)
process.stdout.write(`${results.length - failed.length} of ${results.length} checks passed\n`)
for (const { name } of failed) process.stdout.write(`✗ ${name}\n`)
process.exitCode = failed.length === 0 ? 0 : 1

function tool(name: string, program: string, args: readonly string[]): Check {
  const run = async () => {
    const { exitCode, output } = await runKept({ program, args, limitMinutes: 4 })
    return { isPassed: exitCode === 0, output }
  }
  return { name, run }
}

/** A file outside every project is a file the compiler never sees. */
async function checkCoverage() {
  const listings = await Promise.all(
    projects.map((project) =>
      runKept({ program: 'tsc', args: ['--project', project, '--listFilesOnly'], limitMinutes: 2 }),
    ),
  )
  const seen = new Set(
    listings.flatMap(({ output }) => output.split('\n')).map((line) => line.replace(`${repositoryRoot}/`, '').trim()),
  )
  const unseen = typescript.filter((file) => !seen.has(file))
  return { isPassed: unseen.length === 0, output: unseen.map((file) => `${file} is in no tsconfig.json\n`).join('') }
}

async function checkArrows() {
  const { violations } = await cruiseProduct(repositoryRoot)
  const lines = violations.map(({ rule, from, to }) => `${from} → ${to} (${rule.name})\n`)
  return { isPassed: lines.length === 0, output: lines.join('') }
}

async function runTwoAtATime(all: readonly Check[]): Promise<{ name: string; isPassed: boolean }[]> {
  const waiting = all.entries()
  const done: { name: string; isPassed: boolean }[] = []
  const work = async (): Promise<void> => {
    for (const [index, check] of waiting) {
      const { isPassed, output } = await check.run()
      if (!isPassed) process.stdout.write(`\n✗ ${check.name}\n${output}\n`)
      done[index] = { name: check.name, isPassed }
    }
  }
  await Promise.all([work(), work()])
  return done
}
