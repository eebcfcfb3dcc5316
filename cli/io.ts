import { fstatSync, writeSync } from 'node:fs'
import { CliError } from './cli-error.ts'

/** A command's environment: its input, the stream for data (`out`) and the one for messages (`err`). */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly isInputTty: boolean
  readonly isOutputTty: boolean
  readonly isErrorTty: boolean
  /** The terminal's width in characters; undefined when not at a terminal. */
  readonly columns: number | undefined
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Reads all of standard input, once. */
  readonly readInput: () => Promise<string>
  /** Asks for a line; only at a terminal. */
  readonly ask: (question: string) => Promise<string>
  /** Asks for a line without echoing it; only at a terminal. */
  readonly askSecret: (question: string) => Promise<string>
}

const [input, output, errors] = [0, 1, 2] as const

/**
 * Returns the process's own streams. They are written to by file descriptor: creating Node's stream objects takes
 * longer than printing the help, and such writes are complete when the process ends.
 */
export function makeProcessIo(): Io {
  return {
    env: process.env,
    cwd: process.cwd(),
    get isInputTty() {
      return isTerminal(input)
    },
    get isOutputTty() {
      return isTerminal(output)
    },
    get isErrorTty() {
      return isTerminal(errors)
    },
    get columns() {
      return isTerminal(output) ? process.stdout.columns : undefined
    },
    out: (text) => write(output, text),
    err: talk,
    readInput: async () => {
      const { text } = await import('node:stream/consumers')
      return await text(process.stdin)
    },
    ask,
    askSecret,
  }
}

function isTerminal(descriptor: 0 | 1 | 2): boolean {
  // Pipes and files are detected cheaply; only a device needs the stream object.
  if (!isDevice(descriptor)) return false
  return [process.stdin, process.stdout, process.stderr][descriptor]?.isTTY === true
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}

function write(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      // Node's errors have a code.
      const { code } = error as NodeJS.ErrnoException
      // The reader may stop reading, as `head` does; that is not a failure.
      if (code === 'EPIPE') throw new CliError('silent', 'The reader has gone.')
      if (code !== 'EAGAIN') throw error
      // The pipe is full and does not block: wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** Messages that nobody can read any more must not stop the work. */
function talk(text: string): void {
  try {
    write(errors, text)
  } catch {
    // There is nowhere left to report it.
  }
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const stop = new AbortController()
  lines.once('SIGINT', () => stop.abort())
  lines.once('close', () => stop.abort())
  try {
    return (await lines.question(question, { signal: stop.signal })).trim()
  } catch {
    throw new CliError('cancelled', 'Cancelled.')
  } finally {
    lines.close()
  }
}

async function askSecret(question: string): Promise<string> {
  const { stdin } = process
  // First of all, so that characters typed as the question appears are not echoed.
  stdin.setRawMode(true)
  stdin.resume()
  write(errors, question)
  try {
    return await readSecret(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    write(errors, '\n')
  }
}

const keys: Readonly<Record<'enter' | 'erase' | 'stop', readonly string[]>> = {
  enter: ['\r', '\n'],
  erase: ['\u007f', '\b'],
  stop: ['\u0003', '\u0004'],
}

async function readSecret(stdin: NodeJS.ReadStream): Promise<string> {
  const { once } = await import('node:events')
  let secret = ''
  for (;;) {
    // Without an encoding, a data event carries one Buffer.
    const [chunk] = (await once(stdin, 'data')) as [Buffer]
    for (const key of chunk.toString('utf8')) {
      if (keys.enter.includes(key)) return secret
      if (keys.stop.includes(key)) throw new CliError('cancelled', 'Cancelled.')
      secret = keys.erase.includes(key) ? secret.slice(0, -1) : secret + key
    }
  }
}
