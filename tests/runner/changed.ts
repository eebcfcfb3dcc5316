import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles, repositoryRoot } from '../files.ts'

/** The files that import each file. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** The files of each stage that a change can reach; a stage not listed need not run. */
export type Reach = ReadonlyMap<string, readonly string[]>

/** The journeys of each feature, by the start of their file names. */
export const journeys: Readonly<Record<string, readonly string[]>> = {
  activity: ['addresses'],
  artist: ['artist-feed'],
  casting: ['casting'],
  device: ['access-tokens'],
  feed: ['feed'],
  'key-settings': ['commands'],
  moodboard: ['board'],
  project: ['projects'],
  projects: ['projects', 'frame-live'],
  reviews: ['reviews'],
  share: ['install'],
  'sign-in': ['sign-in', 'google'],
  space: ['space-keyboard', 'space-live', 'space-messages', 'space-painted', 'thumbnails'],
  'studio-settings': ['studio-settings', 'access'],
  studios: ['sign-in'],
  tasks: ['casting'],
  superadmin: ['superadmin'],
  'task-popup': ['task-popup', 'viewer'],
  timeline: ['timeline'],
  timesheet: ['timesheet'],
  uploads: ['uploads.spec'],
  'user-settings': ['commands', 'access-tokens'],
}

/** The everyday journeys, used when a change reaches too many pages to run them all. */
const everyday = ['main-job', 'space-keyboard', 'commands', 'offline-start']
const mostFeatures = 3

/** Tests of the whole tree, which any change can reach. */
const wholeTree = /^tests\/[\w-]+\.test\.ts$/

/** Lists uncommitted changes, and those since `base` if one is given. */
export function listChanged(base = 'HEAD'): readonly string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

/** Finds importers by searching text: every import names its file with the extension. */
export function readImporters(files: readonly string[] = listFiles()): Importers {
  const importers = new Map<string, Set<string>>()
  for (const file of files.filter((each) => /\.(ts|tsx|mjs)$/.test(each))) {
    const text = readFileSync(path.join(repositoryRoot, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([.#][^'"]+)['"]/g)) {
      const target = name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}

/** What serves every request and every command: beyond these files a change would reach every test. */
const host = 'supabase/local/server.ts'
const commandLine = ['cli/program.ts', 'cli/run.ts']
const hubs = new Set([host, ...commandLine])

/** Tests that show these still work, besides those in the changed folders. */
const briefly = {
  database: /^(supabase\/local\/(host|main|rest)|tests\/gateway\/contract|tests\/database\/row-rules)\.db\.test\.ts$/,
  cli: /\/(tasks|session)\.cli\.test\.ts$/,
  e2e: ['main-job', 'space-live'],
}

/** Returns the changed files and everything that imports them, transitively, but not beyond the hubs. */
export function spread(changed: readonly string[], importers: Importers): ReadonlySet<string> {
  const reached = new Set(changed)
  for (const file of reached)
    if (!hubs.has(file)) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/** The whole tree; `read` returns a file's text. */
export type Tree = { importers: Importers; files: readonly string[]; read: (file: string) => string }

/** Returns what must run again after `changed`, by stage. */
export function findReach(changed: readonly string[], { importers, files, read }: Tree): Reach {
  const reached = spread(changed, importers)
  const isSchema = changed.some((file) => /^supabase\/(migrations|.*\.sql$)/.test(file))
  const matching = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file))
  const hit = (pattern: RegExp): string[] => matching(pattern).filter((file) => reached.has(file))
  const special = /\.(db|pglite|cli|deno)\.test\.ts$/
  const unit = hit(/\.test\.tsx?$/).filter((file) => !special.test(file))
  const isHost = reached.has(host)
  const besides = new Set(isHost ? changed.map((file) => path.posix.dirname(file)) : [])
  const database = matching(/\.db\.test\.ts$/).filter(
    (file) =>
      isSchema || reached.has(file) || besides.has(path.posix.dirname(file)) || (isHost && briefly.database.test(file)),
  )
  const commands = hit(/^cli\/commands\/[\w-]+\/[\w-]+\.ts$/).map((file) => toCommandPattern(file))
  const cli = matching(/\.cli\.test\.ts$/).filter(
    (file) =>
      reached.has(file) ||
      ((isHost || commandLine.some((each) => reached.has(each))) && briefly.cli.test(file)) ||
      (commands.length <= mostCommands && commands.some((command) => command.test(read(file)))),
  )
  const isFunction = changed.some((file) => file.startsWith('supabase/functions/'))
  const reach: [string, string[]][] = [
    ['check', ['everything']],
    ['unit', [...new Set([...unit, ...matching(wholeTree)])]],
    ['database', database],
    ['fallback', hit(/\.pglite\.test\.ts$/)],
    ['cli', cli],
    ['e2e', [...findJourneys(reached, hit(/^e2e\/.*\.spec\.ts$/)), ...(isHost ? briefly.e2e : [])]],
    ['functions', isFunction ? matching(/\.deno\.test\.ts$/) : []],
  ]
  return new Map(reach.filter(([, chosen]) => chosen.length > 0))
}

const mostCommands = 8

/** Matches how tests write a command: `'task', 'set-status'` or `task set-status`. */
function toCommandPattern(file: string): RegExp {
  const [noun, verb] = [path.basename(path.dirname(file)), path.basename(file, '.ts')]
  return new RegExp(`\\b${noun}(', '| )${verb}\\b`)
}

/** Returns the journeys of the pages reached, and those changed themselves. */
function findJourneys(reached: ReadonlySet<string>, changedJourneys: readonly string[]): string[] {
  const features = new Set(
    [...reached]
      .flatMap((file) => /^app\/features\/([^/]+)\//.exec(file)?.[1] ?? [])
      .filter((name) => name in journeys),
  )
  const isApp = [...reached].some((file) => file.startsWith('app/') && !/\.test\.tsx?$/.test(file))
  const pages = features.size > mostFeatures ? everyday : [...features].flatMap((feature) => journeys[feature] ?? [])
  const chosen = pages.length === 0 && isApp ? everyday : pages
  return [...new Set([...chosen, ...changedJourneys.map((file) => path.basename(file))])]
}
