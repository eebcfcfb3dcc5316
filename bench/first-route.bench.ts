import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { build } from 'vite'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'dist/app')

/**
 * Compares the JavaScript needed before the first route shows with react and react-dom alone, built and gzipped the
 * same way.
 */
export async function measure(): Promise<Comparison[]> {
  await build({ configFile: join(root, 'vite.config.ts'), root: join(root, 'app'), logLevel: 'error' })
  return [
    compare({
      subject: 'JavaScript of the first route, gzip',
      peer: 'react and react-dom alone',
      unit: 'bytes',
      ours: firstRouteBytes(),
      theirs: await reactAloneBytes(),
      bar: 1.45,
    }),
  ]
}

/**
 * Returns the size of what index.html loads at once: its module scripts and their static imports, which the build lists
 * as preloads.
 */
function firstRouteBytes(): number {
  const page = readFileSync(join(outDir, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  )
  if (scripts.length === 0) throw new Error('The built page loads no script')
  return sum([...new Set(scripts)].map((script) => gzipBytes(readFileSync(join(outDir, script)))))
}

async function reactAloneBytes(): Promise<number> {
  const entry = '\0react-alone'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; createRoot(document.body).render(createElement('p'))`
            : undefined,
      },
    ],
  })
  const { output } = result as Rolldown.RolldownOutput // a single build, not watched, with one format
  return sum(output.flatMap((file) => (file.type === 'chunk' ? [gzipBytes(Buffer.from(file.code))] : [])))
}

function gzipBytes(content: Buffer): number {
  return gzipSync(content, { level: 9 }).byteLength
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
