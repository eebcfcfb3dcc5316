import type { StatusRow } from '#core/domain/rows.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { pickOne } from './pick.ts'

/** The status a person means: by name, short code, slug or id. */
export function pickStatus(studio: StudioReplica, text: string): StatusRow {
  const statuses = studio.getStatuses()
  const byCode = statuses.find(({ shortCode }) => shortCode.toLowerCase() === text.trim().toLowerCase())
  return byCode ?? pickOne(statuses, text, { one: 'status', many: 'statuses' })
}
