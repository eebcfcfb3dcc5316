// Bundles the command line into dist/cli: one file per command, loaded when it runs, and each command's help as text.
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }
import { buildPacketPage } from './build-packet-page.ts'
import { renderCompletion, shells } from './completion.ts'
import { makeProcessIo } from './io.ts'
import { webpFile } from './pdf/decode-webp.ts'
import { fontFiles } from './pdf/fonts.ts'
import { renderManPage } from './man-page.ts'
import { packetPageFile } from './packet/load-page.ts'
import { helpFolder, toCompletionFile, toHelpFile, versionFile } from './prebuilt-help.ts'
import { makeProgram } from './program.ts'

/** `node cli/build.ts [folder]` */
const outdir = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'dist', 'cli'))

/**
 * Stubs for what commander imports from Node: `node:util` alone loads workers and streams, which takes longer than
 * printing the help. Commander never starts other programs for us, and our help has no colours to measure.
 */
const commanderImports: Readonly<Record<string, string>> = {
  'node:child_process': 'export default {}',
  'node:process': 'export default process',
  'node:util': 'export const stripVTControlCharacters = (text) => text',
}

const lightCommander: Plugin = {
  name: 'light-commander',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^node:/ }, ({ path: name, importer }) => {
      const isReplaced = importer.includes(path.join('node_modules', 'commander')) && name in commanderImports
      return isReplaced ? { path: name, namespace: 'light' } : undefined
    })
    bundler.onLoad({ filter: /.*/, namespace: 'light' }, ({ path: name }) => ({
      contents: commanderImports[name] ?? '',
    }))
  },
}

const common: BuildOptions = {
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  // The oldest Node that package.json allows.
  target: manifest.engines.node.replace('>=', 'node'),
  // For packages with both formats prefer ES modules, which can be split and loaded late.
  mainFields: ['module', 'main'],
  minify: true,
  plugins: [lightCommander],
  legalComments: 'linked',
  // For the terminal screen: React without development checks or devtools.
  define: { 'process.env.NODE_ENV': '"production"' },
  external: ['react-devtools-core'],
}
const folder = import.meta.dirname
const root = path.join(folder, '..')

/**
 * The entry file stands alone, so that help and local commands load nothing else, and is CommonJS: for an ES module
 * Node instantiates all exports of `node:fs` and others, which takes longer than printing the help.
 */
const lateFiles: Plugin = {
  name: 'late-files',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^\.\/(run|io)\.ts$/ }, ({ path: name, importer, kind }) =>
      importer.endsWith('main.ts') && kind === 'dynamic-import'
        ? { path: name.replace(/\.ts$/, '.mjs'), external: true }
        : undefined,
    )
  },
}

await rm(outdir, { recursive: true, force: true })
const inFolder = (...names: string[]): string[] => names.map((name) => path.join(folder, name))
await build({
  ...common,
  entryPoints: inFolder('run.ts', 'io.ts'),
  splitting: true,
  outExtension: { '.js': '.mjs' },
  // Dependencies of the terminal screen still `require` Node's modules.
  banner: {
    js: "import{createRequire as __makeRequire}from'node:module';const require=__makeRequire(import.meta.url);",
  },
  chunkNames: 'chunks/[name]-[hash]',
})
await build({
  ...common,
  entryPoints: inFolder('main.ts'),
  format: 'cjs',
  define: { ...common.define, 'import.meta.dirname': '__dirname' },
  plugins: [lateFiles],
})
await chmod(path.join(outdir, 'main.js'), 0o755)
const program = makeProgram({ io: makeProcessIo(), onDone: () => {} })
await writeHelp(program)
await writeFonts()
await writeFile(path.join(outdir, helpFolder, versionFile), `${manifest.version}\n`)
for (const shell of shells)
  await writeFile(path.join(outdir, helpFolder, toCompletionFile(shell)), renderCompletion(program, shell))
await writeFile(path.join(outdir, 'studio-cli.1'), renderManPage(program, new Date().toISOString().slice(0, 10)))
await writeFile(path.join(outdir, packetPageFile), await buildPacketPage())
await writePackage()

/** Copies the fonts that `review notes --pdf` prints with. */
async function writeFonts(): Promise<void> {
  await mkdir(path.join(outdir, 'fonts'))
  for (const name of fontFiles) {
    await copyFile(
      path.join(root, 'node_modules', '@fontsource', 'inter', 'files', name),
      path.join(outdir, 'fonts', name),
    )
  }
  const licence = path.join(root, 'node_modules', '@fontsource', 'inter', 'LICENSE')
  await copyFile(licence, path.join(outdir, 'fonts', 'LICENSE'))
  await copyFile(path.join(root, 'node_modules', '@cwasm', 'webp', webpFile), path.join(outdir, 'fonts', webpFile))
}

/** Writes what `npm pack dist/cli` packs: the bundle needs no other package. */
async function writePackage(): Promise<void> {
  const { version, description, license } = manifest
  const own = {
    name: 'studio-cli',
    version,
    description: `${description}: the command line`,
    license,
    type: 'commonjs',
    bin: { 'studio-cli': 'main.js' },
    man: ['./studio-cli.1'],
    engines: manifest.engines,
    exports: { './package.json': './package.json' },
  }
  await writeFile(path.join(outdir, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`)
  await copyFile(path.join(root, 'LICENSE'), path.join(outdir, 'LICENSE'))
  for (const document of ['README.md', 'day-of-scripting.md'])
    await copyFile(path.join(folder, document), path.join(outdir, document))
}

async function writeHelp(command: Command, place: readonly string[] = []): Promise<void> {
  await mkdir(path.join(outdir, helpFolder), { recursive: true })
  await writeFile(path.join(outdir, helpFolder, toHelpFile(place)), renderHelp(command))
  for (const each of command.commands) await writeHelp(each, [...place, each.name()])
}

/** Renders the help including added text, which commander writes to its output only. */
function renderHelp(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return text
}
