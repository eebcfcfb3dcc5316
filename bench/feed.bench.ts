import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { FeedFilter } from '#core/feeds/filter.ts'
import type { Gateway, SessionStorage } from '#core/gateway/ports.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { activeFeedActions } from '#core/feeds/filter.ts'
import { loadTimeEntries } from '#core/timesheet/load-time-entries.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedHistory } from '#supabase/seed/history.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { compareTimes, type Comparison } from './compare.ts'

const bar = 1.5
const weekMs = 7 * 86_400_000
/** Half revisions, half comments; the revisions' times sum up to six million minutes. */
const entries = 100_000

const person = getPerson('Lucia')
const account = { email: person.email, password: demoPassword }
const everything = { showRevisions: true, showComments: true, activeStatusIds: [] }
const withPlace = `id,created_by,created_at,
  item_tasks(id,title,assignee_id,task_statuses(id,name,color),items(id,title,custom_slug,collections(name),spaces(name,custom_slug,projects(name,custom_slug))))`
const withNotification = 'id,viewed,viewed_at,created_at,notifications(*,notification_types(name))'

type Subject = { host: TestHost; gateway: Gateway; studioId: StudioId; userId: UserId }

/**
 * Measures the wait from opening a panel to its first page, as a member, through the host: the product's call with all
 * its checks and names, against a plain query to the same host for the same rows and names.
 */
export async function measure(): Promise<Comparison[]> {
  const results: Comparison[] = []
  for (const kind of ['postgres', 'pglite'] as const) {
    const host = await startTestHost({ database: kind })
    try {
      const studio = await seedLarge(host.database, { items: 2000, spaces: 10, stages: 5 })
      await seedHistory(host.database, studio, {
        revisions: entries / 2,
        comments: entries / 2,
        notifications: entries,
      })
      await host.database.execute('analyze')
      const gateway = await signIn(host)
      const [studioId, userId] = [toId<StudioId>(studio.studioId), toId<UserId>(studio.memberId)]
      results.push(...(await measureOn({ host, gateway, studioId, userId })))
      await gateway.close()
    } finally {
      await host.close()
    }
  }
  return results
}

async function measureOn(subject: Subject): Promise<Comparison[]> {
  const { host, gateway, studioId, userId } = subject
  const on = (text: string): string => `${text}, ${host.database.kind}`
  const peer = host.connect()
  const { error } = await peer.auth.signInWithPassword(account)
  if (error) throw error
  const [to, from] = [Date.now(), Date.now() - weekMs]
  const feed = (activeMemberIds: FeedFilter['activeMemberIds']) => async (): Promise<void> =>
    void (activeMemberIds === 'me'
      ? await gateway.feeds.loadNotifications({ studioId, after: undefined })
      : await gateway.feeds.loadStudioFeed({ studioId, after: undefined, actions: activeFeedActions(everything) }))
  const week = (ofWhom: { userId?: UserId }) => async (): Promise<void> =>
    void (await loadTimeEntries({ studioId, from, to, ...ofWhom }, { gateway }))
  const ask = async (query: PromiseLike<{ error: unknown }>): Promise<void> => {
    const answer = await query
    if (answer.error !== null) throw answer.error
  }
  const newest = (table: 'task_versions' | 'comments') =>
    peer.from(table).select(withPlace).eq('studio_id', studioId).order('created_at', { ascending: false }).limit(100)
  const weekOfRevisions = () =>
    peer
      .from('task_versions')
      .select(`${withPlace},comment,time_spent_minutes`)
      .eq('studio_id', studioId)
      .gte('created_at', new Date(from).toISOString())
      .lt('created_at', new Date(to).toISOString())
      .order('created_at')
      .limit(1000)
  return [
    await compareTimes({
      subject: on('first page of a studio feed of 100,000 entries'),
      peer: 'two nested queries for the newest revisions and comments through the same host',
      bar,
      ours: feed('studio'),
      theirs: async () =>
        void (await Promise.all([ask(newest('task_versions')), ask(newest('comments').eq('is_automatic', false))])),
    }),
    await compareTimes({
      subject: on('first page of 100,000 notifications'),
      peer: 'a nested query for the newest notifications and their kinds through the same host',
      bar,
      ours: feed('me'),
      theirs: async () =>
        await ask(
          peer
            .from('notification_recipients')
            .select(withNotification)
            .order('created_at', { ascending: false })
            .limit(50),
        ),
    }),
    await compareTimes({
      subject: on('a week of a studio’s timesheet of six million minutes'),
      peer: 'a nested query for the same revisions through the same host',
      bar,
      ours: week({}),
      theirs: async () => await ask(weekOfRevisions()),
    }),
    await compareTimes({
      subject: on('a week of a person’s timesheet'),
      peer: 'a nested query for the same revisions through the same host',
      bar,
      ours: week({ userId }),
      theirs: async () => await ask(weekOfRevisions().eq('created_by', userId)),
    }),
  ]
}

async function signIn(host: TestHost): Promise<Gateway> {
  const { publishableKey } = host.keys
  const gateway = makeGateway({ url: host.url, publishableKey, sessionStorage: makeStorage(), autoRefresh: false })
  await gateway.session.signInWithPassword(account)
  return gateway
}

function makeStorage(): SessionStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
