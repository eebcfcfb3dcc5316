import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { CliError } from './cli-error.ts'

/** The outside of a command: what it reads, where data goes (`out`) and where talk goes (`err`). */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly isInputTty: boolean
  readonly isOutputTty: boolean
  readonly isErrorTty: boolean
  /** The width of the terminal in characters; absent off a terminal. */
  readonly columns: number | undefined
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Everything on standard input, once. */
  readonly readInput: () => Promise<string>
  /** One line from the person; only with a terminal. */
  readonly ask: (question: string) => Promise<string>
  /** One line that is not shown while it is typed; only with a terminal. */
  readonly askSecret: (question: string) => Promise<string>
  /** Resolves when everything written has left the process. */
  readonly flush: () => Promise<void>
}

/** The process's own streams. */
export function makeProcessIo(): Io {
  const { stdin, stdout, stderr } = process
  return {
    env: process.env,
    cwd: process.cwd(),
    isInputTty: stdin.isTTY,
    isOutputTty: stdout.isTTY,
    isErrorTty: stderr.isTTY,
    columns: stdout.isTTY ? stdout.columns : undefined,
    out: (value) => void stdout.write(value),
    err: (value) => void stderr.write(value),
    readInput: () => text(stdin),
    ask,
    askSecret,
    flush: async () => {
      for (const stream of [stdout, stderr]) if (stream.writableLength > 0) await once(stream, 'drain')
    },
  }
}

async function ask(question: string): Promise<string> {
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
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  try {
    return await readSecret(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

const keys = { enter: ['\r', '\n'], erase: ['\u007f', '\b'], stop: ['\u0003', '\u0004'] } as const

async function readSecret(stdin: NodeJS.ReadStream): Promise<string> {
  let secret = ''
  for (;;) {
    // Without an encoding, a stream's data event carries one Buffer.
    const [chunk] = (await once(stdin, 'data')) as [Buffer]
    for (const key of chunk.toString('utf8')) {
      if ((keys.enter as readonly string[]).includes(key)) return secret
      if ((keys.stop as readonly string[]).includes(key)) throw new CliError('cancelled', 'Cancelled.')
      secret = (keys.erase as readonly string[]).includes(key) ? secret.slice(0, -1) : secret + key
    }
  }
}
