// `npm test`. Runs under whatever Node the machine has, so: plain JavaScript, no packages, Node 20 or newer.
// It installs what is missing and hands over to the runner under the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.xsheet-installed`

function giveUp(message) {
  process.stderr.write(`\n${message}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exit(1)
}

function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('Installing packages …\n')
  const npm = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status !== 0) giveUp('npm ci did not succeed; its messages are above.')
  writeFileSync(stamp, wanted)
}

ensureInstalled()
const node = `${root}node_modules/.bin/node`
if (!existsSync(node))
  giveUp('The Node that comes with the project is missing. Delete node_modules and run npm test again.')
const runner = spawn(node, [`${root}tests/runner/main.ts`, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
// The runner ends its suites, counts and says so; until then this process stays for whoever waits on it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
runner.on('error', (error) => giveUp(`The test runner could not be started: ${error.message}`))
runner.on('exit', (code, signal) =>
  signal === null ? process.exit(code ?? 1) : giveUp(`The test runner was ended by ${signal}.`),
)
