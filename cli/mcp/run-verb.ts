import { Command } from 'commander'
import type { Rev } from '#core/lib/ids.ts'
import { makeContext } from '#cli/context.ts'
import type { Declaration, Run } from '#cli/define-verb.ts'
import type { Io } from '#cli/io.ts'
import { toFlags } from '#cli/manifest-flags.ts'
import type { Base } from './tool.ts'

/** A command as declared by its file. */
export type Verb = Declaration & { readonly run: Run }

/** A command's output and messages, and the revision at which its rows are as it left them. */
export type VerbAnswer = { readonly data: unknown; readonly said: string; readonly since?: Rev | undefined }

/** Runs a command in this process as if typed with `--json`, without input or prompts. */
export async function runVerb(
  verb: Verb,
  values: Readonly<Record<string, unknown>>,
  { io, options, unchanged }: Base,
): Promise<VerbAnswer> {
  const written = { out: '', err: '' }
  const own = makeQuietIo(io, written)
  const given = { ...options, ...listDefaults(verb), ...values, json: '', input: false, color: false }
  const context = makeContext({ io: own, options: given })
  try {
    const getSince = unchanged && (await context.loadGateway()).onlyIf(unchanged)
    // As in `declare`: each verb declares the options it reads.
    await verb.run(given as never, context, new Command())
    const data = written.out === '' ? [] : (JSON.parse(written.out) as unknown)
    return { data, said: written.err.trim(), since: getSince?.() }
  } finally {
    await context.close()
  }
}

/** Returns in-memory streams, because the process's own carry the protocol. */
export function makeQuietIo({ env, cwd }: Io, written: { out: string; err: string }): Io {
  const nobody = async (): Promise<string> => {
    throw new Error('There is nobody to ask.')
  }
  return {
    env,
    cwd,
    isInputTty: false,
    isOutputTty: false,
    isErrorTty: false,
    columns: undefined,
    out: (text) => (written.out += text),
    err: (text) => (written.err += text),
    readInput: async () => '',
    ask: nobody,
    askSecret: nobody,
  }
}

function listDefaults({ options = [] }: Verb): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    toFlags(options).flatMap((each) => (each.default === undefined ? [] : [[nameOf(each), each.default]])),
  )
}

/** Returns a flag's option name: `--time-zone <zone>` is `timeZone`. */
export function nameOf({ flags }: { readonly flags: string }): string {
  const [, long = ''] = /--([a-z-]+)/.exec(flags) ?? []
  return long.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
