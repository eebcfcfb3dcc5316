import type { Example } from './example-ids.ts'
import { laterExamples } from './later-examples.ts'

/** Example calls of programs; `tests/database/manifest.db.test.ts` runs each of them, in this order. */
export const examples: readonly Example[] = [
  { procedure: 'get_user_active_studio', args: {} },
  { procedure: 'list_studio_members', args: { p_studio: '$studio' } },
  { procedure: 'get_team_members_for_studio', args: { p_studio_id: '$studio' } },
  { procedure: 'get_user_basic_info', args: { studio_id_param: '$studio' } },
  { procedure: 'list_removed_members', args: { p_studio_id: '$studio' } },
  { procedure: 'can_edit_studio_roles', args: { p_studio_id: '$studio' } },
  { procedure: 'diagnose_user_roles', args: { p_studio_id: '$studio' } },
  { procedure: 'debug_current_user_context', args: {} },
  { procedure: 'debug_user_studio_access', args: {} },
  { procedure: 'debug_collection_access', args: { p_space_id: '$space' } },
  { procedure: 'check_rls_status', args: {} },
  {
    procedure: 'generate_studio_invite',
    args: { p_studio_id: '$studio', p_expires_in_days: 7 },
    gives: { $invite: 'id', $code: 'token' },
  },
  { procedure: 'list_studio_invites', args: { p_studio_id: '$studio' } },
  { procedure: 'get_space_counts', args: { p_studio_id: '$studio' } },
  { procedure: 'get_project_tree', args: { p_project_id: '$project' } },
  { procedure: 'pull_studio', args: { p_studio_id: '$studio' } },
  { procedure: 'pull_space', args: { p_space_id: '$space' } },
  { procedure: 'pull_item', args: { p_item_id: '$item' } },
  { procedure: 'pull_timeline', args: { p_studio_id: '$studio' } },
  { procedure: 'pull_board', args: { p_owner_id: '$project' } },
  { procedure: 'check_scope', args: { p_scope_kind: 'space', p_scope_id: '$space' } },
  { procedure: 'search_studio', args: { p_studio_id: '$studio', p_query: 'sh0010' } },
  { procedure: 'set_tasks_status', args: { p_task_ids: ['$task'], p_status_id: '$status' } },
  { procedure: 'update_tasks', args: { p_task_ids: ['$task'], p_field: 'priority', p_values: [2] } },
  {
    procedure: 'update_tasks',
    args: { p_task_ids: ['$task'], p_field: 'due_date', p_values: ['2026-12-18'], p_expected: [null] },
  },
  { procedure: 'upsert_task_estimation', args: { p_task_id: '$task', p_estimated_hours: 12.5 } },
  { procedure: 'get_task_estimations_for_items', args: { p_item_ids: ['$item'] } },
  {
    procedure: 'add_comment',
    args: { p_task_id: '$task', p_comment_id: '$new', p_content: 'The hand pops at frame 1013.' },
  },
  { procedure: 'edit_comment', args: { p_comment_id: '$new', p_content: 'The hand pops at frame 1014.' } },
  {
    procedure: 'create_revision',
    args: {
      p_task_id: '$task',
      p_version_id: '$new',
      p_comment_id: '$newer',
      p_comment: 'Blocking',
      p_time_spent: '2h',
    },
  },
  {
    procedure: 'find_revisions',
    args: {
      p_revisions: [{ task_id: '$task', sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }],
    },
  },
  {
    procedure: 'register_uploads',
    args: {
      p_task_id: '$task',
      p_files: [
        { id: '$file', filename: 'sh0010.mov', content_type: 'video/quicktime', size_bytes: 4 },
        { id: '$film', filename: 'sh0020.mov', content_type: 'video/quicktime', size_bytes: 4 },
        { id: '$poster', filename: 'sh0020.png', content_type: 'image/png', size_bytes: 4 },
      ],
    },
  },
  { procedure: 'list_media_ids_for_items', args: { p_item_ids: ['$item'] } },
  {
    procedure: 'create_items_with_tasks',
    args: {
      p_space_id: '$space',
      p_collection_id: '$collection',
      p_items: [{ title: 'sh0990', description: 'A door opens' }],
    },
  },
  {
    procedure: 'update_rows',
    args: {
      p_table: 'items',
      p_changes: [{ key: { id: '$item' }, values: { description: 'Rain, night' } }],
    },
  },
  {
    procedure: 'insert_rows',
    args: { p_table: 'collections', p_rows: [{ id: '$new', space_id: '$space', name: 'sq990' }] },
  },
  { procedure: 'delete_rows', args: { p_table: 'collections', p_keys: ['$new'], p_operation_id: '$newer' } },
  { procedure: 'restore_deleted', args: { p_studio_id: '$studio', p_deletion_id: '$newer' } },
  {
    procedure: 'create_task_block',
    args: { p_task_id: '$task', p_id: '$block', p_start_date: '2026-12-01', p_duration: 2 },
  },
  { procedure: 'get_studio_timeline_blocks', args: { p_studio_id: '$studio' } },
  { procedure: 'get_studio_filter_data', args: { p_studio_id: '$studio' } },
  { procedure: 'queue_unplanned_tasks', args: { p_studio_id: '$studio', p_space_id: '$space' } },
  {
    procedure: 'set_days_off',
    args: { p_studio_id: '$studio', p_user_id: '$person', p_days: ['2026-12-24'], p_is_off: true },
  },
  {
    procedure: 'list_time_entries',
    args: { p_studio_id: '$studio', p_from: '2026-01-01T00:00:00Z', p_to: '2026-12-31T00:00:00Z', p_limit: 100 },
  },
  {
    procedure: 'summarize_time',
    args: {
      p_studio_id: '$studio',
      p_from: '2026-01-01T00:00:00Z',
      p_to: '2026-12-31T00:00:00Z',
      p_time_zone: 'Europe/Oslo',
    },
  },
  { procedure: 'get_space_time_stats', args: { p_space_id: '$space' } },
  { procedure: 'get_time_state', args: { p_studio_id: '$studio' } },
  { procedure: 'list_assignments', args: { p_studio_id: '$studio', p_user_id: '$person' } },
  { procedure: 'list_mentions', args: { p_studio_id: '$studio', p_user_id: '$person' } },
  { procedure: 'list_notifications', args: { p_limit: 20 } },
  { procedure: 'list_studio_feed', args: { p_studio_id: '$studio', p_limit: 20 } },
  { procedure: 'get_unread_count', args: {} },
  {
    procedure: 'start_review',
    args: {
      p_session_id: '$review',
      p_project_id: '$project',
      p_name: 'Dailies',
      p_kind: 'dailies',
      p_day: '2026-11-24',
      p_entries: [{ id: '$entry', task_id: '$task', order_rank: 1 }],
    },
  },
  { procedure: 'get_review_counts', args: { p_project_id: '$project' } },
  { procedure: 'pull_review', args: { p_session_id: '$review' } },
  {
    procedure: 'create_access_token',
    args: { p_studio_id: '$studio', p_name: 'farm', p_days: 30 },
    gives: { $token: 'id' },
  },
  { procedure: 'list_access_tokens', args: { p_studio_id: '$studio' } },
  {
    procedure: 'create_service_account',
    args: { p_studio_id: '$studio', p_name: 'Render farm', p_role: 'member' },
    gives: { $account: 'id' },
  },
  { procedure: 'list_service_accounts', args: { p_studio_id: '$studio' } },
  { procedure: 'has_media_worker', args: {} },
  ...laterExamples,
]
