// Runs under whatever Node the machine has, before any package is installed: plain JavaScript, Node 22.12 or newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = `${root}node_modules/.xsheet-installed`

/** The Node that comes with the project. */
export const projectNode = `${root}node_modules/.bin/node`

/** Runs `npm ci` unless the packages of this very lock file are installed. Returns what went wrong, or undefined. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(projectNode)
  if (isInstalled) return undefined
  process.stderr.write('Installing packages …\n')
  // Standard output belongs to the program that follows. Warnings are about the machine's own Node, which only
  // installs.
  const npm = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (npm.status !== 0) return 'The packages could not be installed: npm ci failed, its messages are above.'
  if (!existsSync(projectNode))
    return 'The Node that comes with the project is missing: delete node_modules and try again.'
  writeFileSync(stamp, wanted)
  return undefined
}
