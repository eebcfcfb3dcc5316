// Bundles each edge function with everything it needs from this repository into one file, for Supabase's compose file,
// which mounts a folder of functions without an import map or sibling files. `node supabase/local/bundle-functions.ts
// [folder]`
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import map from '../functions/deno.json' with { type: 'json' }
import { directories } from './places.ts'

const outdir = path.resolve(process.argv[2] ?? path.join(directories.root, 'dist/functions'))
const places: Readonly<Record<string, string>> = map.imports

/** Packages are still fetched by Deno, in the versions deployed elsewhere. */
const packages: Plugin = {
  name: 'packages',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^.#/]/ }, ({ path: name }) => ({ path: places[name] ?? name, external: true }))
  },
}

await build({
  entryPoints: readdirSync(directories.functions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => ({ in: path.join(directories.functions, name, 'index.ts'), out: `${name}/index` })),
  outdir,
  // The functions' service looks for files of this name.
  outExtension: { '.js': '.ts' },
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  plugins: [packages],
})
