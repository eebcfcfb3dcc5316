import { toId } from '#core/lib/ids.ts'
import type { LoggedTime } from './timesheet.ts'

/** A row of `list_time_entries`. */
export type WireEntry = {
  readonly id: string
  readonly user_id: string
  readonly user_name: string
  readonly created_at: string
  readonly version_number: number | null
  readonly minutes: number
  readonly comment: string
  readonly task_id: string
  readonly task_name: string
  readonly stage_id: string
  readonly item_id: string
  readonly item_name: string
  readonly collection_name: string
  readonly space_id: string
  readonly space_name: string
  readonly project_id: string
  readonly project_name: string
  readonly url: string
}

/** Converts a row to the app's form. */
export function toLoggedTime(row: WireEntry): LoggedTime {
  return {
    id: toId(row.id),
    userId: toId(row.user_id),
    userName: row.user_name,
    createdAt: Date.parse(row.created_at),
    minutes: row.minutes,
    versionNumber: row.version_number ?? undefined,
    comment: row.comment,
    taskId: toId(row.task_id),
    stageId: toId(row.stage_id),
    stageName: row.task_name,
    itemId: toId(row.item_id),
    itemName: row.item_name,
    collectionName: row.collection_name,
    spaceId: toId(row.space_id),
    spaceName: row.space_name,
    projectId: toId(row.project_id),
    projectName: row.project_name,
    url: row.url,
  }
}
