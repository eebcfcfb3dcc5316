import type { Io } from '../io.ts'

/** An `Io` in memory, with what was written to it. */
export type TestIo = Io & { readonly stdout: () => string; readonly stderr: () => string }

type TestIoOptions = Partial<Omit<Io, 'out' | 'err' | 'readInput' | 'ask' | 'askSecret'>> & {
  readonly input?: string
  /** What the person answers, question by question. */
  readonly answers?: readonly string[]
}

/** Streams for a test: no terminal, nothing on standard input, unless said otherwise. */
export function testIo({ input = '', answers = [], ...overrides }: TestIoOptions = {}): TestIo {
  const written = { out: '', err: '' }
  const waiting = [...answers]
  const ask = async (question: string): Promise<string> => {
    written.err += question
    const answer = waiting.shift()
    if (answer === undefined) throw new Error(`Nobody answers "${question}"`)
    return answer
  }
  return {
    env: {},
    cwd: '/nowhere',
    isInputTty: false,
    isOutputTty: false,
    isErrorTty: false,
    columns: undefined,
    ...overrides,
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
    readInput: async () => input,
    ask,
    askSecret: ask,
    stdout: () => written.out,
    stderr: () => written.err,
  }
}
