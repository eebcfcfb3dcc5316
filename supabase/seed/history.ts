import type { Database } from '#supabase/local/queryable.ts'
import type { LargeStudio } from './large.ts'

export type HistorySize = {
  /** Each with its time, from 30 minutes to four hours; spread over the tasks in turn. */
  revisions: number
  comments: number
  /** Each sent to the studio's member. */
  notifications: number
}

const quietTables = ['task_versions', 'comments', 'notifications', 'notification_recipients']

/**
 * Gives a large studio a year of work: revisions, comments and notifications, spread evenly over the days; in one
 * transaction.
 */
export async function seedHistory(database: Database, studio: LargeStudio, size: HistorySize): Promise<void> {
  await database.transaction(async (transaction) => {
    const toggle = (verb: string): string =>
      quietTables.map((table) => `alter table public.${table} ${verb} trigger user;`).join('\n')
    await transaction.execute(toggle('disable'))
    // The planner has no statistics of rows just inserted, and takes them for few.
    await transaction.execute('set local enable_nestloop = off')
    const { studioId, memberId } = studio
    await transaction.query(tasksInTurn('revisions'), [studioId, size.revisions])
    await transaction.query(tasksInTurn('comments'), [studioId, size.comments])
    await transaction.query(notifications, [studioId, size.notifications, memberId])
    await transaction.execute(toggle('enable'))
  })
}

/** The n-th entry belongs to the n-th task, starting over after the last task. */
function tasksInTurn(kind: 'revisions' | 'comments'): string {
  // The turn is a column of its own, so that the two can be hash-joined rather than compared one by one.
  const turns = `
    with tasks as (
      select t.*, row_number() over (order by hashtext(t.id::text)) - 1 as place from public.item_tasks t where t.studio_id = $1::uuid
    ), places as (
      select n, n / c.count + 1 as turn, n % c.count as place, c.count, now() - n * (interval '365 days' / $2::integer) as happened
      from generate_series(0::bigint, $2::bigint - 1) as n cross join (select count(*) from tasks) as c
    ), turns as (
      select t.*, p.n, p.turn, p.count, p.happened, abs(hashtext(t.id::text || p.n)) as draw from places p join tasks t on t.place = p.place
    )`
  const shared = 'task_id, space_id, studio_id, project_id, created_by, created_at, updated_at, rev'
  const values = 't.id, t.space_id, t.studio_id, t.project_id, t.assignee_id, t.happened, t.happened, 1'
  return kind === 'revisions'
    ? `${turns} insert into public.task_versions (${shared}, version_number, comment, time_spent, is_current)
       select ${values}, t.turn, 'Version ' || t.turn || ' of ' || t.title, (t.draw % 4) || 'h 30m', t.n >= $2::integer - t.count from turns t`
    : `${turns} insert into public.comments (${shared}, content)
       select ${values}, 'Remark ' || t.n || ': the timing of the second half can breathe a little more.' from turns t`
}

const notifications = `
  with told as (
    insert into public.notifications (notification_type_id, studio_id, project_id, actor_id, target_type, target_id, created_at)
    select (select id from public.notification_types order by id limit 1), c.studio_id, c.project_id, c.created_by, 'comment', c.id, c.created_at
    from public.comments c where c.studio_id = $1::uuid order by c.created_at desc limit $2::integer
    returning id, studio_id, project_id, created_at
  )
  insert into public.notification_recipients (notification_id, user_id, studio_id, project_id, viewed, created_at)
  select t.id, $3::uuid, t.studio_id, t.project_id, random() < 0.9, t.created_at from told t`
