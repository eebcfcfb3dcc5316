import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from '../files.ts'

/** The environment of programs: the project's own tools come first on the path. */
function withTools(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [join(repositoryRoot, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

export type Command = {
  program: string
  args: readonly string[]
  env?: Record<string, string>
  limitMinutes: number
}

export type ProcessResult = { exitCode: number; output: string; isTimedOut: boolean }

const GRACE_MILLISECONDS = 10_000

const groups = new Set<number>()

/** Ends what is still running: first politely, so that a suite can stop its servers, then by force. */
export function endEverything(): void {
  for (const group of groups) endGroup(group)
}

function endGroup(group: number): void {
  signalGroup(group, 'SIGINT')
  setTimeout(() => groups.has(group) && signalGroup(group, 'SIGKILL'), GRACE_MILLISECONDS).unref()
}

/** Runs a program to its end, showing its output as it comes. */
export function runShown(command: Command): Promise<ProcessResult> {
  return runToEnd(command, 'inherit')
}

/** Runs a program to its end and returns its output. */
export function runKept(command: Command): Promise<ProcessResult> {
  return runToEnd(command, 'pipe')
}

function runToEnd({ program, args, env, limitMinutes }: Command, output: 'inherit' | 'pipe'): Promise<ProcessResult> {
  const { promise, resolve } = Promise.withResolvers<ProcessResult>()
  // A process group of its own, so that nothing a suite leaves behind outlives its stage.
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: withTools(env),
    stdio: ['ignore', output, output],
    detached: true,
  })
  const { pid } = child
  if (pid !== undefined) groups.add(pid)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))

  let isTimedOut = false
  const limit = setTimeout(() => {
    isTimedOut = true
    if (pid !== undefined) endGroup(pid)
  }, limitMinutes * 60_000)

  const finish = (exitCode: number, note = ''): void => {
    clearTimeout(limit)
    if (pid !== undefined) {
      groups.delete(pid)
      signalGroup(pid, 'SIGKILL')
    }
    resolve({ exitCode, output: Buffer.concat(chunks).toString() + note, isTimedOut })
  }
  child.on('error', (error) => finish(127, `${program} could not be started: ${error.message}\n`))
  child.on('close', (code) =>
    finish(code ?? 1, isTimedOut ? `${program} was ended after ${limitMinutes} minutes\n` : ''),
  )
  return promise
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The group is empty.
  }
}

/** Returns the first line a program prints, or undefined if it is missing or fails. */
export function findFirstLine(program: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', env: withTools() })
  return status === 0 ? stdout.split('\n')[0]?.trim() : undefined
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Installs Debian packages if possible; returns whether it did. */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (!isRoot() || findFirstLine('apt-get', ['--version']) === undefined) return false
  process.stdout.write(`Installing the system package ${name} …\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runKept({ program: 'apt-get', args: ['update', '-qq'], env, limitMinutes: 3 })
  const args = ['install', '-y', '-qq', '--no-install-recommends', name]
  const { exitCode, output } = await runKept({ program: 'apt-get', args, env, limitMinutes: 6 })
  if (exitCode !== 0) process.stdout.write(output)
  return exitCode === 0
}
