import path from 'node:path'
import { makeDateInZone } from '#core/domain/calendar-date.ts'
import { usageError } from '#cli/cli-error.ts'
import {
  isSettingName,
  loadConfigFiles,
  saveSetting,
  settings,
  type ConfigFiles,
  type SettingName,
} from '#cli/config.ts'
import type { LocalContext } from '#cli/context.ts'
import { credentialsPath } from '#cli/credentials.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'

export type ConfigOptions = { readonly setting?: string; readonly value?: string; readonly here?: boolean }

const names = Object.keys(settings).filter(isSettingName)

export async function runConfigList(_: ConfigOptions, { io, print }: LocalContext): Promise<void> {
  const files = await loadConfigFiles(io)
  const rows = names.map((name) => ({ setting: name, ...findValue(name, files, io.env), meaning: settings[name] }))
  print({ rows, fields: ['setting', 'value', 'from', 'meaning'] })
}

export async function runConfigGet({ setting }: ConfigOptions, { io }: LocalContext): Promise<ExitCode> {
  const { value } = findValue(toName(setting), await loadConfigFiles(io), io.env)
  if (value === null) return exitCodes.nothingMatched
  io.out(`${value}\n`)
  return exitCodes.done
}

export async function runConfigSet({ setting, value = '', here }: ConfigOptions, context: LocalContext): Promise<void> {
  const name = toName(setting)
  if (value.trim() === '')
    throw usageError(`${name} cannot be empty.`, `Take it away with: studio-cli config unset ${name}`)
  if (name === 'host' && (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)))
    throw usageError(`host must be an http or https address, not "${value}".`)
  if (name === 'time-zone' && !isTimeZone(value))
    throw usageError(`There is no time zone "${value}".`, 'Write it like Europe/Oslo.')
  const file = await toFile(here, context)
  await saveSetting(file, name, value)
  context.say(`${name} is ${value} in ${file}.`)
}

export async function runConfigUnset({ setting, here }: ConfigOptions, context: LocalContext): Promise<void> {
  const name = toName(setting)
  const file = await toFile(here, context)
  await saveSetting(file, name, undefined)
  context.say(`${name} is not set in ${file}.`)
}

export async function runConfigPath(_: ConfigOptions, { io, printRecord }: LocalContext): Promise<void> {
  const { user, project } = await loadConfigFiles(io)
  printRecord({ settings: user.path, folder: project?.path ?? null, signIns: credentialsPath(io) })
}

/** A setting's value and where it comes from: the environment, the folder's file, the person's. */
export function findValue(name: SettingName, { project, user }: ConfigFiles, env: LocalContext['io']['env']) {
  const variable = `XSHEET_${name.replaceAll('-', '_').toUpperCase()}`
  const places = [
    { value: env[variable] || undefined, from: variable },
    { value: project?.values[name], from: project?.path ?? '' },
    { value: user.values[name], from: user.path },
  ]
  const found = places.find(({ value }) => value !== undefined)
  return { value: found?.value ?? null, from: found?.from ?? null }
}

function toName(text = ''): SettingName {
  if (isSettingName(text)) return text
  throw usageError(`There is no setting "${text}".`, `The settings are ${names.join(', ')}.`)
}

async function toFile(isHere: boolean | undefined, { io }: LocalContext): Promise<string> {
  return isHere === true ? path.join(io.cwd, '.xsheet.json') : (await loadConfigFiles(io)).user.path
}

function isTimeZone(name: string): boolean {
  try {
    makeDateInZone(name)
    return true
  } catch {
    return false
  }
}
