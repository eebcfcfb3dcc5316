import type { Persona } from './world.ts'
import { otherStudioId, rowId, studioId, userId } from './world.ts'

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** A table's statements by verb, and who may run them. `own` lists who may on their own rows. */
export type TableRules = {
  /** Matches the row somebody else (the lead) created. */
  row: string
  /** Matches the row to delete, if the first has dependents. */
  spare?: string
  insert?: (me: string) => string
  update?: string
  may: Partial<Record<Verb, readonly Persona[]>>
}

const members = ['owner', 'admin', 'lead', 'member', 'viewer'] as const
const create = ['owner', 'admin', 'lead', 'member'] as const
const remove = ['owner', 'admin', 'lead'] as const
const signedIn = [...members, 'archived', 'outsider', 'super'] as const
const lead = ['lead'] as const
const crud = { select: members, insert: create, update: create, delete: remove }
const plan = { ...crud, delete: create }
const superAdmin = ['super'] as const
const template = { select: superAdmin, insert: superAdmin, update: superAdmin, delete: superAdmin }
const at = (table: string, n = 1) => `'${rowId(table, n)}'`
const byId = (table: string, n = 1) => `id = ${at(table, n)}`

/** The matrix: a table of the schema without a row here fails the suite. */
export const rules: Record<string, TableRules> = {
  user_roles: {
    row: `name = 'owner'`,
    insert: () => `(name, hierarchy_level) values ('x', 9)`,
    update: `hierarchy_level = 0`,
    may: { select: signedIn },
  },
  notification_types: {
    row: `name = 'mention'`,
    insert: () => `(name) values ('x')`,
    update: `name = 'x'`,
    may: { select: signedIn },
  },
  user_profiles: {
    row: `id = '${userId('lead')}'`,
    insert: () => `(id) values ('${userId('anonymous')}')`,
    update: `display_name = 'x'`,
    may: { select: members, update: lead },
  },
  user_preferences: {
    row: `user_id = '${userId('lead')}'`,
    insert: () => `(user_id, key, value) values ('${userId('lead')}', 'x', '{}')`,
    update: `value = '1'`,
    may: { select: lead, insert: lead, update: lead, delete: lead },
  },
  push_subscriptions: {
    row: `user_id = '${userId('lead')}'`,
    insert: (me) =>
      `(user_id, endpoint, p256dh, auth) values ('${me}', 'https://push.example/x', '${'x'.repeat(87)}', '${'x'.repeat(22)}')`,
    update: `label = 'x'`,
    may: { select: lead, delete: lead },
  },
  studios: {
    row: `id = '${studioId}'`,
    insert: () => `(name, custom_slug) values ('x', 'x')`,
    update: `name = 'x'`,
    may: { select: members, update: remove },
  },
  studio_members: {
    row: `studio_id = '${studioId}' and user_id = '${userId('viewer')}'`,
    insert: (me) =>
      `(studio_id, user_id, role_id) values ('${studioId}', '${me}', '00000000-0000-4000-8000-000000000004')`,
    update: `archived_at = now()`,
    may: { select: members, update: remove, delete: remove },
  },
  role_permissions: {
    row: `studio_id = '${studioId}' and role_id = '00000000-0000-4000-8000-000000000005' and permission = 'create'`,
    insert: () =>
      `(studio_id, role_id, permission, is_allowed) values ('${otherStudioId}', '00000000-0000-4000-8000-000000000005', 'create', true)`,
    update: `is_allowed = true`,
    may: { select: members, update: remove },
  },
  studio_invites: {
    row: byId('invites'),
    insert: (me) => `(studio_id, token_hash, created_by) values ('${studioId}', 'x', '${me}')`,
    update: `expires_at = now()`,
    may: { select: remove },
  },
  studio_invite_uses: {
    row: `invite_id = ${at('invites')}`,
    insert: (me) => `(studio_id, invite_id, user_id) values ('${studioId}', ${at('invites')}, '${me}')`,
    update: `used_at = now()`,
    may: { select: remove },
  },
  stages: {
    row: byId('stages'),
    spare: byId('stages', 2),
    insert: () => `(studio_id, name) values ('${studioId}', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  task_statuses: {
    row: byId('statuses'),
    spare: byId('statuses', 2),
    insert: () => `(studio_id, name) values ('${studioId}', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  field_definitions: {
    row: byId('fields'),
    spare: byId('fields', 2),
    insert: () => `(studio_id, key, name, kind) values ('${studioId}', 'x', 'x', 'text')`,
    update: `name = 'x'`,
    may: crud,
  },
  item_kinds: {
    row: byId('kinds'),
    spare: byId('kinds', 2),
    insert: () => `(studio_id, key, name) values ('${studioId}', 'x', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  stage_needs: {
    row: byId('needs'),
    spare: byId('needs', 2),
    insert: () => `(stage_id, needs_stage_id) values (${at('stages')}, ${at('stages', 2)})`,
    update: `kind_id = null`,
    may: { select: crud.select, insert: crud.insert, delete: crud.delete },
  },
  studio_stage_presets: {
    row: byId('stage_presets'),
    insert: () => `(studio_id, name) values ('${studioId}', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  studio_status_presets: {
    row: byId('status_presets'),
    insert: () => `(studio_id, name) values ('${studioId}', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  studio_stage_preset_items: {
    row: `preset_id = ${at('stage_presets')}`,
    insert: () => `(preset_id, stage_id) values (${at('stage_presets')}, ${at('stages', 2)})`,
    update: `order_index = 5`,
    may: plan,
  },
  studio_status_preset_items: {
    row: `preset_id = ${at('status_presets')}`,
    insert: () => `(preset_id, status_id) values (${at('status_presets')}, ${at('statuses', 2)})`,
    update: `order_index = 5`,
    may: plan,
  },
  media: {
    row: byId('media'),
    spare: byId('media', 2),
    insert: (me) =>
      `(studio_id, project_id, filename, content_type, size_bytes, created_by) values ('${studioId}', ${at('projects')}, 'x.png', 'image/png', 1, '${me}')`,
    update: `width = 5`,
    may: { select: members, insert: members, update: lead, delete: remove },
  },
  projects: {
    row: byId('projects'),
    spare: byId('projects', 2),
    insert: () => `(studio_id, name) values ('${studioId}', 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  project_role_access: {
    row: `project_id = ${at('projects')}`,
    insert: () =>
      `(project_id, role_id, is_allowed) values (${at('projects')}, '00000000-0000-4000-8000-000000000004', true)`,
    update: `is_allowed = true`,
    may: plan,
  },
  spaces: {
    row: byId('spaces'),
    spare: byId('spaces', 2),
    insert: () => `(project_id, name) values (${at('projects')}, 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  // Shared views; personal ones are in saved-views.db.test.ts.
  space_views: {
    row: byId('views'),
    spare: byId('views', 2),
    insert: () => `(space_id, name) values (${at('spaces')}, 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  // As above: personal ones are in saved-views.db.test.ts.
  project_views: {
    row: byId('project_views'),
    spare: byId('project_views', 2),
    insert: () => `(project_id, name) values (${at('projects')}, 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  space_stages: {
    row: `space_id = ${at('spaces')}`,
    insert: () => `(space_id, stage_id) values (${at('spaces')}, ${at('stages', 2)})`,
    update: `order_index = 5`,
    may: plan,
  },
  space_statuses: {
    row: `space_id = ${at('spaces')}`,
    insert: () => `(space_id, status_id) values (${at('spaces')}, ${at('statuses', 2)})`,
    update: `order_index = 5`,
    may: plan,
  },
  collections: {
    row: byId('collections'),
    spare: byId('collections', 2),
    insert: () => `(space_id, name) values (${at('spaces')}, 'x')`,
    update: `name = 'x'`,
    may: crud,
  },
  items: {
    row: byId('items'),
    spare: byId('items', 2),
    insert: () => `(collection_id, title) values (${at('collections')}, 'x')`,
    update: `title = 'x'`,
    may: crud,
  },
  item_tasks: {
    row: byId('tasks'),
    spare: byId('tasks', 2),
    insert: () => `(item_id, stage_id, status_id) values (${at('items')}, ${at('stages', 3)}, ${at('statuses')})`,
    update: `status_id = ${at('statuses', 3)}`,
    may: crud,
  },
  task_estimations: {
    row: `task_id = ${at('tasks')}`,
    insert: () => `(task_id, estimated_hours) values (${at('tasks', 2)}, 2)`,
    update: `estimated_hours = 3`,
    may: plan,
  },
  task_followers: {
    row: `task_id = ${at('tasks')} and user_id = '${userId('lead')}'`,
    insert: (me) => `(task_id, user_id) values (${at('tasks', 2)}, '${me}')`,
    update: `created_at = now()`,
    may: { select: members, insert: members, delete: lead },
  },
  task_versions: {
    row: byId('versions'),
    insert: (me) => `(task_id, created_by, time_spent) values (${at('tasks')}, '${me}', '1h')`,
    update: `time_spent = '2h'`,
    may: { select: members, insert: create, update: lead, delete: remove },
  },
  version_media: {
    row: `version_id = ${at('versions')}`,
    insert: () => `(version_id, media_id) values (${at('versions')}, ${at('media', 2)})`,
    update: `display_order = 5`,
    may: { select: members, insert: lead, update: lead, delete: lead },
  },
  comments: {
    row: byId('comments'),
    insert: (me) => `(task_id, content, created_by) values (${at('tasks')}, 'x', '${me}')`,
    update: `content = 'x'`,
    may: { select: members, insert: members, update: lead, delete: remove },
  },
  comment_attachments: {
    row: `comment_id = ${at('comments')}`,
    insert: () => `(comment_id, media_id) values (${at('comments')}, ${at('media', 2)})`,
    update: `display_order = 5`,
    may: { select: members, insert: lead, update: lead, delete: lead },
  },
  mentions: {
    row: `comment_id = ${at('comments')}`,
    insert: () => `(comment_id, mentioned_user_id) values (${at('comments')}, '${userId('viewer')}')`,
    update: `created_at = now()`,
    may: { select: members, insert: lead, delete: lead },
  },
  notifications: {
    row: byId('notifications'),
    insert: () =>
      `(notification_type_id, studio_id, target_type, target_id) values ('00000000-0000-4000-9000-000000000001', '${studioId}', 'task', ${at('tasks')})`,
    update: `data = '{"x":1}'`,
    may: { select: lead },
  },
  notification_recipients: {
    row: byId('recipients'),
    insert: (me) => `(notification_id, user_id, studio_id) values (${at('notifications')}, '${me}', '${studioId}')`,
    update: `viewed = true`,
    may: { select: lead, update: lead },
  },
  task_blocks: {
    row: byId('blocks'),
    insert: () => `(task_id) values (${at('tasks')})`,
    update: `row_index = 3`,
    may: plan,
  },
  member_days_off: {
    row: `user_id = '${userId('owner')}' and studio_id = '${studioId}'`,
    insert: (me) => `(studio_id, user_id, day) values ('${studioId}', '${me}', '2026-02-02')`,
    update: `day = '2026-02-03'`,
    may: { select: members },
  },
  time_entries: {
    row: byId('time'),
    insert: (me) => `(task_id, user_id, minutes) values (${at('tasks')}, '${me}', 10)`,
    update: `minutes = 45`,
    may: { select: remove, insert: create, update: lead, delete: lead },
  },
  time_locks: {
    row: `studio_id = '${studioId}' and week = '2026-01-05'`,
    insert: (me) =>
      `(studio_id, week, time_zone, starts_at, ends_at, locked_by) values ('${studioId}', '2026-01-12', 'UTC', now(), now(), '${me}')`,
    update: `locked_at = now()`,
    may: { select: members },
  },
  boards: {
    row: byId('boards'),
    insert: () => `(space_id) values (${at('spaces', 2)})`,
    update: `updated_at = now()`,
    may: crud,
  },
  canvas_items: {
    row: byId('canvas'),
    insert: (me) => `(board_id, type, text, created_by) values (${at('boards')}, 'text', 'x', '${me}')`,
    update: `x = 5`,
    may: plan,
  },
  item_links: {
    row: `from_item_id = ${at('items')}`,
    insert: () =>
      `(from_item_id, to_item_id, studio_id, project_id)
        values (${at('items', 2)}, ${at('items')}, '${studioId}', ${at('projects')})`,
    update: `quantity = 5`,
    may: { select: members },
  },
  review_sessions: {
    row: byId('reviews'),
    insert: (me) => `(project_id, name, day, created_by) values (${at('projects')}, 'x', '2026-01-06', '${me}')`,
    update: `is_locked = true`,
    may: crud,
  },
  review_entries: {
    row: byId('review_entries'),
    insert: () => `(session_id, task_id) values (${at('reviews')}, ${at('tasks', 2)})`,
    update: `order_rank = 3`,
    may: { select: members },
  },
  events: {
    row: `studio_id = '${studioId}' and seq = 1000000`,
    insert: () => `(studio_id, seq, kind, actor_kind) values ('${studioId}', 2000000, 'x.x', 'person')`,
    update: `kind = 'x.x'`,
    may: { select: members },
  },
  webhooks: {
    row: byId('webhooks'),
    insert: (me) => `(studio_id, name, url, created_by) values ('${studioId}', 'x', 'https://x.example', '${me}')`,
    update: `name = 'x'`,
    may: { select: remove },
  },
  report_schedules: {
    row: byId('reports'),
    insert: (me) =>
      `(studio_id, owner_id, name, period, days, at_time, due, next_at) values ('${studioId}', '${me}', 'x', 'week', '{1}', '08:00', now(), now())`,
    update: `name = 'x'`,
    may: { select: lead },
  },
  rules: {
    row: byId('rules'),
    insert: (me) =>
      `(studio_id, name, trigger, actions, created_by) values ('${studioId}', 'x', '{"kind": "revision_posted"}', '[{"do": "comment"}]', '${me}')`,
    update: `name = 'x'`,
    may: { select: remove },
  },
  template_stages: {
    row: byId('template_stages'),
    insert: () => `(name) values ('x')`,
    update: `name = 'x'`,
    may: template,
  },
  template_statuses: {
    row: byId('template_statuses'),
    insert: () => `(name) values ('x')`,
    update: `name = 'x'`,
    may: template,
  },
  template_stage_presets: {
    row: byId('template_stage_presets'),
    insert: () => `(name) values ('x')`,
    update: `name = 'x'`,
    may: template,
  },
  template_status_presets: {
    row: byId('template_status_presets'),
    insert: () => `(name) values ('x')`,
    update: `name = 'x'`,
    may: template,
  },
  stage_preset_items: {
    row: `preset_id = ${at('template_stage_presets')}`,
    insert: () => `(preset_id, stage_id) values (${at('template_stage_presets')}, ${at('template_stages', 2)})`,
    update: `order_index = 5`,
    may: template,
  },
  status_preset_items: {
    row: `preset_id = ${at('template_status_presets')}`,
    insert: () => `(preset_id, status_id) values (${at('template_status_presets')}, ${at('template_statuses', 2)})`,
    update: `order_index = 5`,
    may: template,
  },
}
