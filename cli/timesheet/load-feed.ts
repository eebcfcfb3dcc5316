import * as v from 'valibot'
import type { Gateway } from '#core/gateway/ports.ts'
import { CliError } from '../cli-error.ts'

const entryShape = v.object({
  id: v.string(),
  action: v.picklist(['REVISION_ADD', 'COMMENT_ADD']),
  actor_id: v.nullable(v.string()),
  actor_name: v.string(),
  created_at: v.string(),
  version_number: v.nullable(v.number()),
  task_id: v.string(),
  task_name: v.string(),
  item_id: v.string(),
  item_name: v.string(),
  project_name: v.string(),
  space_name: v.string(),
  collection_name: v.string(),
  status_name: v.string(),
  url: v.string(),
})

/** One entry of the studio's feed. */
export type FeedEntry = v.InferOutput<typeof entryShape>

export type FeedAction = FeedEntry['action']

type Request = {
  readonly studioId: string
  readonly actions: readonly FeedAction[]
  /** Only entries before this moment. */
  readonly before?: string
  /** Only entries at or after it. */
  readonly since?: string
  readonly limit?: number
  /** Only entries of tasks for which it returns true. */
  readonly isOfTask?: (taskId: string) => boolean
}

const pageSize = 100

/** Loads entries newest first, page by page, up to the limit or moment. */
export async function loadFeed(gateway: Gateway, request: Request): Promise<readonly FeedEntry[]> {
  const { studioId, actions, before, since, limit = Number.POSITIVE_INFINITY, isOfTask = () => true } = request
  const entries: FeedEntry[] = []
  let after: { p_after_time?: string; p_after_id?: string } =
    before === undefined ? {} : { p_after_time: before, p_after_id: firstId }
  for (;;) {
    const p_limit = Math.min(pageSize, limit - entries.length)
    const page = await loadPage(gateway, { p_studio_id: studioId, p_actions: actions, p_limit, ...after })
    const wanted =
      since === undefined ? page : page.filter((entry) => Date.parse(entry.created_at) >= Date.parse(since))
    entries.push(...wanted.filter((entry) => isOfTask(entry.task_id)))
    const last = page.at(-1)
    if (last === undefined || page.length < p_limit || wanted.length < page.length || entries.length >= limit)
      return entries
    after = { p_after_time: last.created_at, p_after_id: last.id }
  }
}

// With the lowest id, entries of that very moment are not skipped.
const firstId = '00000000-0000-0000-0000-000000000000'

async function loadPage(gateway: Gateway, args: Readonly<Record<string, unknown>>): Promise<readonly FeedEntry[]> {
  const page = v.safeParse(v.array(entryShape), await gateway.call('list_studio_feed', args))
  if (!page.success)
    throw new CliError('failure', 'The server’s feed could not be read.', 'Is studio-cli up to date with the host?')
  return page.output
}
