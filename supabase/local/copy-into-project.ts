import type { ReservedSql, Sql } from 'postgres'
import { copyTables, type CopySource, type Counts, findDifference } from './copy-database.ts'
import { HostError } from './host-error.ts'
import { inTransaction } from './postgres.ts'

// A Supabase project has its own schemas for accounts and files, which belong to its services: a few rows of accounts
// are written, as the service writes them; files are sent through the storage service.

/** The columns of an account that are the same everywhere. Sessions and confirmation tokens are left behind. */
const kept: Record<string, readonly string[]> = {
  'auth.users': [
    'id',
    'aud',
    'role',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'raw_app_meta_data',
    'raw_user_meta_data',
    'banned_until',
    'is_sso_user',
    'is_anonymous',
    'last_sign_in_at',
    'created_at',
    'updated_at',
  ],
  'auth.identities': [
    'id',
    'provider',
    'provider_id',
    'user_id',
    'identity_data',
    'last_sign_in_at',
    'created_at',
    'updated_at',
  ],
}

/** The service does not find an account, or fails on it, while these are null. */
const neverNull = {
  instance_id: `'00000000-0000-0000-0000-000000000000'::uuid`,
  confirmation_token: `''`,
  recovery_token: `''`,
  email_change: `''`,
  email_change_token_new: `''`,
  email_change_token_current: `''`,
  phone_change: `''`,
  phone_change_token: `''`,
  reauthentication_token: `''`,
}

/** Except the project's own settings: who may join is configured there. */
const isOurs = (table: string): boolean => /^(public|private)\./.test(table) && table !== 'private.deployment_settings'

/** Whether a database belongs to a Supabase project, hosted or self-hosted: its accounts belong to a service. */
export async function isProject(there: Pick<CopySource, 'query'>): Promise<boolean> {
  const owned = `
    select from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = to_regclass('auth.users') and r.rolname = 'supabase_auth_admin'`
  return (await there.query(owned)).length > 0
}

/**
 * Copies accounts and all our tables into a project that has the migrations but no accounts yet; all or nothing,
 * compared.
 */
export async function copyIntoProject(source: CopySource, target: Sql): Promise<Counts> {
  return await inTransaction(target, async (transaction) => {
    await transaction.unsafe(`set local timezone to 'UTC'; set local search_path to ''`).simple()
    // What their triggers create is replaced by the rows that follow.
    for (const table of Object.keys(kept)) await copyAccounts(table, source, transaction)
    const counts = await copyTables(source, transaction, isOurs)
    const [accounts] = await source.query<{ count: number }>('select count(*)::int as count from auth.users')
    return { tables: counts.tables + Object.keys(kept).length, rows: counts.rows + (accounts?.count ?? 0) }
  })
}

/** Finds the first of our tables that differs there; undefined if all are the same, and every account exists too. */
export async function findProjectDifference(source: CopySource, there: CopySource): Promise<string | undefined> {
  const people = `select id, lower(email) as email from auth.users order by id`
  const [here, elsewhere] = await Promise.all([source.query(people), there.query(people)])
  if (JSON.stringify(here) !== JSON.stringify(elsewhere)) return 'auth.users'
  return await findDifference(source, there, isOurs)
}

async function copyAccounts(table: string, source: CopySource, target: ReservedSql): Promise<void> {
  const columns = kept[table] ?? []
  const there = await target.unsafe<{ name: string }[]>(
    `select attname as name from pg_catalog.pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = new Set(there.map(({ name }) => name))
  const missing = columns.find((column) => !names.has(column))
  if (missing !== undefined) throw new HostError(`The project’s ${table} has no column ${missing}.`)
  const added = table === 'auth.users' ? Object.entries(neverNull).filter(([name]) => names.has(name)) : []
  const [found] = await source.query<{ rows: string }>(
    `select coalesce(json_agg(a), '[]')::text as rows from (select ${columns.join(', ')} from ${table}) as a`,
  )
  const into = [...columns, ...added.map(([name]) => name)].join(', ')
  const values = [...columns, ...added.map(([, value]) => value)].join(', ')
  // Not by COPY: errors raised by the service's triggers have to reach us.
  await target.unsafe(
    `insert into ${table} (${into}) select ${values} from json_populate_recordset(null::${table}, $1::text::json)`,
    [found?.rows ?? '[]'],
  )
}
