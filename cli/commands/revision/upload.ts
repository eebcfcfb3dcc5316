import { mentionedUserIds, parseComment } from '#core/domain/comment-markup.ts'
import { formatTimeSpent, parseTimeSpent } from '#core/domain/time-spent.ts'
import { newId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { saveEntry } from '#cli/change/journal.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, toExitCode, type ExitCode } from '#cli/exit-code.ts'
import { readLocalFile } from '#cli/publish/local-file.ts'
import { makePlaceFile } from '#cli/publish/name-template.ts'
import { publishRevision, toFailureText, type Published, type RevisionPlan } from '#cli/publish/publish-revision.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { listTaskRecords, type TaskRecord } from '#cli/select/task-record.ts'
import { parseTaskTarget } from '#cli/select/task-target.ts'

export type RevisionUploadOptions = Pick<TaskFilterOptions, 'project' | 'space'> & {
  readonly targetOrFile: string
  readonly files: readonly string[]
  readonly time?: string
  readonly status?: string
  readonly message?: string
  readonly map?: string
  readonly match?: string
  readonly concurrency: number
  readonly new?: boolean
  readonly dryRun?: boolean
}

/** Files that become one revision, and the task they are for as it was named. */
type Parcel = { readonly target: string; readonly paths: readonly string[] }
type Outcome = {
  readonly parcel: Parcel
  readonly record?: TaskRecord
  readonly published?: Published
  readonly error?: unknown
}

/** Posts revisions, each by itself: what fails does not hold up the others. */
export async function runRevisionUpload(options: RevisionUploadOptions, context: Context): Promise<ExitCode> {
  const minutes = parseTimeSpent(options.time ?? '')
  if (options.time === undefined) throw usageError(messages['time-spent-missing'], 'Pass --time, such as --time 2h30m.')
  if (minutes === undefined || minutes === 0)
    throw usageError(messages['time-spent-malformed'], 'Pass --time, such as --time 2h30m.')
  if (!Number.isInteger(options.concurrency) || options.concurrency < 1)
    throw usageError('--concurrency must be a whole number above 0.')
  const parcels = await listParcels(options, context)
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const work = await makeWork(options, { context, studio, timeSpent: formatTimeSpent(minutes) })
  // One look at the spaces for all files together.
  const targets = parcels.map(({ target }) => parseTaskTarget(target))
  const spaces = await openSpaces({ client, studio }, listSpaces(studio, placeOf(options), targets))
  const records = spaces.flatMap((space) => listTaskRecords(studio, space))
  const outcomes: Outcome[] = []
  const waiting = parcels.entries()
  const send = async (): Promise<void> => {
    for (const [at, parcel] of waiting) {
      const outcome = await work({ parcel, records, client })
      outcomes[at] = outcome
      context.say(describe(outcome, `${outcomes.filter(() => true).length}/${parcels.length}`))
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, parcels.length) }, send))
  context.print({
    rows: outcomes.map(toRow),
    fields: revisionFields,
    columns: ['files', 'path', 'version', 'state', 'error'],
  })
  const failed = outcomes.filter(({ error }) => error !== undefined)
  if (failed.length === 0) return exitCodes.done
  return failed.length < outcomes.length ? exitCodes.partlyDone : toExitCode(failed[0]?.error)
}

type WorkParts = { readonly context: Context; readonly studio: StudioReplica; readonly timeSpent: string }
type Job = {
  readonly parcel: Parcel
  readonly records: readonly TaskRecord[]
  readonly client: Awaited<ReturnType<Context['openClient']>>
}

async function makeWork(options: RevisionUploadOptions, { context, studio, timeSpent }: WorkParts) {
  const host = await context.loadHost()
  const gateway = await context.loadGateway()
  const statusId = options.status === undefined ? undefined : pickStatus(studio, options.status).id
  const comment = options.message === '-' ? (await context.io.readInput()).trim() : (options.message ?? '')
  const mentions = mentionedUserIds(parseComment(comment, listMentionable(studio)))
  const salt = options.new === true ? newId() : ''

  return async ({ parcel, records, client }: Job): Promise<Outcome> => {
    let record: TaskRecord | undefined
    try {
      record = pickTask(records, parcel.target)
      const files = await Promise.all(parcel.paths.map(readLocalFile))
      if (options.dryRun === true) return { parcel, record }
      const plan: RevisionPlan = { record, files, comment, timeSpent, statusId, mentions, salt }
      const published = await publishRevision({ client, gateway, studio, serverUrl: host.supabaseUrl }, plan)
      if (published.state === 'posted')
        await remember(published, record, { context, host: host.url, userId: client.userId })
      return { parcel, record, published }
    } catch (error) {
      return { parcel, ...(record && { record }), error }
    }
  }
}

type Where = { readonly context: Context; readonly host: string; readonly userId: string }

async function remember(
  { versionId, commentId }: Published,
  record: TaskRecord,
  { context, host, userId }: Where,
): Promise<void> {
  const { spaceId, studioId } = record.space
  const effect = { kind: 'revision', spaceId, itemId: record.task.itemId, id: versionId, commentId } as const
  const label = `Post revision of ${record.path}`
  await saveEntry(context.io, { id: newId(), at: new Date().toISOString(), label, host, studioId, userId, effect })
}

async function listParcels(options: RevisionUploadOptions, { io }: Context): Promise<readonly Parcel[]> {
  if (options.map === undefined) {
    if (options.match !== undefined)
      throw usageError('--match says nothing without --map.', "Add: --map '{item}:{stage}'")
    if (options.files.length === 0) throw usageError('Which files?', 'Name a task and then its files, or pass --map.')
    return [{ target: options.targetOrFile, paths: options.files }]
  }
  const place = makePlaceFile({ map: options.map, match: options.match })
  const named = [options.targetOrFile, ...options.files]
  const piped = named.includes('-') ? (await io.readInput()).split(/\r?\n/).filter((line) => line.trim() !== '') : []
  const files = named.flatMap((file) => (file === '-' ? piped : [file]))
  if (files.length === 0) throw nothingMatched('Standard input names no file.')
  return files.map((file) => {
    const target = place(file)
    if (target === undefined) throw usageError(`${file} is not like --match ${options.match}.`, 'Nothing was sent.')
    return { target, paths: [file] }
  })
}

function pickTask(records: readonly TaskRecord[], target: string): TaskRecord {
  const { matches } = parseTaskTarget(target)
  const found = records.filter(matches)
  const [record, second] = found
  if (record === undefined) throw nothingMatched(`There is no task "${target}".`)
  if (second !== undefined)
    throw usageError(
      `"${target}" names ${found.length} tasks: a revision is of one.`,
      'Name the stage, and the space where needed.',
    )
  return record
}

const revisionFields = ['files', 'path', 'taskId', 'revisionId', 'version', 'state', 'error'] as const

function toRow({ parcel, record, published, error }: Outcome) {
  return {
    files: parcel.paths,
    path: record?.path ?? parcel.target,
    taskId: record?.task.id ?? null,
    revisionId: published?.versionId ?? null,
    version: published?.versionNumber ?? null,
    state: error === undefined ? (published?.state ?? 'planned') : 'failed',
    error: error === undefined ? null : toFailureText(error),
  }
}

function describe(outcome: Outcome, progress: string): string {
  const { files, path, version, state, error } = toRow(outcome)
  return `[${progress}] ${files.join(', ')} → ${path}${version === null ? '' : ` v${version}`}: ${error ?? state}`
}

function placeOf({ project, space }: RevisionUploadOptions): TaskFilterOptions {
  return { ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
}
