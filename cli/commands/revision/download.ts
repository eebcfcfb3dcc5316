import path from 'node:path'
import { rm } from 'node:fs/promises'
import type { MediaRow } from '#core/schema/media.ts'
import { findRevisions } from '#core/revisions/post-revisions.ts'
import { CliError, nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { fetchFile } from '#cli/publish/fetch-file.ts'
import { repeating } from '#cli/publish/repeat.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadTasksWithHistory, type TaskWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { filterFlags } from '../task/task-flags.ts'

type Options = TaskFilterOptions & {
  readonly targets: readonly string[]
  readonly to: string
  readonly name: string
  readonly version?: number
}

const fields = ['path', 'version', 'file', 'bytes', 'state'] as const

export const verb = defineVerb({
  arguments: '<targets...>',
  summary: 'download the files of the newest revisions. Run it again to resume; existing files stay',
  options: [
    ...filterFlags,
    flag('--to <folder>', 'where to', { default: '.' }),
    flag('--name <pattern>', 'with {file} {name} {ext} {item} {collection} {stage} {version}', { default: '{file}' }),
    flag('--version <number>', 'this version instead of the newest', { as: 'number' }),
  ],
  examples: ["revision download 'sq010/*:comp' --to plates --name '{item}/{item}_v{version}{ext}'"],
  /** Downloads files and checks their hashes against the server's; prints where each is. */
  run: async (options: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const targets = await expandTargets(options.targets, context.io)
    const histories = await loadTasksWithHistory({ client, studio }, options, targets)
    const rows = []
    for (const history of histories) rows.push(...(await download(history, options, context)))
    if (rows.length === 0) throw nothingMatched('There is no such revision with files.')
    context.print({ rows, fields })
  },
})

async function download({ record, item }: TaskWithHistory, options: Options, context: Context) {
  const versions = item.getVersions(record.task.id)
  const version =
    options.version === undefined ? versions[0] : versions.find((each) => each.versionNumber === options.version)
  const files = version === undefined ? [] : item.getVersionMedia(version.id)
  if (version === undefined || files.length === 0) return []
  const placed = files.map((file) => ({
    file,
    place: toPlace(file, { record, version: version.versionNumber, options }),
  }))
  if (new Set(placed.map(({ place }) => place)).size < placed.length)
    throw usageError(`"${options.name}" gives several files the same name.`, 'Add {file} or {name}.')
  const gateway = await context.loadGateway()
  const bring = async () =>
    await Promise.all(
      placed.map(async ({ file, place }) => {
        const loadUrl = async (): Promise<string> => {
          const url = (await gateway.loadMediaUrls([file.id])).get(file.id)
          if (url === undefined) throw new CliError('failure', `${file.filename} is not in the storage.`)
          return new URL(url, (await context.loadHost()).supabaseUrl).href
        }
        return await fetchFile({ place, sizeBytes: file.sizeBytes, loadUrl })
      }),
    )
  // Asks the server whether these files are a revision of the task; browser uploads may have no hash there.
  const check = async (sha256: readonly string[]) =>
    (await findRevisions(repeating(gateway), [{ taskId: record.task.id, sha256 }]))[0] !== undefined
  let isChecked = await check(await bring())
  if (!isChecked) {
    await Promise.all(placed.map(async ({ place }) => await rm(place, { force: true })))
    isChecked = await check(await bring())
  }
  return placed.map(({ file, place }) => {
    context.say(`${place}`)
    const state = isChecked ? 'checked' : 'there'
    return { path: record.path, version: version.versionNumber, file: place, bytes: file.sizeBytes, state }
  })
}

type Naming = { readonly record: TaskWithHistory['record']; readonly version: number; readonly options: Options }

/** Returns where a file goes; user-given names cannot lead out of the folder. */
function toPlace({ filename }: MediaRow, { record, version, options }: Naming): string {
  const { name, ext } = path.parse(filename)
  const { item, collection, stage } = record
  const values: Readonly<Record<string, string>> = {
    file: filename, name, ext, item, collection, stage, version: String(version).padStart(3, '0'),
  } // prettier-ignore
  const named = options.name.replaceAll(/\{([a-z]+)\}/g, (whole, key: string) => {
    const value = values[key]
    if (value === undefined)
      throw usageError(`--name has no placeholder ${whole}.`, `There are ${Object.keys(values).join(', ')}.`)
    return value.replaceAll(/[/\\\0]/g, '_').replace(/^\.+$/, '_')
  })
  return path.join(options.to, named)
}
