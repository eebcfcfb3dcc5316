import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findStatus } from '#core/studios/find-by-name.ts'
import { pickOne } from './pick.ts'

/** Finds a status as `findStatus` does, or by a pattern or id. */
export function pickStatus(studio: StudioReplica, text: string): StatusRow {
  const statuses = studio.getStatuses()
  return findStatus(statuses, text) ?? pickOne(statuses, text, { one: 'status', many: 'statuses' })
}
