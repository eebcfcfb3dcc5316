import { startThrowawayPostgres } from '#supabase/local/throwaway-postgres.ts'

/** Starts one Postgres for all files of a run, unless one was given. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['XSHEET_TEST_DATABASE_URL']) return undefined
  const server = await startThrowawayPostgres()
  process.env['XSHEET_TEST_DATABASE_URL'] = server.url
  return async () => await server.stop()
}
