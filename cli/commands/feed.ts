import { AppError } from '#core/lib/errors.ts'
import { usageError } from '#cli/cli-error.ts'
import { nothing } from '#cli/local-context.ts'
import { formatListing } from '#cli/output.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import type { Context } from '#cli/context.ts'
import { findStudio, loadStudio } from '#cli/select/load-studio.ts'
import { makeTaskTest, whereFlag } from '#cli/select/wanted-tasks.ts'
import { loadFeed, type FeedAction, type FeedEntry } from '#cli/timesheet/load-feed.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type FeedOptions = GlobalOptions & {
  readonly actions?: string
  readonly limit: number
  readonly watch?: boolean
  readonly interval: number
  readonly where?: readonly string[]
}

const actionNames: Readonly<Record<string, FeedAction>> = { revision: 'REVISION_ADD', comment: 'COMMENT_ADD' }

export const verb = defineVerb({
  summary: 'print the studio feed, oldest first',
  options: [
    flag('--actions <names>', 'revision, comment, or both separated by a comma'),
    whereFlag,
    flag('--limit <count>', 'show at most this many', { as: 'number', default: 50 }),
    flag('--watch', 'keep printing new entries'),
    flag('--interval <seconds>', 'how often --watch checks', { as: 'number', default: 5 }),
  ],
  examples: ['feed --limit 20', 'feed --watch --ndjson --actions revision', "feed --where 'stage=anim done=no'"],
  /** Prints the feed, oldest first; with `--watch` it continues until it is stopped. */
  run: async (options: FeedOptions, context) => {
    const { limit, interval, watch } = options
    if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit must be a whole number above 0.')
    if (!(interval >= 1)) throw usageError('--interval must be at least one second.')
    if (watch === true && (options.json !== undefined || options.csv === true))
      throw usageError('--watch prints one line at a time.', 'Use --ndjson or --plain.')
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const request = { studioId: studio.id, actions: parseActions(options.actions) }
    const { url } = await context.loadHost()
    const print = (entries: readonly FeedEntry[]): void => {
      const format = watch === true && options.ndjson !== true ? { ...options, plain: true } : options
      context.io.out(
        formatListing({ rows: entries.map((entry) => toRow(entry, url)), fields, columns }, format, context.io),
      )
    }
    const isOfTask = await loadTaskTest(options, context)
    const first = (await loadFeed(gateway, { ...request, isOfTask, limit })).toReversed()
    print(first)
    if (watch !== true) {
      if (first.length === 0) context.say(nothing)
      return
    }

    const seen = new Set(first.map(({ id }) => id))
    // If there are no entries yet, every later one is new: this machine's clock may be ahead of the server's.
    let newest = first.at(-1)?.created_at
    let isLost = false
    for (;;) {
      await new Promise<void>((resolve) => context.clock.after(interval * 1000, resolve))
      try {
        const all = await loadFeed(gateway, { ...request, ...(newest !== undefined && { since: newest }) })
        const news = all.filter(({ id }) => !seen.has(id)).toReversed()
        // New entries may change which tasks match, so query again, but only then.
        const isWanted = news.length === 0 ? () => true : await loadTaskTest(options, context)
        for (const { id } of news) seen.add(id)
        newest = news.at(-1)?.created_at ?? newest
        print(news.filter((entry) => isWanted(entry.task_id)))
        if (isLost) context.say('The server is back; nothing was missed.')
        isLost = false
      } catch (error) {
        // Keep watching through a restart of the host.
        if (!(error instanceof AppError) || !error.retryable) throw error
        if (!isLost) context.say('The server does not answer; retrying.')
        isLost = true
      }
    }
  },
})

/** Returns whether a task matches `--where`. Keeps nothing that was loaded for it. */
async function loadTaskTest(options: FeedOptions, context: Context): Promise<(taskId: string) => boolean> {
  if (options.where === undefined) return () => true
  const client = await context.openClient()
  try {
    return await makeTaskTest({ client, studio: await loadStudio(client, context) }, options)
  } finally {
    await context.closeClient(client)
  }
}

const fields = ['at', 'action', 'actor', 'project', 'space', 'collection', 'item', 'stage', 'version', 'status', 'url', 'id', 'taskId', 'itemId', 'actorId'] as const // prettier-ignore

const columns = ['at', 'action', 'actor', 'project', 'item', 'stage', 'version', 'status'] as const

function toRow(entry: FeedEntry, host: string) {
  return {
    at: new Date(entry.created_at).toISOString(),
    action: entry.action,
    actor: entry.actor_name,
    project: entry.project_name,
    space: entry.space_name,
    collection: entry.collection_name,
    item: entry.item_name,
    stage: entry.task_name,
    version: entry.version_number,
    status: entry.status_name,
    url: `${host}${entry.url}`,
    id: entry.id,
    taskId: entry.task_id,
    itemId: entry.item_id,
    actorId: entry.actor_id,
  }
}

function parseActions(text = 'revision,comment'): readonly FeedAction[] {
  return text.split(',').map((name) => {
    const key = name.trim()
    const action =
      actionNames[key.toLowerCase()] ?? Object.values(actionNames).find((each) => each === key.toUpperCase())
    if (action === undefined) throw usageError(`There is no action "${name}".`, 'The actions are revision and comment.')
    return action
  })
}
