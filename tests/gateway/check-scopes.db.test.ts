import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { sumRows } from '#core/schema/row-sum.ts'
import type { Scope } from '#core/schema/scope.ts'
import { type TableName, tableNames } from '#core/schema/tables.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

// The demo studio: comments with drawings, films, boards, a timeline, and values that two languages may format
// differently.
let host: TestHost
let gateway: Gateway
let scopes: readonly Scope[]

beforeAll(async () => {
  host = await startTestHost({ demo: true, database: 'postgres' })
  const values = new Map<string, string>()
  gateway = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    autoRefresh: false,
    sessionStorage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    },
  })
  await gateway.session.signInWithPassword({ email: getPerson('Mei').email, password: demoPassword })
  await host.database.execute(`
    update public.items set external_ids = '{"zeta": "ä \\"q\\" \\\\ ", "alpha": "½\\n"}', order_rank = 1500.2500
      where id in (select id from public.items order by id limit 40);
    update public.canvas_items set x = 1e-7, y = 123456789012345680000, rotation = -0.5
      where id in (select id from public.canvas_items order by id limit 3);
    update public.comments set metadata = metadata || '{"draft": {"n": 1.50, "list": [1, null, true, "é"]}}'
      where id in (select id from public.comments order by id limit 40);
    insert into public.field_definitions (studio_id, key, name, kind, options, place_ids)
      select s.id, 'lens', 'Lens', 'choices', '[{"id": "a", "name": "35 mm", "color": "#aabbcc"}]', array[p.id]
      from public.studios s join public.projects p on p.studio_id = s.id order by p.id limit 1;
    update public.items i set fields = '{"lens": ["a"]}'
      from public.field_definitions d where d.place_ids[1] = i.project_id;
    insert into public.member_days_off (studio_id, user_id, day)
      select m.studio_id, m.user_id, '2026-12-24' from public.studio_members m order by m.user_id limit 2;
    insert into public.space_views (space_id, name, form) select id, 'Late shots', '{"sort": []}' from public.spaces;
    insert into public.project_views (project_id, name, form) select id, 'Late tasks', '{"sort": []}' from public.projects;
    insert into public.studio_stage_presets (studio_id, name) select id, 'Feature' from public.studios;
    insert into public.studio_stage_preset_items (studio_id, preset_id, stage_id)
      select p.studio_id, p.id, g.id from public.studio_stage_presets p join public.stages g using (studio_id)
      on conflict do nothing;
    insert into public.studio_status_presets (studio_id, name) select id, 'Feature' from public.studios;
    insert into public.studio_status_preset_items (studio_id, preset_id, status_id)
      select p.studio_id, p.id, t.id from public.studio_status_presets p join public.task_statuses t using (studio_id)
      on conflict do nothing;`)
  const [shot] = await host.database.query<{ project_id: string; id: string }>(
    `select project_id, id from public.item_tasks where not is_disabled order by id limit 1`,
  )
  await gateway.call('start_review', {
    p_session_id: crypto.randomUUID(),
    p_project_id: shot?.project_id,
    p_name: 'Dailies',
    p_kind: 'dailies',
    p_day: '2026-12-01',
    p_entries: [{ id: crypto.randomUUID(), task_id: shot?.id, order_rank: 1000.5 }],
  })
  const list = async (sql: string): Promise<string[]> =>
    (await host.database.query<{ scope: string }>(sql)).map(({ scope }) => scope)
  const found = [
    ...(await list(
      `select 'studio:' || id as scope from public.studios union select 'timeline:' || id from public.studios`,
    )),
    ...(await list(`select 'space:' || id as scope from public.spaces order by 1 limit 4`)),
    ...(await list(`
      select 'item:' || t.item_id as scope from public.item_tasks t join public.comments c on c.task_id = t.id
      group by t.item_id order by count(*) desc limit 8`)),
    ...(await list(`select 'board:' || project_id as scope from public.boards`)),
    ...(await list(`select 'review:' || session_id as scope from public.review_entries`)),
    ...(await list(`select distinct 'casting:' || project_id as scope from public.item_links`)),
  ]
  // A scope is a kind and an id.
  scopes = found as Scope[]
})
afterAll(async () => {
  await gateway.close()
  await host.close()
})

test('client and server compute the same sums for every kind of scope, and any changed column changes them', async () => {
  const compared = new Set<TableName>()
  for (const scope of scopes) {
    const { rev, tables } = await gateway.pull({ scope, since: 0 })
    const server = await gateway.check({ scope })
    expect(server.rev).toBe(rev)
    expect(Object.keys(server.tables).toSorted()).toEqual(Object.keys(tables).toSorted())
    for (const table of tableNames) {
      const [there, rows] = [server.tables[table], tables[table]]
      if (there === undefined || rows === undefined) continue
      const { columns, count, sum } = there
      const here = sumRows(table, rows, columns)
      expect({ scope, table, ...here }).toEqual({ scope, table, columns, count, sum })
      if (rows.length === 0) continue
      compared.add(table)
      const [first, ...rest] = rows
      for (const field of Object.keys(first ?? {}))
        expect(sumRows(table, [{ ...first, [field]: 'something else' }, ...rest], columns)?.sum).not.toBe(sum)
    }
  }

  expect(tableNames.filter((table) => !compared.has(table))).toEqual([])
})

test('nobody gets sums of a scope closed to them or of an unknown kind', async () => {
  const stranger = await host.admin.createUser()
  for (const scope of scopes) {
    const [kind, id] = scope.split(':')
    const { error } = await stranger.client.rpc('check_scope', { p_scope_kind: kind, p_scope_id: id })
    expect(error?.code).toBe('P0002')
  }
  const studioId = toId<StudioId>(scopes[0]?.split(':')[1] ?? '')
  for (const kind of ['rows', 'space(uuid)', '', 'pull_studio'])
    expect((await stranger.client.rpc('check_scope', { p_scope_kind: kind, p_scope_id: studioId })).error?.code).toBe(
      '22023',
    )
})
