import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TableName } from '#core/schema/tables.ts'
import { columnsOf, tables } from '#core/schema/tables.ts'
import { aStudio, aTask, call } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

type Pull = { tables: Record<string, Record<string, unknown[]>> }

let host: TestHost
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host?.close())

/** Columns that only other clients read. */
const readElsewhere = ['comments.is_automatic']

/** Returns every pull of a studio with a task in it, and its tables' columns as `table.column`. */
async function pullEverything() {
  const studio = await aStudio(host)
  const { project, space, item } = await aTask(studio)
  const sessionId = crypto.randomUUID()
  const review = { p_session_id: sessionId, p_project_id: project.id, p_name: 'Dailies', p_kind: 'dailies' }
  await call(studio.owner.client, 'start_review', { ...review, p_day: '2026-11-23' })
  const pull = async (name: string, args: object): Promise<Pull> => await call(studio.owner.client, name, args)
  const pulls = [
    await pull('pull_studio', { p_studio_id: studio.id }),
    await pull('pull_space', { p_space_id: space.id }),
    await pull('pull_item', { p_item_id: item.id }),
    await pull('pull_timeline', { p_studio_id: studio.id }),
    await pull('pull_board', { p_owner_id: project.id }),
    await pull('pull_review', { p_session_id: sessionId }),
    await pull('pull_casting', { p_project_id: project.id }),
  ]
  return pulls.map((answer) =>
    Object.entries(answer.tables).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    ),
  )
}

test('the pulls return exactly the columns that the app reads', async () => {
  const brought = new Set((await pullEverything()).flat())

  const read = new Set(
    Object.keys(tables).flatMap((table) =>
      // The keys of `tables` are table names.
      columnsOf(table as TableName).map(({ column }) => `${table}.${column}`),
    ),
  )
  const missing = [...read]
    .filter((name) => !brought.has(name))
    .map((name) => {
      const [table, column] = name.split('.')
      return `No pull brings ${name}: insert into private.pulled_columns (table_name, column_name) values ('${table}', '${column}');`
    })
  const unread = [...brought]
    .filter((name) => !read.has(name) && !readElsewhere.includes(name))
    .map((name) => `Nobody reads ${name}: add its field to core/schema, or take its row out of private.pulled_columns`)

  expect([...missing, ...unread]).toEqual([])
})

test('every listed column is returned by a pull', async () => {
  const listed = await host.database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from private.pulled_columns order by table_name, place`,
  )
  const brought = new Set((await pullEverything()).flat())

  expect(listed.length).toBeGreaterThan(150)
  expect(listed.filter(({ name }) => !brought.has(name))).toEqual([])
})

test('a column is added to a pull with one row', async () => {
  const studio = await aStudio(host)
  const { space, item } = await aTask(studio)
  const pull = async (): Promise<Pull> => await call(studio.owner.client, 'pull_space', { p_space_id: space.id })
  const before = await pull()

  await host.database.execute(`
    alter table public.items add column weight integer not null default 3;
    insert into private.pulled_columns (table_name, column_name) values ('items', 'weight');`)
  const during = await pull()
  await host.database.execute(`
    delete from private.pulled_columns where table_name = 'items' and column_name = 'weight';
    alter table public.items drop column weight;`)
  const after = await pull()

  expect(during.tables['items']).toEqual({ ...before.tables['items'], weight: [3] })
  expect(during.tables['items']?.['id']).toEqual([item.id])
  expect(after).toEqual(before)
})

test('a pull’s columns are included in the check, added ones too', async () => {
  const studio = await aStudio(host)
  const { space } = await aTask(studio)
  const check = async (): Promise<{ tables: Record<string, { columns: string[]; count: number; sum: number }> }> =>
    await call(studio.owner.client, 'check_scope', { p_scope_kind: 'space', p_scope_id: space.id })
  const before = (await check()).tables['items']

  await host.database.execute(`
    alter table public.items add column weight integer not null default 3;
    insert into private.pulled_columns (table_name, column_name) values ('items', 'weight');`)
  const during = (await check()).tables['items']
  await host.database.execute(`
    delete from private.pulled_columns where table_name = 'items' and column_name = 'weight';
    alter table public.items drop column weight;`)

  expect(during?.columns).toEqual([...(before?.columns ?? []), 'weight'])
  expect([during?.count, during?.sum === before?.sum]).toEqual([before?.count, false])
  expect((await check()).tables['items']).toEqual(before)
})

test('a table without listed columns is refused, and the pulls stay unchanged', async () => {
  const studio = await aStudio(host)
  const { space } = await aTask(studio)
  const pull = async (): Promise<Pull> => await call(studio.owner.client, 'pull_space', { p_space_id: space.id })
  const before = await pull()

  const emptying = host.database.execute(`delete from private.pulled_columns where table_name = 'collections'`)

  await expect(emptying).rejects.toThrow('private.pulled_columns has no column for {collections}')
  expect(await pull()).toEqual(before)
})
