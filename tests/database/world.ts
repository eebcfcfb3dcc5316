import type { Claims, Database } from '#supabase/local/queryable.ts'

/** Everybody a row rule may meet. `outsider` owns another studio; `anonymous` is signed out. */
export const personas = [
  'owner',
  'admin',
  'lead',
  'member',
  'viewer',
  'archived',
  'outsider',
  'super',
  'anonymous',
] as const
export type Persona = (typeof personas)[number]

const roleIds: Record<string, string> = Object.fromEntries(
  ['owner', 'admin', 'lead', 'member', 'viewer'].map((name, index) => [name, id('0000', 0, index + 1)]),
)

/** Returns a readable, fixed UUID containing a kind, a group and a number. */
function id(kind: string, group: number, n: number): string {
  const text = kind === '0000' ? '00000000' : kind.padEnd(8, '0')
  return `${text}-0000-4000-8${String(group).padStart(3, '0')}-${String(n).padStart(12, '0')}`
}

export function userId(persona: Persona): string {
  return id('aaaa', 0, personas.indexOf(persona) + 1)
}

/** Returns the claims of a persona's access token. */
export function claimsOf(persona: Persona): Claims {
  if (persona === 'anonymous') return { role: 'anon' }
  return { role: 'authenticated', sub: userId(persona), email: `${persona}@example.com` }
}

export const studioId = id('5000', 1, 1)
export const otherStudioId = id('5000', 2, 1)

/** Returns ids of one studio's rows; `n` picks the spare ones, which nothing refers to. */
export function rowId(table: string, n = 1, group = 1): string {
  const kinds = [
    'projects',
    'spaces',
    'stages',
    'statuses',
    'collections',
    'items',
    'tasks',
    'versions',
    'media',
    'comments',
    'notifications',
    'recipients',
    'blocks',
    'boards',
    'canvas',
    'stage_presets',
    'status_presets',
    'invites',
    'template_stages',
    'template_statuses',
    'template_stage_presets',
    'template_status_presets',
    'time',
    'reviews',
    'review_entries',
    'kinds',
    'needs',
    'fields',
    'webhooks',
    'rules',
    'views',
    'reports',
    'project_views',
  ]
  const kind = kinds.indexOf(table)
  if (kind < 0) throw new Error(`No ids for ${table}`)
  return id(`b${kind.toString(16).padStart(3, '0')}`, group, n)
}

/** Creates two studios with one row of everything and spare rows to delete, as the database owner. */
export async function makeWorld(database: Database): Promise<void> {
  const people = personas.filter((persona) => persona !== 'anonymous')
  await database.execute(`
    ${people
      .map(
        (persona) =>
          `insert into auth.users (id, email, email_confirmed_at, aud, role) values ('${userId(persona)}', '${persona}@example.com', now(), 'authenticated', 'authenticated');`,
      )
      .join('\n')}
    insert into private.deployment_settings (key, value) values ('super_admin_email', '"super@example.com"')
      on conflict (key) do update set value = excluded.value;
    ${aStudio(studioId, 1, people)}
    ${aStudio(otherStudioId, 2, ['outsider'])}
    ${templates}
  `)
}

