import type { Place, RevisionPlan } from '#cli/publish/parcel.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import path from 'node:path'
import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { formatTimeSpent, parseTimeSpent } from '#core/timesheet/time-spent.ts'
import { toSequenceDetails } from '#core/revisions/sequence-details.ts'
import { newId, type OperationId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { trimJournal, saveEntries, type JournalEntry } from '#cli/change/journal.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, toExitCode } from '#cli/exit-code.ts'
import { makeContentId } from '#cli/publish/content-ids.ts'
import { listParcels, type Parcel } from '#cli/publish/list-parcels.ts'
import { postAll, prepareAll, sendOne, type Published, type ReadPlan } from '#cli/publish/publish-revisions.ts'
import { cutIntoParts, makePool, runPipeline } from '#cli/publish/pipeline.ts'
import { makeUnshownReporter } from '#cli/publish/report-unshown.ts'
import { readAhead, readPlans } from '#cli/publish/read-plans.ts'
import { forgetUnfinished, openPlaces, saveUnfinished, type UploadPlaces } from '#cli/publish/unfinished.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces, openSpaces, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { makeTaskIndex } from '#cli/select/task-index.ts'
import { listTaskRecords, type TaskRecord } from '#cli/select/task-record.ts'
import { parseTaskTarget } from '#cli/select/task-target.ts'
import { defineVerb, flag, flagOf } from '#cli/define-verb.ts'

export type RevisionUploadOptions = Pick<TaskFilterOptions, 'project' | 'space'> & {
  readonly targetOrFile: string
  readonly files: readonly string[]
  readonly time?: string
  readonly status?: string
  readonly message?: string
  readonly map?: string
  readonly match?: string
  readonly concurrency: number
  readonly rate?: string
  readonly firstFrame?: string
  readonly lower?: boolean
  readonly new?: boolean
  readonly dryRun?: boolean
}

type Job = { readonly parcel: Parcel } & ({ readonly plan: RevisionPlan } | { readonly error: unknown })

/** The outcome of a job; a dry run has none. */
type Outcome = { readonly parcel: Parcel; readonly plan: RevisionPlan | undefined; readonly published?: Published }

/** Revisions that arrive within this time are posted together. */
const gatherMs = 1000

export const verb = defineVerb({
  arguments: '<target-or-file> [files...]',
  summary:
    'post a revision with files, or one per file with --map. Run it again to send what is missing; nothing is posted twice',
  options: [
    flagOf('--time <duration>', 'create_revision.p_time_spent'),
    flag('--status <name>', 'also set this status'),
    flag('-m, --message <text>', 'note; @name mentions somebody'),
    flag('--map <target>', "post each file as a revision of its own: '{name}:anim'; - reads files from standard input"),
    flag(
      '--match <template>',
      "how file names contain the placeholders of --map: '{item}_{stage}_v{version}.mov'; {version} numbers the revision; frames as {frame}, #### or %04d become one",
    ),
    flag('--concurrency <count>', 'how many files are sent at once', { as: 'number', default: 4 }),
    flag('--rate <fps>', 'frame rate of the film made of numbered pictures or a ZIP of them: 24, 23.976, 24000/1001'),
    flag('--first-frame <number>', 'number of its first frame, if not the first picture’s'),
    flag('--lower', 'also post a version lower than the newest, if files number versions'),
    flag('--new', 'post again even if the same content was posted before'),
    flag('-n, --dry-run', 'show what would be posted and post nothing'),
  ],
  examples: [
    "revision upload sq010/sh0040:anim sh0040.mov --time 2h30m --status WFA -m 'blocking pass'",
    "revision upload --map '{item}:{stage}' --match '{item}_{stage}_v*.mov' --time 10m out/*.mov",
    "revision upload --map '{item}:comp' --match '{item}_v{version}.####.png' --time 10m -m 'v{version}' frames/*.png",
    "revision upload --map '{name}:anim' --time 10m --ndjson - < files.txt",
    'revision upload sq010/sh0040:comp comp/sh0040.*.png --rate 25 --first-frame 1001 --time 1h',
  ],
  /** Posts revisions independently: a failure does not hold up the others. */
  run: async (options: RevisionUploadOptions, context) => {
    const timeSpent = readTime(options)
    if (!Number.isInteger(options.concurrency) || options.concurrency < 1)
      throw usageError('--concurrency must be a whole number above 0.')
    const message = options.message === '-' ? (await context.io.readInput()).trim() : (options.message ?? '')
    const parcels = await listParcels(options, message, context.io)
    const readFile = readAhead(parcels.slice(0, options.concurrency).flatMap(({ paths }) => paths))
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    // Open the spaces once for all files.
    const targets = parcels.map(({ target }) => parseTaskTarget(target))
    const spaces = await openSpaces({ client, studio }, listSpaces(studio, placeOf(options), targets))
    const findTasks = makeTaskIndex(spaces.flatMap((space) => listTaskRecords(studio, space)))
    const statusId = options.status === undefined ? undefined : pickStatus(studio, options.status).id
    const people = listMentionable(studio)
    const jobs = parcels.map((parcel): Job => {
      try {
        const record = pickTask(findTasks(parseTaskTarget(parcel.target)), parcel.target)
        const mentions = mentionedUserIds(parseComment(parcel.message, people))
        const projectId = studio.replica.find('spaces', record.space.spaceId)?.projectId
        if (projectId === undefined) throw nothingMatched(`There is no task "${parcel.target}".`)
        const { paths, message: comment, version: versionNumber } = parcel
        const details = readWishes(paths, options)
        const plan = { record, projectId, paths, comment, timeSpent, statusId, mentions, versionNumber, details }
        return { parcel, plan: { ...plan, mayBeLower: options.lower === true } }
      } catch (error) {
        return { parcel, error }
      }
    })
    const asked = { ...options, message }
    const unfinished = options.dryRun === true || options.new === true ? undefined : describeUnfinished(asked, parcels)
    const id = await begin(unfinished, { context, userId: client.userId, studioId: studio.studioId })
    const tellWayOn = () => context.say(`Interrupted. Resume with: studio-cli upload resume ${id ?? ''}`)
    // Must run before the listener that ends the process.
    if (id !== undefined) process.prependOnceListener('SIGINT', tellWayOn)
    const places = id === undefined ? undefined : await openPlaces(context.io, id)
    const { outcomes, operations } = await publish(jobs, options, { context, client, readFile, places })
    await places?.settle()
    process.off('SIGINT', tellWayOn)
    context.print({
      rows: outcomes.map(toRow),
      fields: revisionFields,
      columns: ['files', 'path', 'version', 'state', 'error'],
    })
    const [operation] = operations
    // With several, each is an operation of its own, listed by studio-cli operation list.
    if (operation !== undefined && operations.length === 1) context.say(`Undo with: studio-cli undo ${operation}`)
    const failures = outcomes.filter((outcome) => errorOf(outcome) !== undefined)
    const [first] = failures
    if (first === undefined) {
      if (id !== undefined) await forgetUnfinished(context.io, id)
      return exitCodes.done
    }
    return failures.length < outcomes.length ? exitCodes.partlyDone : toExitCode(errorOf(first))
  },
})

/** Returns what `upload resume` repeats. A forced second revision is excluded: each resume would post it again. */
function describeUnfinished(options: RevisionUploadOptions, parcels: readonly Parcel[]) {
  const { targetOrFile, project, space, time, status, message, map, match, concurrency } = options
  const { rate, firstFrame, lower } = options
  const kept = { project, space, time, status, message, map, match, concurrency, rate, firstFrame, lower }
  const values = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const files = parcels.flatMap(({ paths }) => paths.map((file) => path.resolve(file)))
  return { target: map ?? targetOrFile, files, options: Object.fromEntries(values) }
}

/** Records the upload before it starts; the same request gets the same id. */
async function begin(
  asked: ReturnType<typeof describeUnfinished> | undefined,
  { context, userId, studioId }: { readonly context: Context; readonly userId: string; readonly studioId: string },
): Promise<string | undefined> {
  if (asked === undefined) return undefined
  const { url: host } = await context.loadHost()
  const id = makeContentId<OperationId>('publish', host, userId, JSON.stringify(asked))
  const at = new Date(context.clock.now()).toISOString()
  return (await saveUnfinished(context.io, { id, at, host, userId, studioId, ...asked })) ? id : undefined
}

type Means = {
  readonly context: Context
  readonly client: StudioClient
  readonly readFile: ReturnType<typeof readAhead>
  readonly places: UploadPlaces | undefined
}

async function publish(
  jobs: readonly Job[],
  options: RevisionUploadOptions,
  { context, client, readFile, places }: Means,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly operations: readonly string[] }> {
  const { url, supabaseUrl } = await context.loadHost()
  const files = jobs.reduce((sum, { parcel }) => sum + parcel.paths.length, 0)
  let count = 0
  const place: Place = {
    gateway: await context.loadGateway(),
    userId: client.userId,
    serverUrl: supabaseUrl,
    salt: options.new === true ? newId() : '',
    pool: makePool(options.concurrency),
    sent: new Map(),
    ...(places && { places }),
    onSent: (file) => context.say(`sent ${(count += 1)}/${files} ${file}`),
  }
  let isRemembered = true
  const outcomes: Outcome[] = []
  const operations: string[] = []
  const settle = async (some: readonly Job[], published: readonly (Published | undefined)[]): Promise<void> => {
    const settled = some.map((job, at): Outcome => {
      const own = published[at]
      return { parcel: job.parcel, plan: 'plan' in job ? job.plan : undefined, ...(own && { published: own }) }
    })
    const entries = settled.flatMap((outcome) => toEntries(outcome, { host: url, userId: client.userId }))
    isRemembered = isRemembered && (await saveEntries(context.io, entries))
    if (isRemembered) operations.push(...entries.map(({ id }) => id))
    for (const outcome of settled) {
      outcomes.push(outcome)
      context.say(describe(outcome, `${outcomes.length}/${jobs.length}`))
    }
  }
  const parts = cutIntoParts(jobs, options.concurrency)
  if (options.dryRun === true) {
    for (const part of parts) await settle(part, (await readPlans(part, readFile)).map(toPlanned))
    return { outcomes, operations }
  }
  const tellUnshown = makeUnshownReporter(place.gateway, context.say)
  await runPipeline(parts, {
    prepare: async (part) => {
      const read = await readPlans(part, readFile)
      await tellUnshown(read)
      return await prepareAll(place, read)
    },
    send: async (ready) => await sendOne(place, ready),
    finish: async (sent, some) => await settle(some, await postAll(place, sent)),
    gatherMs,
  })
  await trimJournal(context.io)
  return { outcomes, operations }
}

/** In a dry run, reports only what is wrong with a revision. */
function toPlanned(read: ReadPlan): Published | undefined {
  return 'error' in read ? { state: 'failed', error: read.error } : undefined
}

/** Reads the rate and first frame of numbered pictures, keyed by the path that stands for each sequence. */
function readWishes(paths: readonly string[], { rate = '', firstFrame = '' }: RevisionUploadOptions) {
  const names = new Map(paths.map((each) => [path.basename(each), each]))
  const details = toSequenceDetails([...names.keys()], { rate, firstFrame })
  if (!details.ok) throw usageError(details.error.message)
  if (details.value.size === 0 && rate + firstFrame !== '')
    throw usageError(
      '--rate and --first-frame are for numbered pictures, five or more of one name, or a ZIP of them.',
      'A film keeps its own.',
    )
  return new Map([...details.value].map(([name, said]) => [names.get(name) ?? name, said]))
}

function readTime({ time }: RevisionUploadOptions): string {
  const minutes = parseTimeSpent(time ?? '')
  if (time === undefined) throw usageError(messages['time-spent-missing'], 'Pass --time, such as --time 2h30m.')
  if (minutes === undefined || minutes === 0)
    throw usageError(messages['time-spent-malformed'], 'Pass --time, such as --time 2h30m.')
  return formatTimeSpent(minutes)
}

type Where = { readonly host: string; readonly userId: string }

/** Returns the journal entries a later undo needs. */
function toEntries({ plan, published }: Outcome, where: Where): readonly JournalEntry[] {
  if (plan === undefined || published?.state !== 'posted') return []
  const { space, task, path } = plan.record
  const { versionId: id, commentId } = published
  const effect = { kind: 'revision', spaceId: space.spaceId, itemId: task.itemId, id, commentId } as const
  const [at, label] = [new Date().toISOString(), `Post revision of ${path}`]
  return [{ id: newId(), at, label, ...where, studioId: space.studioId, effect }]
}

/** Finds the one task that a target names. */
function pickTask(found: readonly TaskRecord[], target: string): TaskRecord {
  const [record, second] = found
  if (record === undefined) throw nothingMatched(`There is no task "${target}".`)
  if (second !== undefined)
    throw usageError(
      `"${target}" names ${found.length} tasks; a revision belongs to one. They are ${listPaths(found)}.`,
      'Add the stage, and the space if needed.',
    )
  return record
}

const mostPaths = 3

function listPaths(found: readonly TaskRecord[]): string {
  const paths = found.slice(0, mostPaths).map((record) => record.path)
  return paths.join(', ') + (found.length > mostPaths ? ', …' : '')
}

const revisionFields = ['files', 'path', 'taskId', 'revisionId', 'version', 'state', 'error'] as const

function toRow(outcome: Outcome) {
  const { parcel, plan, published } = outcome
  const error = errorOf(outcome)
  const there = published === undefined || published.state === 'failed' ? undefined : published
  return {
    files: parcel.paths,
    path: plan?.record.path ?? parcel.target,
    taskId: plan?.record.task.id ?? null,
    revisionId: there?.versionId ?? null,
    version: there?.versionNumber ?? plan?.versionNumber ?? null,
    state: error === undefined ? (there?.state ?? 'planned') : 'failed',
    error: error === undefined ? null : toMessage(error),
  }
}

function errorOf({ published }: Outcome): unknown {
  return published?.state === 'failed' ? published.error : undefined
}

function describe(outcome: Outcome, progress: string): string {
  const { files, path, version, state, error } = toRow(outcome)
  return `[${progress}] ${files.join(', ')} → ${path}${version === null ? '' : ` v${version}`}: ${error ?? state}`
}

function placeOf({ project, space }: RevisionUploadOptions): TaskFilterOptions {
  return { ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
}

function toMessage(error: unknown): string {
  if (error instanceof Error && error.message.includes('is lower than the newest'))
    return `${error.message}: pass --lower to post it anyway`
  return error instanceof Error ? error.message : 'Failed for an unknown reason.'
}
