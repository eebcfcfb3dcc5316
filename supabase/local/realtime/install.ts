import type { Database } from '../queryable.ts'
import { readFile } from 'node:fs/promises'

/** Creates the schema `realtime` with what migrations may use of it. Runs before them, at every start. */
export async function installRealtime(database: Pick<Database, 'transaction'>): Promise<void> {
  const sql = await readFile(new URL('realtime.sql', import.meta.url), 'utf8')
  await database.transaction((transaction) => transaction.execute(sql))
}

/** Feeds the changes of the tables in the publication `supabase_realtime` to subscribers. Runs after the migrations. */
export async function watchPublication(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction((transaction) => transaction.execute('select realtime.watch_publication()'))
}

/** The tables whose rows decide who may join a private channel. */
const rightsTables = ['studio_members', 'role_permissions', 'project_role_access']

/** Rechecks the rights of all connected clients when they may have changed. Runs after the migrations. */
export async function watchRights(database: Pick<Database, 'query'>): Promise<void> {
  await database.query('select realtime.watch_rights(name) from unnest($1::text[]) as name', [rightsTables])
}
