import type { Command, Option } from 'commander'
import { usageError } from './cli-error.ts'
import { isSettingName, type ConfigFiles } from './config.ts'
import type { Io } from './io.ts'

type Options = Record<string, unknown>

/** Returns a flag's environment variable: `--dry-run` is `XSHEET_DRY_RUN`. */
function toVariable(option: Option): string {
  return `XSHEET_${(option.long ?? '').replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`
}

/**
 * Resolves every option of a command and its parents: from flags, then the environment, the project's file, the user's
 * file.
 */
export function resolveOptions(command: Command, { env }: Pick<Io, 'env'>, files: ConfigFiles): Options {
  const values: Options = {}
  for (let each: Command | null = command; each !== null; each = each.parent) {
    for (const option of each.options) {
      const name = option.attributeName()
      if (name in values && !option.negate) continue
      const given = each.getOptionValueSource(name) === 'cli' ? each.getOptionValue(name) : undefined
      const value = given ?? fromEnvironment(option, env) ?? fromFiles(option, files) ?? each.getOptionValue(name)
      if (value !== undefined) values[name] = value
    }
  }
  return withPlace(values)
}

/** A collection may be given as a path: `project/space/collection`. */
function withPlace(values: Options): Options {
  const { collection } = values
  if (typeof collection !== 'string' || !/^[^/,]+(\/[^/,]+){2}$/.test(collection)) return values
  const end = collection.lastIndexOf('/')
  return { ...values, space: collection.slice(0, end), collection: collection.slice(end + 1) }
}

function fromEnvironment(option: Option, env: Io['env']): unknown {
  const variable = toVariable(option)
  const text = env[variable]?.trim() ?? ''
  if (text === '') return undefined
  if (!option.isBoolean() && !option.negate) return parse(option, text, variable)
  const isOn = ['1', 'true', 'yes', 'on'].includes(text.toLowerCase())
  if (!isOn && !['0', 'false', 'no', 'off'].includes(text.toLowerCase()))
    throw usageError(`${variable} must be 1 or 0, not "${text}".`)
  return isOn ? !option.negate : undefined
}

function fromFiles(option: Option, { project, user }: ConfigFiles): unknown {
  const name = (option.long ?? '').replace(/^--/, '')
  if (!isSettingName(name)) return undefined
  const file = project?.values[name] === undefined ? user : project
  const text = file.values[name]
  return text === undefined ? undefined : parse(option, text, `"${name}" in ${file.path}`)
}

function parse(option: Option, text: string, where: string): unknown {
  // For `--json` in the environment, any word for yes means all fields.
  if (option.optional) return ['1', 'true', 'yes', 'on'].includes(text.toLowerCase()) ? '' : text
  if (option.parseArg === undefined) return text
  try {
    // Commander types the previous value by the default's type, which only the option knows.
    return option.parseArg(text, option.defaultValue as never)
  } catch (error) {
    throw usageError(`${where}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
