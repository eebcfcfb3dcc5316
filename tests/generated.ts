import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashOf } from './runner/kept-lint.ts'
import { runKept } from './runner/process.ts'

/** A file that is made of others: which those are, and what writes it to a place. */
type Generated = {
  readonly file: string
  readonly isSource: (file: string) => boolean
  readonly program: string
  readonly args: (place: string) => readonly string[]
}

const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)
const vitest = ['-c', 'tests/config/vitest.config.ts', 'run', '--project', 'unit', 'tests/commands.test.ts', '-u']

/** Every generated file there is. `npm run check` notices a stale one, `npm run check -- --fix` writes it again. */
export const generated: readonly Generated[] = [
  {
    file: 'app/commands/catalogue.json',
    isSource: (file) => (/^(app|core)\//.test(file) && isCode(file)) || file === 'tests/commands.test.ts',
    program: 'vitest',
    args: () => vitest,
  },
  {
    file: 'cli/commands/index.generated.ts',
    isSource: (file) => /^(cli|core\/manifest)\//.test(file) && isCode(file),
    program: 'node',
    args: (place) => ['cli/generate-index.ts', place],
  },
  {
    // Before what is made of it.
    file: 'clients/generate/tables.json',
    isSource: (file) => /^supabase\/(migrations\/|local\/describe-tables)/.test(file),
    program: 'node',
    args: (place) => ['supabase/local/describe-tables.ts', place],
  },
  ...(
    [
      ['openapi', 'docs/api/openapi.json'],
      ['reference', 'docs/api/index.html'],
      ['python', 'clients/python/xsheet/_procedures.py'],
    ] as const
  ).map(([what, file]) => ({
    file,
    isSource: (each: string) => /^(core\/(manifest|schema)|clients\/generate)\//.test(each) || each === 'package.json',
    program: 'node',
    args: (place: string) => ['clients/generate/main.ts', what, place],
  })),
  {
    file: 'supabase/functions/deno.json',
    isSource: (file) =>
      (/^(core|supabase\/functions)\//.test(file) && isCode(file)) ||
      ['package.json', 'supabase/local/generate-import-map.ts'].includes(file),
    program: 'node',
    args: (place) => ['supabase/local/generate-import-map.ts', place],
  },
  {
    file: 'core/gateway/database.types.ts',
    isSource: (file) => /^supabase\/(migrations\/|local\/generate-types)/.test(file),
    program: 'node',
    args: (place) => ['supabase/local/generate-types.ts', place],
  },
]

/** Writes a generated file to a place. */
export async function generate({ program, args }: Generated, place: string) {
  const env = { XSHEET_CATALOGUE: path.resolve(place), DATABASE_URL: '' }
  const { exitCode, output } = await runKept({ program, args: args(place), env, limitMinutes: 4 })
  return { isPassed: exitCode === 0, output }
}

/** What a generated file and its sources are now. */
export function stampOf({ file, isSource }: Generated, files: readonly string[]): string {
  return hashOf(...[file, ...files.filter(isSource)].flatMap((each) => [each, readFileSync(each)]))
}

/** Whether a generated file is what its sources make of it. */
export async function judge(each: Generated) {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-generated-'))
  try {
    const place = path.join(folder, path.basename(each.file))
    const made = await generate(each, place)
    if (!made.isPassed || readFileSync(place, 'utf8') === readFileSync(each.file, 'utf8')) return made
    return { isPassed: false, output: `${each.file} is stale. Write it again with: npm run check -- --fix\n` }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
