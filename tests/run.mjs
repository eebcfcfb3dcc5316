// `npm test`. Plain JavaScript without packages, because it runs under any Node 22.12 or newer. It installs what is
// missing and starts the runner under the project's own Node.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, projectNode } from '../supabase/local/ensure-installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

function giveUp(message) {
  process.stderr.write(`\n${message}\n`)
  process.stdout.write('0 passed, 1 failed\n')
  process.exit(1)
}

const problem = ensureInstalled()
if (problem !== undefined) giveUp(problem)
const main = fileURLToPath(new URL('runner/main.ts', import.meta.url))
const runner = spawn(projectNode, [main, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
// The runner stops its suites, counts and reports; until then this process stays, so that callers can wait on it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
runner.on('error', (error) => giveUp(`The test runner could not be started: ${error.message}`))
runner.on('exit', (code, signal) =>
  signal === null ? process.exit(code ?? 1) : giveUp(`The test runner was ended by ${signal}.`),
)
