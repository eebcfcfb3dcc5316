import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findStatus } from '#core/studios/find-by-name.ts'
import { pickOne } from './pick.ts'

/** The status a person means: as `findStatus` has it, or by a pattern or an id. */
export function pickStatus(studio: StudioReplica, text: string): StatusRow {
  const statuses = studio.getStatuses()
  return findStatus(statuses, text) ?? pickOne(statuses, text, { one: 'status', many: 'statuses' })
}
