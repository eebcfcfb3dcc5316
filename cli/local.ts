import { verb as authStatus } from './commands/auth/status.ts'
import { findValue } from './commands/config/find-value.ts'
import { verb as configGet } from './commands/config/get.ts'
import { verb as configList } from './commands/config/list.ts'
import { verb as configPath } from './commands/config/path.ts'
import { loadConfigFiles } from './config.ts'
import type { ExitCode } from './exit-code.ts'
import { defaultHost } from './global-options.ts'
import { makeProcessIo } from './io.ts'
import { makeLocalContext, type LocalContext } from './local-context.ts'

type Run = (args: readonly string[], context: LocalContext) => Promise<ExitCode | void>

/** Commands that contact no server, with their number of arguments. */
const commands: Readonly<Record<string, { readonly takes: number; readonly run: Run }>> = {
  'config get': { takes: 1, run: async ([setting = ''], context) => await configGet.run({ setting }, context) },
  'config list': { takes: 0, run: async (_, context) => await configList.run({}, context) },
  'config path': { takes: 0, run: async (_, context) => await configPath.run({}, context) },
  'auth status': {
    takes: 0,
    run: async (_, context) => {
      const { value } = findValue('host', await loadConfigFiles(context.io), context.io.env)
      await authStatus.run({ host: value ?? defaultHost }, context)
    },
  },
}

/** Each setting has a variable; our other variables stand for flags, which are not read here. */
const settingVariables = /^XSHEET_(?:HOST|STUDIO|PROJECT|SPACE|TIME_ZONE)$/

/**
 * Runs a simple local command without loading anything else, so that it costs little more than Node itself. Returns the
 * exit code; undefined for any other command line and for one that fails, which the full program then runs and
 * explains.
 */
export async function runLocal(argv: readonly string[]): Promise<number | undefined> {
  const io = makeProcessIo()
  const isPlain = Object.keys(io.env).every((name) => !name.startsWith('XSHEET_') || settingVariables.test(name))
  const json = argv.at(-1) === '--json' ? { json: '' } : {}
  const words = argv.at(-1) === '--json' ? argv.slice(0, -1) : argv
  const command = commands[words.slice(0, 2).join(' ')]
  const args = words.slice(2)
  if (!isPlain || command === undefined || args.length !== command.takes || args.some((word) => word.startsWith('-')))
    return undefined
  try {
    return (await command.run(args, makeLocalContext(io, { color: true, ...json }))) ?? 0
  } catch {
    return undefined
  }
}
