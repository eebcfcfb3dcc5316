import type { Claims, Database } from '../database.ts'

/** What somebody may do on a channel. */
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

/** What the policies on realtime.messages allow somebody on a private channel. `topic` is without `realtime:`. */
export async function loadPermissions(
  database: Pick<Database, 'query'>,
  topic: string,
  claims: Claims,
): Promise<Permissions> {
  const [row] = await database.query<Record<string, boolean>>(
    'select * from realtime.check_channel($1::text, $2::text, $3::jsonb)',
    [topic, claims.role, JSON.stringify(claims)],
  )
  return {
    canReadBroadcast: row?.['can_read_broadcast'] ?? false,
    canReadPresence: row?.['can_read_presence'] ?? false,
    canWriteBroadcast: row?.['can_write_broadcast'] ?? false,
    canWritePresence: row?.['can_write_presence'] ?? false,
  }
}
