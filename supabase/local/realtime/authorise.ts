import type { Claims, Database } from '../queryable.ts'

/** What a person may do on a channel. */
export type Permissions = {
  canReadBroadcast: boolean
  canReadPresence: boolean
  canWriteBroadcast: boolean
  canWritePresence: boolean
}

/** Public channels are open to everybody, as on a hosted project by default. */
export const publicPermissions: Permissions = {
  canReadBroadcast: true,
  canReadPresence: true,
  canWriteBroadcast: true,
  canWritePresence: true,
}

/**
 * Returns what the policies on realtime.messages allow a person on a private channel. `topic` is without `realtime:`.
 */
export async function loadPermissions(
  database: Pick<Database, 'query'>,
  topic: string,
  claims: Claims,
): Promise<Permissions> {
  const [permissions] = await loadPermissionsOf(database, [{ topic, claims }])
  return permissions ?? toPermissions({})
}

/** The same for many, in one query and in the given order. */
export async function loadPermissionsOf(
  database: Pick<Database, 'query'>,
  questions: readonly { topic: string; claims: Claims }[],
): Promise<Permissions[]> {
  if (questions.length === 0) return []
  const rows = await database.query<PermissionRow>(
    `select answer.* from jsonb_array_elements($1::jsonb) with ordinality as asked (question, n)
     cross join lateral realtime.check_channel(question ->> 'topic', question -> 'claims' ->> 'role', question -> 'claims') as answer
     order by n`,
    [JSON.stringify(questions)],
  )
  return rows.map(toPermissions)
}

type PermissionRow = Partial<
  Record<'can_read_broadcast' | 'can_read_presence' | 'can_write_broadcast' | 'can_write_presence', boolean>
>

function toPermissions(row: PermissionRow): Permissions {
  return {
    canReadBroadcast: row.can_read_broadcast ?? false,
    canReadPresence: row.can_read_presence ?? false,
    canWriteBroadcast: row.can_write_broadcast ?? false,
    canWritePresence: row.can_write_presence ?? false,
  }
}
