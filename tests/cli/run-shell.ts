import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Cli } from './start-cli.ts'

/** Runs shell lines in which `studio-cli` is the built command line, with empty standard input; returns all output. */
export async function runShell({ folder, host, main }: Cli, lines: string, cwd = folder): Promise<string> {
  const own = `studio-cli() { '${process.execPath}' '${main}' "$@"; }`
  const child = spawn('bash', ['-c', `${own}; exec 2>&1; ${lines}`], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      XDG_STATE_HOME: path.join(folder, 'state'),
      XSHEET_HOST: host.url,
      TZ: 'UTC',
    },
  })
  child.stdin.end()
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text))
  await new Promise((resolve) => child.on('close', resolve))
  return written
}
