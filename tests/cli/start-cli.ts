import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCli } from '#cli/run.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { startTestHost, type TestHost, type TestHostOptions } from '#tests/host/start-test-host.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type RunOptions = {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** How wide the terminal is that it writes to; what is written to both outputs is then one text. Nobody types. */
  readonly columns?: number
}

type ProcessOptions = RunOptions & {
  /** What a person at a terminal types, each as soon as the text before it stands there. */
  readonly keys?: readonly { readonly after: RegExp; readonly type: string }[]
  /** Hears what is written to standard error so far. */
  readonly onTalk?: (text: string) => void
  /** Kills the command when this was written. */
  readonly killAt?: RegExp
  /** With this instead of SIGKILL. */
  readonly signal?: NodeJS.Signals
}

export interface Cli {
  readonly host: TestHost
  /** A folder of this run, for files. */
  readonly folder: string
  /** The first file of the built command line. */
  readonly main: string
  /** Runs a command in this process, with streams in memory; signed in as whoever `login` signed in last. */
  run: (args: readonly string[], options?: RunOptions) => Promise<Ended>
  /** The same by the built command line, as a process of its own: for what is about processes, pipes and signals. */
  spawn: (args: readonly string[], options?: ProcessOptions) => Promise<Ended>
  /** As a process in a pseudo-terminal, of 100 columns unless told, which shows both of its outputs as one. */
  runInTerminal: (args: readonly string[], options?: ProcessOptions) => Promise<Ended>
  /** Signs in as somebody of the demo studio: `mei.tanaka`. */
  login: (name: string) => Promise<void>
  /** The rows a command prints with `--json`. */
  list: (args: readonly string[]) => Promise<readonly Record<string, unknown>[]>
  close: () => Promise<void>
}

/** A host in this process, of the demo studio unless told otherwise, and the command line that was built for this run. */
export async function startCli(options: TestHostOptions = { demo: true }): Promise<Cli> {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-cli-'))
  // Only the command line's own stage builds one (tests/config/build-cli.ts): elsewhere nothing is run as a process.
  const main = path.join(process.env['XSHEET_TEST_CLI'] ?? '/nowhere', 'main.js')
  const host = await startTestHost(options)
  const own = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TZ: 'UTC',
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_STATE_HOME: path.join(folder, 'state'),
    XSHEET_HOST: host.url,
  }

  const run: Cli['run'] = async (args, { input = '', cwd = folder, env, columns } = {}) => {
    const isTty = columns !== undefined
    const terminal = isTty && { columns, isInputTty: true, isOutputTty: true, isErrorTty: true }
    const io = testIo({ env: { ...own, ...(isTty && { TERM: 'xterm' }), ...env }, cwd, input, ...terminal })
    // Files are named from where one stands.
    process.chdir(cwd)
    const code = await runCli(args, io)
    return isTty ? { code, stdout: io.both(), stderr: '' } : { code, stdout: io.stdout(), stderr: io.stderr() }
  }

  return {
    host,
    folder,
    main,
    run,
    spawn: (args, options = {}) =>
      end(process.execPath, [main, ...args], { cwd: folder, ...options, env: { ...own, ...options.env } }),
    runInTerminal: (args, options = {}) => {
      const command = [process.execPath, main, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
      const env = { ...own, TERM: 'xterm', ...options.env }
      return end('script', ['-qefc', `stty cols ${options.columns ?? 100} && ${command}`, '/dev/null'], {
        cwd: folder,
        ...options,
        env,
      })
    },
    login: async (name) => {
      const args = ['login', '--email', `${name}@northlight.example`, '--password-stdin']
      const { code, stderr } = await run(args, { input: `${demoPassword}\n` })
      if (code !== 0) throw new Error(stderr)
    },
    list: async (args) => {
      const { stdout, stderr } = await run([...args, '--json'])
      if (stdout === '') throw new Error(stderr)
      // Whatever a list prints as JSON is a list of records.
      return JSON.parse(stdout) as Record<string, unknown>[]
    },
    close: async () => {
      await host.close()
      process.chdir(import.meta.dirname)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function end(program: string, args: readonly string[], options: ProcessOptions): Promise<Ended> {
  const { input = '', env, cwd, killAt, signal = 'SIGKILL' } = options
  const keys = [...(options.keys ?? [])]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...(env && { env }), ...(cwd !== undefined && { cwd }) })
    const written = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.stdout += text
      if (!child.killed && killAt?.test(written.stdout) === true) child.kill(signal)
      if (keys[0]?.after.test(written.stdout) === true) child.stdin.write(keys.shift()?.type ?? '')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text
      options.onTalk?.(written.stderr)
      if (!child.killed && killAt?.test(written.stderr) === true) child.kill(signal)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...written }))
    // A command that does not read its input closes it before everything is written.
    child.stdin.on('error', () => {})
    if (options.keys === undefined) child.stdin.end(input)
  })
}
