import type { TableName } from '#core/schema/tables.ts'

/** The noun for a row of each table, in labels of deletions. */
export const nouns: { readonly [Table in TableName]?: string } = {
  projects: 'project',
  spaces: 'space',
  stages: 'stage',
  task_statuses: 'status',
  field_definitions: 'field',
  item_kinds: 'kind',
  stage_needs: 'need',
  space_views: 'view',
  project_views: 'view',
  studio_stage_presets: 'preset',
  studio_status_presets: 'preset',
  collections: 'collection',
  items: 'item',
  item_tasks: 'task',
  task_versions: 'revision',
  comments: 'comment',
  review_sessions: 'review session',
}
