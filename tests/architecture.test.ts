import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { arrows, cruiseProduct, productFolders, testFile } from './config/dependency-cruiser.ts'
import { listFiles, repositoryRoot } from './files.ts'
import { generated } from './generated.ts'

const MAX_LINES = 400
const README_MAX_LINES = 30

const typescript = listFiles().filter((file) => /\.(ts|tsx)$/.test(file))
const product = typescript.filter((file) => productFolders.some((folder) => file.startsWith(`${folder}/`)))
const productSources = product.filter((file) => !new RegExp(testFile).test(file))

function read(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8')
}

/** Returns a file's lines that break a rule, as `file:line: text`. */
function findLines(file: string, isBad: (line: string) => boolean): string[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) => (isBad(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

test('imports only point down', { timeout: 60_000 }, async () => {
  const { sources, violations } = await cruiseProduct(repositoryRoot)

  expect(violations.map(({ rule, from, to }) => `${from} → ${to} (${rule.name})`)).toEqual([])
  // The parser reports no violations for files it could not read.
  expect(product.filter((file) => !sources.includes(file))).toEqual([])
  expect(product.length).toBeGreaterThan(0)
})

test('features use queries and functions of core, never the gateway itself', () => {
  const features = productSources.filter((file) => file.startsWith('app/features/') && !file.includes('/test/'))

  expect(features.flatMap((file) => findLines(file, (line) => /\bgateway\b/.test(line)))).toEqual([])
  expect(features.length).toBeGreaterThan(0)
})

/** Files that compare real moments: when a token ends, a file was written, an address was signed. */
const tellsTheTime = new Set([
  'app/pwa/service-worker.ts',
  'app/widgets/access-tokens/access-token-panel.tsx',
  'cli/file-lock.ts',
  'cli/own-session.ts',
  'cli/token-session.ts',
  'core/gateway/session.ts',
  'supabase/local/backup.ts',
  'supabase/local/move-to-postgres.ts',
  'supabase/local/realtime/connection.ts',
  'supabase/local/restore-backup.ts',
  'supabase/local/storage/resumable-file.ts',
  'supabase/local/storage/shim.ts',
  'supabase/local/token-exchange.ts',
])

test('waiting is measured with a monotonic clock, so that setting the clock back holds nothing up', () => {
  const isMeasured = (line: string): boolean =>
    /Date\.now\(\)\)? *[-+<>]|(?<!=)[-+<>]=? *Date\.now\(\)|= Date\.now\b(?!\()/.test(line)

  const found = productSources.filter((file) => findLines(file, isMeasured).length > 0)

  expect(found.filter((file) => !tellsTheTime.has(file))).toEqual([])
  expect([...tellsTheTime].filter((file) => !found.includes(file))).toEqual([])
})

const bad: readonly { file: string; source: string; rule: string }[] = [
  { file: 'core/schema/alias.ts', source: `import { x } from '#core/gateway/x.ts'\nx()`, rule: 'arrow core/schema' },
  { file: 'core/schema/relative.ts', source: `import { x } from '../gateway/x.ts'\nx()`, rule: 'arrow core/schema' },
  {
    file: 'core/schema/type.ts',
    source: `import type { X } from '#core/gateway/x.ts'\nexport type Y = X`,
    rule: 'arrow core/schema',
  },
  { file: 'core/schema/again.ts', source: `export { x } from '#core/gateway/x.ts'`, rule: 'arrow core/schema' },
  {
    file: 'core/schema/later.ts',
    source: `export const load = () => import('#core/gateway/x.ts')`,
    rule: 'arrow core/schema',
  },
  {
    file: 'core/schema/file.ts',
    source: `import { readFileSync } from 'node:fs'\nreadFileSync('x')`,
    rule: 'no Node modules in the browser or in core',
  },
  {
    file: 'core/schema/lost.ts',
    source: `import { x } from '#core/schema/nowhere.ts'\nx()`,
    rule: 'every import can be resolved',
  },
  {
    file: 'core/tasks/wire.ts',
    source: `import { x } from '#core/gateway/x.ts'\nx()`,
    rule: 'arrow core/tasks',
  },
  {
    file: 'core/tasks/client.ts',
    source: `import { createClient } from '@supabase/supabase-js'\ncreateClient`,
    rule: 'only core/gateway imports @supabase/[^/]+',
  },
  {
    file: 'core/sync/view.tsx',
    source: `import { useState } from 'react'\nuseState`,
    rule: 'core runs in the browser and in Node, and draws nothing',
  },
  {
    file: 'app/features/grid/ask.ts',
    source: `import { x } from '#core/gateway/x.ts'\nx()`,
    rule: 'a feature never imports the gateway',
  },
  { file: 'app/ui/task-button.tsx', source: `import { x } from '#core/schema/x.ts'\nx()`, rule: 'arrow app/ui' },
  {
    file: 'app/features/grid/grid.tsx',
    source: `import { x } from '#app/features/feed/x.ts'\nx()`,
    rule: 'arrow app/features/([^/]+)',
  },
  {
    file: 'app/features/grid/near.tsx',
    source: `import { x } from '../feed/x.ts'\nx()`,
    rule: 'arrow app/features/([^/]+)',
  },
  {
    file: 'app/widgets/pill.tsx',
    source: `import { x } from '#app/features/feed/x.ts'\nx()`,
    rule: 'arrow app/widgets',
  },
  { file: 'app/shell/cache.ts', source: `import Dexie from 'dexie'\nDexie`, rule: 'only app/platform imports dexie' },
  {
    file: 'app/widgets/comments/drawing.tsx',
    source: `import Konva from 'konva'\nKonva`,
    rule: 'only app/widgets/board imports konva|react-konva',
  },
  { file: 'core/lib/circle.ts', source: `import { x } from './circle.ts'\nexport const y = x`, rule: 'no circles' },
  { file: 'app/stores/command.ts', source: `import { x } from '#cli/x.ts'\nx()`, rule: 'arrow app/stores' },
  { file: 'cli/page.ts', source: `import { x } from '#app/features/feed/x.ts'\nx()`, rule: 'arrow cli' },
  {
    file: 'supabase/local/page.ts',
    source: `import { x } from '#app/features/feed/x.ts'\nx()`,
    rule: 'arrow supabase/local',
  },
  {
    file: 'supabase/functions/feed/wire.ts',
    source: `import { x } from '#core/gateway/x.ts'\nx()`,
    rule: 'arrow supabase/functions',
  },
]

test('an import that points up is reported, whatever its syntax', { timeout: 60_000 }, async () => {
  const folder = makeCheckout({
    'core/schema/x.ts': 'export const x = () => 1',
    'core/gateway/x.ts': 'export type X = 1\nexport const x = () => 1',
    'app/features/feed/x.ts': 'export const x = () => 1',
    'cli/x.ts': 'export const x = () => 1',
    ...Object.fromEntries(bad.map(({ file, source }) => [file, source])),
  })

  const { violations } = await cruiseProduct(folder)

  const reported = violations.map(({ from, rule }) => `${from}: ${rule.name}`)
  expect(bad.map(({ file, rule }) => `${file}: ${rule}`).filter((line) => !reported.includes(line))).toEqual([])
  expect(violations.map(({ from }) => from).filter((from) => !bad.some(({ file }) => file === from))).toEqual([])
})

test('every product file belongs to a folder with known import arrows', () => {
  const folders = arrows.map(({ folder }) => new RegExp(`^${folder}(/|$)`))

  // Declarations import nothing.
  const files = product.filter((file) => !file.endsWith('.d.ts'))
  expect(files.filter((file) => !folders.some((folder) => folder.test(file)))).toEqual([])
})

test('no file imports from more than one folder above', () => {
  expect(
    typescript.flatMap((file) => findLines(file, (line) => /(from|import)\s*\(?\s*['"]\.\.\/\.\.\//.test(line))),
  ).toEqual([])
})

test('there are no barrels: modules are imported from where they are', () => {
  const reexports = /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s+)?from\b/
  const isBarrel = (file: string): boolean => {
    const statements = read(file)
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .split(/\n(?=\S)/)
      .filter((text) => text.trim() !== '')
    return statements.length > 0 && statements.every((text) => reexports.test(text.trim()))
  }

  expect(
    productSources.filter(
      (file) => isBarrel(file) || findLines(file, (line) => line.startsWith('export *')).length > 0,
    ),
  ).toEqual([])
})

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = productSources.filter(
    (file) => !generated.some((each) => each.file === file) && read(file).trimEnd().split('\n').length > MAX_LINES,
  )

  expect(long).toEqual([])
})

test('colours are defined in the tokens only', () => {
  const allowed =
    /^(app\/styles\/tokens\.css|core\/(studios|tasks|comments|lib)\/[^/]*(palette|status|stages|colou?r)[^/]*\.ts)$/
  const styled = listFiles().filter(
    (file) => /^(app|core)\/.*\.(ts|tsx|css)$/.test(file) && !new RegExp(testFile).test(file),
  )
  const colour = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!\/)|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(\s*[\d.]/i

  expect(
    styled.filter((file) => !allowed.test(file)).flatMap((file) => findLines(file, (line) => colour.test(line))),
  ).toEqual([])
})

test('every top-level folder has a short README', () => {
  const folders = new Set(listFiles().flatMap((file) => (/^[^./][^/]*\//.exec(file) ?? []).slice(0, 1)))
  const readmes = [...folders].map((folder) => `${folder}README.md`)
  const files = new Set(listFiles())

  expect(readmes.filter((readme) => !files.has(readme))).toEqual([])
  expect(readmes.filter((readme) => read(readme).trimEnd().split('\n').length > README_MAX_LINES)).toEqual([])
})

/** Creates a small checkout with the project's import aliases and packages. */
function makeCheckout(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-arrows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries({ ...files, 'package.json': read('package.json') })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}
