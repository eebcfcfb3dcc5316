import type { Rows, TableName } from './rows.ts'

type KeyFields = { readonly [Name in TableName]: readonly (keyof Rows[Name] & string)[] }

/** The fields of each table's key, in the order of its primary key. */
export const keyFields: KeyFields = {
  studios: ['id'],
  user_roles: ['id'],
  studio_members: ['userId'],
  role_permissions: ['roleId', 'permission'],
  projects: ['id'],
  project_role_access: ['projectId', 'roleId'],
  spaces: ['id'],
  stages: ['id'],
  task_statuses: ['id'],
  space_stages: ['spaceId', 'stageId'],
  space_statuses: ['spaceId', 'statusId'],
  studio_stage_presets: ['id'],
  studio_stage_preset_items: ['presetId', 'stageId'],
  studio_status_presets: ['id'],
  studio_status_preset_items: ['presetId', 'statusId'],
  collections: ['id'],
  items: ['id'],
  item_tasks: ['id'],
  task_blocks: ['id'],
  task_estimations: ['taskId'],
  timeline_tasks: ['id'],
  member_days_off: ['userId', 'day'],
  boards: ['id'],
  canvas_items: ['id'],
  task_versions: ['id'],
  version_media: ['versionId', 'mediaId'],
  media: ['id'],
  comments: ['id'],
  comment_attachments: ['commentId', 'mediaId'],
}

/** A row's key as deletions name it: its id, or the parts of a composite key joined by colons. */
export function rowKey<Name extends TableName>(table: Name, row: Rows[Name]): string {
  const fields: readonly (keyof Rows[Name])[] = keyFields[table]
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return String(row[only])
  return fields.map((field) => String(row[field])).join(':')
}
