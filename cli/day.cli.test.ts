import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

type Step = { readonly command: string; readonly expected: string }

/** Reads the session in the document: what is typed after `$ `, and the output shown for it. */
function readSession(): readonly Step[] {
  const document = readFileSync(path.join(import.meta.dirname, 'day-of-scripting.md'), 'utf8')
  const [, session = ''] = /```console\n([\s\S]*?)```/.exec(document) ?? []
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...lines] = step.split('\n')
      return { command, expected: lines.join('\n') }
    })
}

// One white pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg=='
const mark = '@@ the next command @@'

/** Runs all commands in one shell; returns the output of each. */
async function runSession(commands: readonly string[]): Promise<readonly string[]> {
  const folder = path.join(cli.folder, 'day')
  const bin = path.join(cli.folder, 'bin')
  mkdirSync(folder)
  mkdirSync(bin)
  writeFileSync(path.join(folder, 'sh0010.png'), Buffer.from(png, 'base64'))
  const { main } = cli
  writeFileSync(path.join(bin, 'studio-cli'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 })
  const script = path.join(cli.folder, 'day.sh')
  writeFileSync(script, commands.map((command) => `${command}\nprintf '%s\\n' '${mark}'`).join('\n'))
  return await new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', `exec 2>&1; . '${script}'`], {
      cwd: folder,
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        HOME: cli.folder,
        TZ: 'UTC',
        XDG_CONFIG_HOME: path.join(cli.folder, 'config'),
        XDG_STATE_HOME: path.join(cli.folder, 'state'),
        XSHEET_HOST: cli.host.url,
      },
    })
    let written = ''
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (written += text))
    shell.on('error', reject)
    shell.on('close', () => resolve(written.split(`${mark}\n`)))
  })
}

/** Converts the expected text to a pattern in which `…` stands for any part of a line. */
function toPattern(expected: string): RegExp {
  const parts = expected.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}

test('the documented scripting session produces its documented output, line by line', async () => {
  const session = readSession()
  const written = await runSession(session.map(({ command }) => command))

  expect(session.length).toBeGreaterThan(20)
  for (const [at, { command, expected }] of session.entries())
    expect(`$ ${command}\n${written[at]}`).toMatch(toPattern(`$ ${command}\n${expected}`))
})
