import { isRecord, parseJson } from '#core/lib/json.ts'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { CliError, usageError } from './cli-error.ts'
import type { Io } from './io.ts'

/** Settings that can be saved; each is also a flag and an environment variable `XSHEET_…`. */
export const settings = {
  host: 'address of the studio’s host',
  studio: 'studio to work in: name, slug or id',
  project: 'project to look in: name, slug, id or glob',
  space: 'space to look in: name, slug, id or glob',
  'time-zone': 'IANA time zone that days are counted in',
} as const

export type SettingName = keyof typeof settings
export type SettingValues = { readonly [Name in SettingName]?: string }

/** Saved values: those of the nearest `.xsheet.json` above the working directory, then the user's own. */
export type ConfigFiles = {
  readonly user: { readonly path: string; readonly values: SettingValues }
  readonly project: { readonly path: string; readonly values: SettingValues } | undefined
}

const projectFileName = '.xsheet.json'

/** Returns the folder of the user's settings and sign-ins, following the XDG base directory specification. */
export function configDirectory({ env }: Pick<Io, 'env'>): string {
  return path.join(absoluteOr(env['XDG_CONFIG_HOME'], path.join(env['HOME'] ?? homedir(), '.config')), 'xsheet')
}

/** Returns the folder of the journal that undo reads. */
export function stateDirectory({ env }: Pick<Io, 'env'>): string {
  return path.join(absoluteOr(env['XDG_STATE_HOME'], path.join(env['HOME'] ?? homedir(), '.local', 'state')), 'xsheet')
}

export async function loadConfigFiles(io: Pick<Io, 'env' | 'cwd'>): Promise<ConfigFiles> {
  const userPath = path.join(configDirectory(io), 'config.json')
  const user = { path: userPath, values: (await readSettings(userPath)) ?? {} }
  for (let folder = io.cwd; ; folder = path.dirname(folder)) {
    const file = path.join(folder, projectFileName)
    const values = await readSettings(file)
    if (values !== undefined) return { user, project: { path: file, values } }
    if (folder === path.dirname(folder)) return { user, project: undefined }
  }
}

/** Saves a setting, or removes it. */
export async function saveSetting(file: string, name: SettingName, value: string | undefined): Promise<void> {
  const { [name]: _, ...others } = (await readSettings(file)) ?? {}
  const values: SettingValues = value === undefined ? others : { ...others, [name]: value }
  await writeFileSafely(file, `${JSON.stringify(values, undefined, 2)}\n`)
}

/** Writes a file atomically, readable by its owner only. */
export async function writeFileSafely(file: string, content: string): Promise<void> {
  const { mkdir, rename, stat, writeFile } = await import('node:fs/promises')
  const present = await stat(file).catch(() => undefined)
  // Devices and pipes are written to and never replaced.
  if (present !== undefined && !present.isFile()) return await writeFile(file, content)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${process.pid}.part`
  await writeFile(part, content, { mode: 0o600 })
  await rename(part, file)
}

/** Returns a file's text, or undefined if it does not exist. */
export async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    // Synchronous: local commands read only a few small files, and `node:fs/promises` takes longer to load.
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Node's file errors have a code.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new CliError('failure', `${file} cannot be read: ${code ?? String(error)}.`)
  }
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

async function readSettings(file: string): Promise<SettingValues | undefined> {
  const text = await readFileIfThere(file)
  if (text === undefined) return undefined
  const values = parseObject(text)
  if (values === undefined) throw usageError(`${file} is not a JSON object.`)
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name))
      throw usageError(
        `${file} sets "${name}", which is not a setting.`,
        `The settings are ${Object.keys(settings).join(', ')}.`,
      )
    if (typeof value !== 'string') throw usageError(`${file}: "${name}" must be text.`)
  }
  return values
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

function absoluteOr(value: string | undefined, fallback: string): string {
  // The specification says to ignore relative paths.
  return value !== undefined && path.isAbsolute(value) ? value : fallback
}
