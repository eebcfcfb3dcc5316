import type { LocalContext } from '#cli/local-context.ts'
import path from 'node:path'
import { usageError } from '#cli/cli-error.ts'
import { isSettingName, loadConfigFiles, settings, type ConfigFiles, type SettingName } from '#cli/config.ts'

export const names = Object.keys(settings).filter(isSettingName)

/** Returns a setting's value and its source: the environment, the folder's file or the user's. */
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

export function toName(text = ''): SettingName {
  if (isSettingName(text)) return text
  throw usageError(`There is no setting "${text}".`, `The settings are ${names.join(', ')}.`)
}

export async function toFile(isHere: boolean | undefined, { io }: LocalContext): Promise<string> {
  return isHere === true ? path.join(io.cwd, '.xsheet.json') : (await loadConfigFiles(io)).user.path
}