function aStudio(studio: string, group: number, people: readonly Persona[]): string {
  const at = (table: string, n = 1) => `'${rowId(table, n, group)}'`
  const author = group === 1 ? userId('lead') : userId('outsider')
  const members = people.filter((persona) => persona !== 'super' && (group === 2 || persona !== 'outsider'))
  return `
    insert into public.studios (id, name, custom_slug) values ('${studio}', 'Studio ${group}', 'studio-${group}');
    ${members
      .map((persona) => {
        const role = group === 2 ? 'owner' : persona === 'archived' ? 'member' : persona
        return `insert into public.studio_members (studio_id, user_id, role_id, archived_at)
          values ('${studio}', '${userId(persona)}', '${roleIds[role]}', ${persona === 'archived' ? 'now()' : 'null'});`
      })
      .join('\n')}
    insert into public.role_permissions (studio_id, role_id, permission, is_allowed)
      select '${studio}', r.id, p.name, r.hierarchy_level <= p.level from public.user_roles r
      cross join (values ('create', 4), ('delete', 3), ('admin_users', 3), ('comment', 5), ('revisions', 4), ('view_all_projects', 2)) as p (name, level);
    insert into public.stages (id, studio_id, name, order_index) values (${at('stages')}, '${studio}', 'Animation', 10), (${at('stages', 2)}, '${studio}', 'Spare', 20), (${at('stages', 3)}, '${studio}', 'Third', 30);
    insert into public.task_statuses (id, studio_id, name, position, is_default) values (${at('statuses')}, '${studio}', 'TO DO', 0, true),
      (${at('statuses', 2)}, '${studio}', 'Spare', 1, false), (${at('statuses', 3)}, '${studio}', 'WIP', 2, false);
    insert into public.field_definitions (id, studio_id, key, name, kind) values (${at('fields')}, '${studio}', 'camera', 'Camera', 'text'), (${at('fields', 2)}, '${studio}', 'spare', 'Spare', 'number'), (${at('fields', 3)}, '${studio}', 'lane', 'Lane', 'choice');
    insert into public.item_kinds (id, studio_id, key, name) values (${at('kinds')}, '${studio}', 'vehicle', 'Vehicle'), (${at('kinds', 2)}, '${studio}', 'spare', 'Spare');
    insert into public.stage_needs (id, stage_id, needs_stage_id) values (${at('needs')}, ${at('stages')}, ${at('stages', 3)}), (${at('needs', 2)}, ${at('stages', 3)}, ${at('stages')});
    insert into public.studio_stage_presets (id, studio_id, name) values (${at('stage_presets')}, '${studio}', 'Preset');
    insert into public.studio_stage_preset_items (preset_id, stage_id) values (${at('stage_presets')}, ${at('stages')});
    insert into public.studio_status_presets (id, studio_id, name) values (${at('status_presets')}, '${studio}', 'Preset');
    insert into public.studio_status_preset_items (preset_id, status_id) values (${at('status_presets')}, ${at('statuses')});
    insert into public.studio_invites (id, studio_id, token_hash, created_by) values (${at('invites')}, '${studio}', 'hash-${group}', '${author}');
    insert into public.studio_invite_uses (invite_id, user_id, studio_id) values (${at('invites')}, '${author}', '${studio}');
    insert into public.projects (id, studio_id, name) values (${at('projects')}, '${studio}', 'Project'), (${at('projects', 2)}, '${studio}', 'Spare');
    insert into public.project_role_access (project_id, role_id, is_allowed) values (${at('projects')}, '${roleIds['viewer']}', true);
    insert into public.spaces (id, project_id, name) values (${at('spaces')}, ${at('projects')}, 'Space'), (${at('spaces', 2)}, ${at('projects')}, 'Spare');
    insert into public.space_views (id, space_id, name) values (${at('views')}, ${at('spaces')}, 'Late'), (${at('views', 2)}, ${at('spaces')}, 'Spare');
    insert into public.project_views (id, project_id, name) values (${at('project_views')}, ${at('projects')}, 'Late'), (${at('project_views', 2)}, ${at('projects')}, 'Spare');
    insert into public.space_stages (space_id, stage_id) values (${at('spaces')}, ${at('stages')});
    insert into public.space_statuses (space_id, status_id) values (${at('spaces')}, ${at('statuses')});
    insert into public.collections (id, space_id, name) values (${at('collections')}, ${at('spaces')}, 'SQ010'), (${at('collections', 2)}, ${at('spaces')}, 'Spare');
    insert into public.items (id, collection_id, title) values (${at('items')}, ${at('collections')}, 'sh010'), (${at('items', 2)}, ${at('collections')}, 'Spare');
    insert into public.item_links (from_item_id, to_item_id, studio_id, project_id) values (${at('items')}, ${at('items', 2)}, '${studio}', ${at('projects')});
    insert into public.item_tasks (id, item_id, stage_id, status_id) values (${at('tasks')}, ${at('items')}, ${at('stages')}, ${at('statuses')}),
      (${at('tasks', 2)}, ${at('items', 2)}, ${at('stages')}, ${at('statuses')});
    insert into public.task_estimations (task_id, estimated_hours) values (${at('tasks')}, 4);
    insert into public.task_followers (task_id, user_id) values (${at('tasks')}, '${author}');
    insert into public.media (id, project_id, filename, content_type, size_bytes, created_by)
      values (${at('media')}, ${at('projects')}, 'a.png', 'image/png', 1, '${author}'), (${at('media', 2)}, ${at('projects')}, 'spare.png', 'image/png', 1, '${author}');
    insert into public.task_versions (id, task_id, created_by, time_spent) values (${at('versions')}, ${at('tasks')}, '${author}', '1h');
    insert into public.version_media (version_id, media_id) values (${at('versions')}, ${at('media')});
    insert into public.comments (id, task_id, content, created_by) values (${at('comments')}, ${at('tasks')}, 'Hello', '${author}');
    insert into public.comment_attachments (comment_id, media_id) values (${at('comments')}, ${at('media')});
    insert into public.mentions (comment_id, mentioned_user_id) values (${at('comments')}, '${author}');
    insert into public.notifications (id, notification_type_id, studio_id, project_id, target_type, target_id)
      values (${at('notifications')}, '00000000-0000-4000-9000-000000000001', '${studio}', ${at('projects')}, 'comment', ${at('comments')});
    insert into public.notification_recipients (id, notification_id, user_id, studio_id) values (${at('recipients')}, ${at('notifications')}, '${author}', '${studio}');
    insert into public.task_blocks (id, task_id, assignee_id, start_date) values (${at('blocks')}, ${at('tasks')}, '${author}', '2026-01-05');
    insert into public.member_days_off (studio_id, user_id, day)
      select studio_id, user_id, '2026-01-06' from public.studio_members where studio_id = '${studio}';
    insert into public.time_entries (id, task_id, user_id, minutes) values (${at('time')}, ${at('tasks')}, '${author}', 30);
    insert into public.time_locks (studio_id, week, time_zone, starts_at, ends_at, locked_by)
      values ('${studio}', '2026-01-05', 'UTC', '2026-01-05T00:00Z', '2026-01-12T00:00Z', '${author}');
    insert into public.boards (id, project_id) values (${at('boards')}, ${at('projects')});
    insert into public.canvas_items (id, board_id, type, text, created_by) values (${at('canvas')}, ${at('boards')}, 'text', 'Mood', '${author}');
    insert into public.review_sessions (id, project_id, name, day, created_by) values
      (${at('reviews')}, ${at('projects')}, 'Dailies', '2026-01-05', '${author}');
    insert into public.review_entries (id, session_id, task_id) values (${at('review_entries')}, ${at('reviews')}, ${at('tasks')});
    insert into public.webhooks (id, studio_id, name, url, created_by) values (${at('webhooks')}, '${studio}', 'Farm', 'https://farm.example', '${author}');
    insert into public.report_schedules (id, studio_id, owner_id, name, period, days, at_time, due, next_at)
      values (${at('reports')}, '${studio}', '${author}', 'Hours', 'week', '{1}', '08:00', '2040-01-02 08:00', '2040-01-02 08:00Z');
    insert into public.rules (id, studio_id, name, trigger, actions, created_by)
      values (${at('rules')}, '${studio}', 'Tell', '{"kind": "revision_posted"}', '[{"do": "comment", "text": "x"}]', '${author}');
    insert into public.events (studio_id, seq, kind, project_id, actor_kind) values ('${studio}', 1000000, 'item.changed', ${at('projects')}, 'person');
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
      values ('${author}', 'https://push.example/${group}', repeat('x', 87), repeat('x', 22));
    insert into public.user_preferences (user_id, key, value) values ('${author}', 'grid_filters_${group}', '{}');
  `
}

const templates = `
  insert into public.template_stages (id, name) values ('${rowId('template_stages')}', 'Template stage'), ('${rowId('template_stages', 2)}', 'Spare');
  insert into public.template_statuses (id, name) values ('${rowId('template_statuses')}', 'Template status'), ('${rowId('template_statuses', 2)}', 'Spare');
  insert into public.template_stage_presets (id, name) values ('${rowId('template_stage_presets')}', 'Template preset');
  insert into public.template_status_presets (id, name) values ('${rowId('template_status_presets')}', 'Template preset');
  insert into public.stage_preset_items (preset_id, stage_id) values ('${rowId('template_stage_presets')}', '${rowId('template_stages')}');
  insert into public.status_preset_items (preset_id, status_id) values ('${rowId('template_status_presets')}', '${rowId('template_statuses')}');
`
