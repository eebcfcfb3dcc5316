/**
 * The size limit of each text and JSON column without a list or pattern of its own: characters of text, bytes of JSON.
 * The database holds them as constraints named `<table>_<column>_limit_check`.
 */
export const sizeLimits = {
  canvas_items: { src: 2000, style: 16_384, text: 20_000 },
  collections: { description: 20_000, episode: 200, name: 200 },
  comments: { content: 20_000, metadata: 1_048_576 },
  item_kinds: { icon: 40, name: 100 },
  item_links: { label: 200 },
  item_tasks: { fields: 65_536, title: 200 },
  field_definitions: { default_value: 65_536, description: 2000, formula: 2000, name: 100, options: 65_536, unit: 20 },
  items: { custom_slug: 100, description: 4000, external_ids: 16_384, fields: 65_536, title: 200 },
  media: {
    codec: 60,
    frame_rate: 40,
    preview_note: 300,
    preview_problem: 300,
    r2_key: 5000,
    sha256: 64,
    start_timecode: 20,
    waveform: 800,
  },
  notification_types: { name: 100 },
  notifications: { data: 65_536, target_type: 100 },
  projects: { custom_slug: 100, description: 20_000, fields: 65_536, name: 200 },
  report_schedules: { name: 100, stopped: 300 },
  review_sessions: { name: 200, query: 32_768 },
  rules: { actions: 16_384, condition: 2000, name: 100, stopped: 300, trigger: 4096 },
  spaces: { custom_slug: 100, name: 200 },
  space_views: { form: 65_536, name: 100 },
  stages: { icon: 100, name: 100 },
  studio_invites: { token_hash: 100 },
  studio_stage_presets: { description: 20_000, name: 100 },
  studio_status_presets: { description: 20_000, name: 100 },
  studios: { custom_slug: 100, name: 200 },
  task_statuses: { name: 100, short_code: 10 },
  project_views: { form: 65_536, name: 100 },
  task_versions: { comment: 20_000, time_spent: 40 },
  template_stage_presets: { description: 20_000, name: 100 },
  template_stages: { name: 100 },
  template_status_presets: { description: 20_000, name: 100 },
  template_statuses: { name: 100, short_code: 10 },
  time_entries: { note: 2000 },
  time_locks: { time_zone: 100 },
  user_preferences: { value: 65_536 },
  user_profiles: { avatar_url: 2000, discord_handle: 100, display_name: 200, email: 320, time_zone: 100 },
  user_roles: { name: 100 },
  webhooks: { condition: 2000, name: 100 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

const jsonColumns: readonly string[] = [
  'data',
  'default_value',
  'external_ids',
  'fields',
  'metadata',
  'options',
  'query',
  'style',
  'value',
]
const titles: Readonly<Record<string, string>> = { content: 'comment', custom_slug: 'slug', value: 'setting' }

/**
 * Returns what is too large and its limit, for a size constraint that the database reports; undefined for any other
 * constraint.
 */
export function findSizeLimit(constraint: string): { readonly what: string; readonly limit: string } | undefined {
  for (const [table, columns] of Object.entries(sizeLimits)) {
    for (const [column, limit] of Object.entries(columns)) {
      if (constraint !== `${table}_${column}_limit_check`) continue
      return {
        what: titles[column] ?? column.replaceAll('_', ' '),
        limit: jsonColumns.includes(column)
          ? `${(limit / 1024).toLocaleString('en')} kB`
          : `${limit.toLocaleString('en')} characters`,
      }
    }
  }
  return undefined
}
