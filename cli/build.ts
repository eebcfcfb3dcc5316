// Bundles the command line into dist/cli: a file a command, loaded when it runs, and the help of each as a text.
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { build, type Plugin } from 'esbuild'
import { makeProcessIo } from './io.ts'
import { helpFolder, toHelpFile } from './prebuilt-help.ts'
import { makeProgram } from './program.ts'

/** `node cli/build.ts [folder]` */
const outdir = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..', 'dist', 'cli'))

/**
 * What commander takes of Node, and what is left of it here: `node:util` alone loads workers and streams, which takes longer
 * than printing the help. Commander never starts other programs for us, and there are no colours in our help to measure around.
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
  plugins: [lightCommander],
  legalComments: 'linked',
  chunkNames: 'chunks/[name]-[hash]',
})
// Node looks for the nearest package.json to know what kind of module a file is.
await writeFile(path.join(outdir, 'package.json'), '{ "type": "module" }\n')
await chmod(path.join(outdir, 'main.js'), 0o755)
await writeHelp(makeProgram({ io: makeProcessIo(), onDone: () => {} }))

async function writeHelp(command: Command, place: readonly string[] = []): Promise<void> {
  await mkdir(path.join(outdir, helpFolder), { recursive: true })
  await writeFile(path.join(outdir, helpFolder, toHelpFile(place)), renderHelp(command))
  for (const each of command.commands) await writeHelp(each, [...place, each.name()])
}

/** The help with what is added after it, which commander only gives to its output. */
function renderHelp(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return text
}
