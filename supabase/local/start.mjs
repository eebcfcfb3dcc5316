// `npm start`: installs what is missing, builds what is stale, and hands over to the host under the project's own Node.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, projectNode } from './ensure-installed.mjs'
import { whenOrphaned } from './when-orphaned.mjs'

const problem = ensureInstalled() ?? ensureBuilt(projectNode)
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const main = fileURLToPath(new URL('main.ts', import.meta.url))
// Node's compile cache halves the start-up time of the host.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/xsheet-host', import.meta.url))
const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
const host = spawn(projectNode, [main, ...process.argv.slice(2)], { stdio: 'inherit', env })

// The host closes its database first; this process stays until it has. Ctrl+C at a terminal reaches both by itself, and
// the host exits at once on a second SIGINT, so that one is not passed on.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => host.kill(signal))
process.on('SIGINT', () => process.stdin.isTTY || host.kill('SIGINT'))
// Started by hand in the background it may well outlive the shell; under npm an orphan means that npm was stopped.
if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => host.kill('SIGTERM'))
host.on('error', (error) => {
  process.stderr.write(`The host could not be started: ${error.message}\n`)
  process.exit(1)
})
host.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
