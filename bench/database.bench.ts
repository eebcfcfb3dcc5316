import type { Claims, Database } from '#supabase/local/queryable.ts'
import type { LargeStudio } from '#supabase/seed/large.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { Comparison } from './compare.ts'
import { compareTimes } from './compare.ts'

const bulk = 5000

/** Checks the database's promises on both databases, as a member of 100 spaces with 300,000 tasks. */
export async function measure(): Promise<Comparison[]> {
  const results: Comparison[] = []
  for (const kind of ['postgres', 'pglite'] as const) {
    const host = await startTestHost({ database: kind })
    try {
      const studio = await seedLarge(host.database, { items: 50_000, spaces: 100, stages: 6 })
      await host.database.execute('analyze')
      results.push(...(await measureOn(host, studio)))
    } finally {
      await host.close()
    }
  }
  return results
}

async function measureOn({ database }: TestHost, studio: LargeStudio): Promise<Comparison[]> {
  const member: Claims = { role: 'authenticated', sub: studio.memberId }
  const on = (text: string) => `${text}, ${database.kind}`
  return [
    await bulkStatus({ database, studio, member, subject: on('status of 5,000 tasks in one call') }),
    await pullSpace({ database, studio, member, subject: on('pull_space of 500 items and 3,000 tasks') }),
    await compareTimes({
      subject: on('count of 300,000 tasks with row rules'),
      peer: 'the same count without row rules',
      bar: 5,
      ours: () =>
        database.asUser(member, async (user) => void (await user.query('select count(*) from public.item_tasks'))),
      theirs: async () => void (await database.query('select count(*) from public.item_tasks')),
    }),
  ]
}

type Subject = { database: Database; studio: LargeStudio; member: Claims; subject: string }

/**
 * The floor: the same update on a copy of the table with its indexes and foreign keys, but without triggers, rules or
 * comments.
 */
async function bulkStatus({ database, studio, member, subject }: Subject): Promise<Comparison> {
  await database.execute(`
    create table private.bare_tasks (like public.item_tasks including all);
    insert into private.bare_tasks select * from public.item_tasks;
    alter table private.bare_tasks add foreign key (status_id) references public.task_statuses (id), add foreign key (item_id) references public.items (id),
      add foreign key (stage_id) references public.stages (id);
    analyze private.bare_tasks;`)
  const rows = await database.query<{ id: string }>(
    'select id from public.item_tasks where not is_disabled order by id limit $1',
    [bulk],
  )
  const ids = rows.map((row) => row.id)
  const [first, second] = studio.statusIds
  let turn = 0
  return compareTimes({
    subject,
    peer: 'the bare update of a copy without triggers and rules',
    bar: 2,
    ours: () =>
      database.asUser(member, async (user) => {
        await user.query('select public.set_tasks_status($1::uuid[], $2::uuid)', [
          ids,
          turn++ % 2 === 0 ? second : first,
        ])
      }),
    theirs: async () => {
      await database.query(
        'update private.bare_tasks set status_id = $2::uuid, updated_at = now() where id = any($1::uuid[])',
        [ids, turn % 2 === 0 ? second : first],
      )
    },
  })
}

/** The floor: the same columns and rows as `json_agg`, without checks. */
function pullSpace({ database, studio, member, subject }: Subject): Promise<Comparison> {
  const spaceId = studio.spaceIds[7]
  const aggregate = (columns: string, table: string) =>
    `(select json_agg(r) from (select ${columns} from public.${table} where space_id = '${spaceId}') as r)`
  const bare = `select json_build_object(
    'items', ${aggregate('id, collection_id, title, description, item_type_id, thumbnail_media_id, position, order_rank, custom_slug', 'items')},
    'item_tasks', ${aggregate('id, item_id, stage_id, status_id, assignee_id, due_date, priority, is_disabled', 'item_tasks')},
    'collections', ${aggregate('id, name, description, position, order_rank, is_default', 'collections')},
    'task_blocks', ${aggregate('id, task_id, assignee_id, start_date, duration, row_index', 'task_blocks')},
    'task_estimations', ${aggregate('task_id, estimated_hours', 'task_estimations')}) as answer`
  return compareTimes({
    subject,
    peer: 'bare json_agg of the same rows',
    bar: 1.5,
    rounds: 21,
    ours: () =>
      database.asUser(
        member,
        async (user) => void (await user.query('select public.pull_space($1::uuid, 0) as answer', [spaceId])),
      ),
    theirs: async () => void (await database.query(bare)),
  })
}
