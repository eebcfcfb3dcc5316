import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { startPostgres as startServer } from '#tests/runner/postgres.ts'

export type FreshDatabase = { url: string; stop(): Promise<void> }

let shared: Promise<string> | undefined

/**
 * A new, empty database. On the server that XSHEET_TEST_DATABASE_URL names, else on a throw-away one that all callers of this
 * process share and that ends with it.
 */
export async function startPostgres(): Promise<FreshDatabase> {
  shared ??= findServer()
  const server = await shared
  const name = `xsheet_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => runOn(server, `drop database if exists ${name} with (force)`) }
}

async function findServer(): Promise<string> {
  const given = process.env['XSHEET_TEST_DATABASE_URL']
  if (given) return given
  const server = await startServer()
  if (server === undefined) throw new Error('This test needs PostgreSQL 15 or newer, and none is installed')
  return server.url
}

async function runOn(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
