import type { Io } from '../io.ts'

/** An in-memory `Io` that records each output, and both in the order a terminal shows. */
export type TestIo = Io & { readonly stdout: () => string; readonly stderr: () => string; readonly both: () => string }

type TestIoOptions = Partial<Omit<Io, 'out' | 'err' | 'readInput' | 'ask' | 'askSecret'>> & {
  readonly input?: string
  /** The user's answers, one per question. */
  readonly answers?: readonly string[]
}

/** Returns in-memory streams: no terminal and no input by default. */
export function testIo({ input = '', answers = [], ...overrides }: TestIoOptions = {}): TestIo {
  const written = { out: '', err: '', both: '' }
  const write = (where: 'out' | 'err', text: string): void => {
    written[where] += text
    written.both += text
  }
  const waiting = [...answers]
  const ask = async (question: string): Promise<string> => {
    write('err', question)
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
    out: (text) => write('out', text),
    err: (text) => write('err', text),
    readInput: async () => input,
    ask,
    askSecret: ask,
    stdout: () => written.out,
    stderr: () => written.err,
    both: () => written.both,
  }
}
