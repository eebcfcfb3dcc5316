// Plain JavaScript for the machine's Node, like ensure-installed.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = path.join(root, 'dist/app/index.html')
const sources = ['app', 'core', 'vite.config.ts', 'package-lock.json']

/** Deletes built clients, which are built again on demand. */
function forgetStaleClients() {
  const clients = path.join(root, 'dist/clients')
  const index = path.join(clients, 'index.html')
  const sources = ['cli', 'core', 'clients', 'package-lock.json'].map((name) => path.join(root, name))
  if (existsSync(index) && findNewest(sources) > statSync(index).mtimeMs) rmSync(clients, { recursive: true })
}

/** Builds the app unless it is newer than all its sources. Returns what went wrong, or undefined. */
export function ensureBuilt(node) {
  forgetStaleClients()
  if (existsSync(built) && findNewest(sources.map((name) => path.join(root, name))) <= statSync(built).mtimeMs)
    return undefined
  process.stderr.write('Building the app …\n')
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const build = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  return build.status === 0 ? undefined : 'The app could not be built: the messages of vite are above.'
}

function findNewest(paths) {
  let newest = 0
  for (const each of paths) {
    if (!existsSync(each)) continue
    const status = statSync(each)
    // A directory's own time reveals removed files.
    newest = Math.max(newest, status.mtimeMs)
    if (status.isDirectory())
      newest = Math.max(newest, findNewest(readdirSync(each).map((name) => path.join(each, name))))
  }
  return newest
}
