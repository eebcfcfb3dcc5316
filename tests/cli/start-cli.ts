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
  /** Makes it a terminal of this width, with both outputs as one text and no input. */
  readonly columns?: number
}

type ProcessOptions = RunOptions & {
  /** What is typed at a terminal, each as soon as the output matches. */
  readonly keys?: readonly { readonly after: RegExp; readonly type: string }[]
  /** Receives standard error so far. */
  readonly onTalk?: (text: string) => void
  /** Kills the command once its output matches. */
  readonly killAt?: RegExp
  /** The signal instead of SIGKILL. */
  readonly signal?: NodeJS.Signals
}

export interface Cli {
  readonly host: TestHost
  /** A folder for this run's files. */
  readonly folder: string
  /** The entry file of the built command line. */
  readonly main: string
  /** Runs a command in this process with in-memory streams, signed in by the last `login`. */
  run: (args: readonly string[], options?: RunOptions) => Promise<Ended>
  /** Runs the built command line as a process: for tests about processes, pipes and signals. */
  spawn: (args: readonly string[], options?: ProcessOptions) => Promise<Ended>
  /** Runs it as a process in a pseudo-terminal, 100 columns wide by default, with both outputs as one. */
  runInTerminal: (args: readonly string[], options?: ProcessOptions) => Promise<Ended>
  /** Signs in as somebody of the demo studio: `mei.tanaka`. */
  login: (name: string) => Promise<void>
  /** Returns the rows a command prints with `--json`. */
  list: (args: readonly string[]) => Promise<readonly Record<string, unknown>[]>
  close: () => Promise<void>
}

/** Starts a host in this process, with the demo studio by default, and the command line built for this run. */
export async function startCli(options: TestHostOptions = { demo: true }): Promise<Cli> {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-cli-'))
  // Only the cli stage builds one (tests/config/build-cli.ts); other stages run no command as a process.
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
    // Relative file names depend on the working directory.
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
      // Every list prints an array of records as JSON.
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
