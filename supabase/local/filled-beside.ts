import { existsSync } from 'node:fs'
import path from 'node:path'
import { toPostgresDirectory } from './embedded-postgres.ts'
import { HostError } from './host-error.ts'
import { toPgliteDirectory } from './pglite.ts'

type Asked = { query<Row>(text: string): Promise<readonly Row[]> }

/** Whether a database has any account or studio. */
export async function isFilled(database: Asked): Promise<boolean> {
  const filled = `select (exists (select from auth.users) or exists (select from public.studios)) as is_filled`
  const [row] = await database.query<{ is_filled: boolean }>(filled)
  return row?.is_filled === true
}

/** Whether a data directory holds a database of its own. */
export function hasDatabase(dataDirectory: string): boolean {
  const folders = [path.join(toPostgresDirectory(dataDirectory), 'data'), toPgliteDirectory(dataDirectory)]
  return folders.some((folder) => existsSync(path.join(folder, 'PG_VERSION')))
}

/** Prevents an empty studio from appearing when the work is in the other database. */
export async function refuseEmptyBesideFilled(database: Asked, dataDirectory: string): Promise<void> {
  if (!hasDatabase(dataDirectory) || (await isFilled(database))) return
  throw new HostError(
    `DATABASE_URL names an empty database, but ${dataDirectory} holds a filled one: move it with ` +
      'npm run move -- --to <DATABASE_URL>, or start over with another XSHEET_DATA.',
  )
}
