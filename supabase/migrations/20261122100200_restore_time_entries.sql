-- Purpose: taking a deletion back brings the time entries of its tasks, too.
-- Reversal: create restore_deleted as it was.

create or replace function private.restore_deleted(p_studio_id uuid, p_rev bigint, p_operation_id uuid, p_deletion_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.restore_deleted. Definer: tombstones are private; permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'restore_deleted', concat_ws('|', p_studio_id, p_rev, p_deletion_id));
  v_deletion private.tombstones;
  v_projects uuid[] := private.my_project_ids();
  v_rev bigint;
  v_table text;
  v_part jsonb;
  v_restored bigint := 0;
  v_skipped jsonb := '[]';
begin
  if v_known is not null then
    return v_known;
  end if;
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  v_deletion.studio_id := p_studio_id;
  v_deletion.rev := coalesce(p_rev, (select (o.result ->> 'rev')::bigint from private.operations o where o.user_id = auth.uid() and o.id = p_deletion_id));
  if not p_studio_id = any(private.my_studio_ids_with('delete')) then
    v_deletion.deleted_by := auth.uid();
  end if;
  v_rev := private.next_rev(p_studio_id); -- the clock locks before any row does
  -- Who may see a project that is gone: whoever deleted it, and roles that see all.
  v_projects := v_projects || array(
    select t.row_key::uuid from private.tombstones t
    where t.studio_id = p_studio_id and t.rev = v_deletion.rev and t.table_name = 'projects'
      and (t.deleted_by = auth.uid() or p_studio_id = any(private.my_studio_ids_with('view_all_projects'))));

  perform set_config('xsheet.restoring', 'on', true); -- nobody is told of it a second time, and slugs stay
  foreach v_table in array array['media', 'stages', 'task_statuses', 'studio_stage_presets', 'studio_stage_preset_items', 'studio_status_presets',
    'studio_status_preset_items', 'projects', 'project_role_access', 'spaces', 'space_stages', 'space_statuses', 'collections', 'items', 'item_tasks',
    'task_estimations', 'task_followers', 'task_blocks', 'task_versions', 'version_media', 'time_entries', 'comments', 'comment_attachments', 'mentions', 'boards', 'canvas_items'] loop
    continue when not exists (select from private.tombstones t where t.studio_id = p_studio_id and t.rev = v_deletion.rev and t.table_name = v_table);
    v_part := private.restore_rows(v_table, v_deletion, v_rev, v_projects);
    v_restored := v_restored + (v_part ->> 'restored')::bigint;
    v_skipped := v_skipped || (v_part -> 'skipped');
  end loop;
  perform set_config('xsheet.restoring', 'off', true);

  if v_restored = 0 and v_skipped = '[]' then
    perform private.refuse_missing('There is nothing to restore');
  elsif v_restored = 0 and v_skipped -> 0 ->> 'reason' = 'taken' then
    raise exception 'Its place was taken in the meantime' using errcode = '23505';
  elsif v_restored = 0 then
    raise exception 'What it belonged to is no longer there' using errcode = '23503';
  end if;
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'restored', v_restored, 'skipped', v_skipped));
end $$;
