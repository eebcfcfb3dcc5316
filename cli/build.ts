// Bundles the command line into dist/cli: a file a command, loaded when it runs, so that help costs next to nothing.
import { chmod, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const outdir = path.join(import.meta.dirname, '..', 'dist', 'cli')

// What commander's part of the bundle needs of Node's older module system.
const banner = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`

await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: [path.join(import.meta.dirname, 'main.ts')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Packages that come both ways: as modules, which can be taken apart and loaded late.
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'linked',
  chunkNames: 'chunks/[name]-[hash]',
  banner: { js: banner },
})
await chmod(path.join(outdir, 'main.js'), 0o755)
