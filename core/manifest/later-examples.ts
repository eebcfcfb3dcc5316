import type { Example } from './example-ids.ts'

/** Examples of running a studio, after those of its daily work; `examples.ts` includes both. */
export const laterExamples: readonly Example[] = [
  { procedure: 'create_studio', args: { p_name: 'Southlight', p_id: '$new' } },
  { procedure: 'ensure_user_has_studio', args: {} },
  { procedure: 'get_or_create_user_studio', args: {} },
  { procedure: 'set_user_active_studio', args: { p_studio_id: '$studio' } },
  {
    procedure: 'run_once',
    args: { p_procedure: 'set_following', p_args: { p_task_id: '$task', p_is_following: true } },
  },
  { procedure: 'get_time', args: {} },
  { procedure: 'reorder_stages', args: { p_studio_id: '$studio', p_ids: ['$stage'] } },
  { procedure: 'reorder_statuses', args: { p_studio_id: '$studio', p_ids: ['$status'] } },
  { procedure: 'set_default_status', args: { p_status_id: '$status' } },
  { procedure: 'set_order_ranks', args: { p_table: 'collections', p_ids: ['$collection'], p_ranks: [512.5] } },
  { procedure: 'save_preference', args: { p_key: 'theme', p_value: 'dark' } },
  {
    procedure: 'save_templates',
    args: {
      p_kind: 'stage',
      p_changes: { templates: [{ id: '$new', name: 'Feature', description: '', position: 1 }] },
    },
  },
  { procedure: 'accept_studio_invite', args: { p_token: '$code' } },
  { procedure: 'revoke_studio_invite', args: { p_invite_id: '$invite' } },
  {
    procedure: 'apply_import',
    args: {
      p_space_id: '$space',
      p_changes: { items: [{ id: '$bare', collection_id: '$collection', title: 'sh0995' }], only_check: true },
    },
  },
  {
    procedure: 'apply_import',
    args: {
      p_space_id: '$space',
      p_changes: { items: [{ id: '$bare', collection_id: '$collection', title: 'sh0995' }], on_conflict: 'refuse' },
    },
  },
  {
    procedure: 'apply_import',
    args: {
      p_space_id: '$space',
      p_changes: {
        comments: [{ id: '$remark', task_id: '$task', content: 'Too dark.', author_name: 'Ana Sousa', key: 'id 302' }],
      },
    },
  },
  { procedure: 'list_imported_comments', args: { p_space_id: '$space' } },
  { procedure: 'fill_empty_tasks', args: { p_cells: [{ item_id: '$bare', stage_id: '$stage' }] } },
  {
    procedure: 'create_item_task_with_comment',
    args: { p_item_id: '$bare', p_stage_id: '$stage', p_status_id: '$status' },
  },
  {
    procedure: 'insert_rows',
    args: {
      p_table: 'field_definitions',
      p_rows: [{ id: '$field', studio_id: '$studio', key: 'light', name: 'Light', kind: 'text' }],
    },
  },
  { procedure: 'set_fields', args: { p_of: 'item', p_changes: [{ id: '$item', values: { light: 'dusk' } }] } },
  {
    procedure: 'change_field_kind',
    args: {
      p_field_id: '$field',
      p_expected_kind: 'text',
      p_definition: { kind: 'long_text' },
      p_values: [{ id: '$item', from: 'dusk', to: 'dusk' }],
    },
  },
  {
    procedure: 'change_field_kind',
    args: {
      p_field_id: '$field',
      p_expected_kind: 'long_text',
      p_definition: { kind: 'choice' },
      p_values: [{ id: '$item', from: 'dusk', to: null }],
    },
  },
  {
    procedure: 'add_field_options',
    args: { p_options: [{ field_id: '$field', id: 'dawn', name: 'Dawn' }] },
  },
  {
    procedure: 'set_item_links',
    args: { p_changes: [{ from_item_id: '$item', to_item_id: '$bare', kind: 'cast', count: 2, label: 'twins' }] },
  },
  { procedure: 'pull_casting', args: { p_project_id: '$project' } },
  { procedure: 'set_following', args: { p_task_id: '$task', p_is_following: true } },
  { procedure: 'list_followers', args: { p_task_id: '$task' } },
  { procedure: 'complete_upload', args: { p_media_id: '$file', p_details: { width: 1920, height: 1080 } } },
  { procedure: 'settle_uploads', args: { p_media_ids: ['$film', '$poster'] } },
  { procedure: 'find_upload', args: { p_media_id: '$file' } },
  { procedure: 'list_media_paths', args: { p_media_ids: ['$file'] } },
  {
    procedure: 'create_revisions',
    args: {
      p_revisions: [
        {
          task_id: '$task',
          version_id: '$new',
          comment_id: '$newer',
          comment: 'Second pass',
          time_spent: '1h',
          files: [{ id: '$film', sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }],
        },
      ],
    },
  },
  { procedure: 'fill_poster', args: { p_media_id: '$film', p_details: { poster_media_id: '$poster' } } },
  { procedure: 'list_filmstrips', args: { p_media_ids: ['$film'] } },
  { procedure: 'count_function_call', args: { p_name: 'studio-feed' } },
  {
    procedure: 'change_review',
    args: { p_session_id: '$review', p_changes: [{ id: '$entry', kind: 'set', fields: { order_rank: 2 } }] },
  },
  {
    procedure: 'bring_decisions',
    args: {
      p_session_id: '$review',
      p_decisions: [
        {
          id: '$decision',
          taskId: '$task',
          seenStatusId: null,
          statusId: '$status',
          note: { content: 'The wave comes late.', metadata: {} },
          by: { name: 'Ana' },
          at: 1_796_000_000_000,
          force: true,
        },
      ],
    },
  },
  { procedure: 'get_brought_decisions', args: { p_session_id: '$review' } },
  { procedure: 'take_back_decisions', args: { p_session_id: '$review', p_decision_ids: ['$decision'] } },
  {
    procedure: 'change_board',
    args: {
      p_owner_id: '$project',
      p_changes: [
        {
          id: '$new',
          kind: 'add',
          fields: { type: 'text', text: 'Rain', x: 0, y: 0, width: 200, height: 80 },
          apart: true,
        },
      ],
    },
  },
  {
    procedure: 'change_task_blocks',
    args: {
      p_studio_id: '$studio',
      p_changes: [{ id: '$block', task_id: '$task', duration: 3, row_index: 1, expected: { duration: 2 } }],
    },
  },
  {
    procedure: 'update_task_block',
    args: {
      p_block_id: '$block',
      p_assignee_id: '$person',
      p_start_date: '2026-12-03',
      p_duration: 3,
      p_row_index: 0,
    },
  },
  { procedure: 'remove_duplicate_queue_blocks', args: { p_studio_id: '$studio' } },
  { procedure: 'delete_task_block', args: { p_block_id: '$block' } },
  { procedure: 'create_calendar_feed', args: { p_studio_id: '$studio' }, gives: { $calendar: '' } },
  { procedure: 'has_calendar_feed', args: { p_studio_id: '$studio' } },
  {
    procedure: 'change_time',
    args: {
      p_studio_id: '$studio',
      p_changes: [
        {
          kind: 'entry',
          id: '$new',
          task_id: '$task',
          started_at: '2026-11-24T09:00:00Z',
          minutes: 30,
          note: 'Notes',
          is_deleted: false,
        },
      ],
    },
  },
  {
    procedure: 'set_time_lock',
    args: { p_studio_id: '$studio', p_week: '2026-11-02', p_time_zone: 'Europe/Oslo', p_is_locked: true },
  },
  { procedure: 'mark_notifications_viewed', args: { p_before: '2026-11-24T09:00:00Z' } },
  { procedure: 'list_events', args: { p_studio_id: '$studio', p_kinds: ['task.status_changed'] } },
  { procedure: 'list_activity', args: { p_studio_id: '$studio', p_item_id: '$item', p_limit: 20 } },
  {
    procedure: 'update_tasks',
    args: { p_task_ids: ['$task'], p_field: 'priority', p_values: 7, p_operation_id: '$new' },
  },
  {
    procedure: 'list_activity',
    args: { p_studio_id: '$studio', p_task_id: '$task', p_kinds: ['task.changed'], p_limit: 1 },
    gives: { $event: 'events.0.seq' },
  },
  { procedure: 'undo_operation', args: { p_studio_id: '$studio', p_seq: '$event', p_operation_id: '$newer' } },
  { procedure: 'export_events', args: { p_studio_id: '$studio', p_limit: 100 } },
  { procedure: 'record_export', args: { p_studio_id: '$studio', p_what: 'items', p_count: 175 } },
  { procedure: 'set_event_retention', args: { p_studio_id: '$studio', p_days: 400 } },
  { procedure: 'get_event_retention', args: { p_studio_id: '$studio' } },
  {
    procedure: 'save_webhook',
    args: { p_studio_id: '$studio', p_id: '$webhook', p_name: 'Farm', p_url: 'https://farm.example/xsheet' },
  },
  { procedure: 'list_webhooks', args: { p_studio_id: '$studio' } },
  { procedure: 'test_webhook', args: { p_id: '$webhook' } },
  { procedure: 'list_deliveries', args: { p_webhook_id: '$webhook' } },
  { procedure: 'replay_webhook', args: { p_id: '$webhook', p_from: 1 } },
  { procedure: 'renew_webhook_secret', args: { p_id: '$webhook' } },
  { procedure: 'delete_webhook', args: { p_id: '$webhook' } },
  {
    procedure: 'save_report',
    args: {
      p_studio_id: '$studio',
      p_id: '$report',
      p_name: 'Hours',
      p_period: 'week',
      p_days: [1],
      p_at_time: '08:00',
    },
  },
  { procedure: 'list_reports', args: { p_studio_id: '$studio' } },
  { procedure: 'renew_report_secret', args: { p_id: '$report' } },
  { procedure: 'send_report', args: { p_id: '$report' } },
  {
    procedure: 'save_rule',
    args: {
      p_studio_id: '$studio',
      p_id: '$rule',
      p_name: 'Say thanks',
      p_trigger: { kind: 'revision_posted' },
      p_condition: '',
      p_actions: [{ do: 'comment', text: 'Thanks.' }],
    },
  },
  { procedure: 'list_rules', args: { p_studio_id: '$studio' } },
  { procedure: 'list_rule_runs', args: { p_rule_id: '$rule' } },
  { procedure: 'get_rule_history', args: { p_studio_id: '$studio', p_days: 7 } },
  { procedure: 'get_overview', args: { p_studio_id: '$studio', p_time_zone: 'Europe/Oslo' } },
  {
    procedure: 'list_overview_tasks',
    args: { p_studio_id: '$studio', p_time_zone: 'Europe/Oslo', p_list: 'late', p_key: 'all' },
  },
  {
    procedure: 'save_push_subscription',
    args: {
      p_endpoint: 'https://push.example/4f1b',
      p_p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      p_auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      p_label: 'Firefox on the desk',
    },
  },
  {
    procedure: 'update_studio_member_role',
    args: { p_studio_id: '$studio', p_user_id: '$person', p_new_role_id: '$member' },
  },
  { procedure: 'set_member_archived', args: { p_studio_id: '$studio', p_user_id: '$person', p_is_archived: true } },
  { procedure: 'set_member_archived', args: { p_studio_id: '$studio', p_user_id: '$person', p_is_archived: false } },
  { procedure: 'remove_studio_member', args: { p_studio_id: '$studio', p_user_id: '$person' } },
  { procedure: 'readmit_member', args: { p_studio_id: '$studio', p_user_id: '$person' } },
  { procedure: 'revoke_access_token', args: { p_token_id: '$token' } },
  { procedure: 'delete_service_account', args: { p_id: '$account' } },
  {
    procedure: 'insert_rows',
    args: { p_table: 'spaces', p_rows: [{ id: '$episode', project_id: '$project', name: 'ep09' }] },
  },
  {
    procedure: 'save_space_config',
    args: { p_space_id: '$episode', p_stage_ids: ['$stage'], p_status_ids: ['$status'] },
  },
  {
    procedure: 'insert_rows',
    args: { p_table: 'projects', p_rows: [{ id: '$old', studio_id: '$studio', name: 'Old film' }] },
  },
  { procedure: 'delete_project_cascade', args: { p_project_id: '$old' } },
]
