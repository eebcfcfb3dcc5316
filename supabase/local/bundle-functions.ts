// Writes each edge function with all it needs of this repository into one file, for Supabase's compose file, which mounts a folder of
// functions and knows neither an import map nor what lies beside it. `node supabase/local/bundle-functions.ts [folder]`
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import map from '../functions/deno.json' with { type: 'json' }
import { directories } from './places.ts'

const outdir = path.resolve(process.argv[2] ?? path.join(directories.root, 'dist/functions'))
const places: Readonly<Record<string, string>> = map.imports

/** Packages stay Deno's to fetch, in the versions that are deployed elsewhere. */
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
  // By this name the functions' own service looks for them.
  outExtension: { '.js': '.ts' },
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  plugins: [packages],
})
