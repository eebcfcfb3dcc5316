import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { startThrowawayPostgres } from '#supabase/local/throwaway-postgres.ts'

export type FreshDatabase = { url: string; stop(): Promise<void> }

let shared: Promise<string> | undefined

/**
 * Creates a database, empty or from `template`, on the server named by XSHEET_TEST_DATABASE_URL, else on a throw-away
 * one shared within this process and stopped with it.
 */
export async function startPostgres(template?: string): Promise<FreshDatabase> {
  const server = await getServer()
  const name = `xsheet_${randomUUID().replaceAll('-', '')}`
  // For such a small template, copying files is twice as fast as logging every block.
  const copy = template === undefined ? '' : `template ${template} strategy file_copy`
  await runOn(server, async (sql) => await sql.unsafe(`create database ${name} ${copy}`))
  return {
    url: toDatabaseUrl(server, name),
    stop: async () => await runOn(server, async (sql) => await dropDatabase(sql, name)),
  }
}

/**
 * Returns the template database `name`, which `make` fills if the server has none yet. An advisory lock lets only one
 * of several processes create it.
 */
export async function keepTemplate(name: string, make: (url: string) => Promise<void>): Promise<string> {
  const server = await getServer()
  await runOn(server, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`
    const [found] = await sql`select 1 from pg_database where datname = ${name}`
    if (found !== undefined) return
    const unfinished = `${name}_unfinished`
    await dropDatabase(sql, unfinished)
    await sql.unsafe(`create database ${unfinished}`)
    await make(toDatabaseUrl(server, unfinished))
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

async function getServer(): Promise<string> {
  shared ??= findServer()
  return await shared
}

async function findServer(): Promise<string> {
  return process.env['XSHEET_TEST_DATABASE_URL'] || (await startThrowawayPostgres()).url
}

function toDatabaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function dropDatabase(sql: Sql, name: string): Promise<void> {
  await sql.unsafe(`drop database if exists ${name} with (force)`)
}

/** Uses a single connection, whose locks end with it. */
async function runOn(server: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
