// `npm run studio-cli -- …`: runs the command line from source, with the project's own Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = path.dirname(fileURLToPath(import.meta.url))
const node = path.join(folder, '..', 'node_modules', '.bin', 'node')
if (!existsSync(node)) {
  process.stderr.write('The packages are not installed: run npm start or npm ci first.\n')
  process.exit(1)
}
// npm changes to the project's folder; restore the one it was called from.
const cwd = process.env.INIT_CWD ?? process.cwd()
const cli = spawn(node, [path.join(folder, 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit', cwd })
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => cli.kill(signal))
// Ctrl+C at a terminal reaches both processes; the command decides how to end.
process.on('SIGINT', () => {})
cli.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
