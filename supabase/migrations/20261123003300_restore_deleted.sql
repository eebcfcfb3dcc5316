-- Deleting rows, and restoring what one write deleted.

create function private.key_columns(p_table text) returns text[]
language sql immutable set search_path = '' as $$
  -- The key of a table whose rows clients may delete; null for any other.
  select case
    when p_table in ('projects', 'spaces', 'stages', 'task_statuses', 'field_definitions', 'item_kinds', 'stage_needs',
      'space_views', 'project_views', 'studio_stage_presets', 'studio_status_presets', 'collections', 'items',
      'item_tasks', 'task_blocks', 'task_versions', 'comments', 'boards', 'canvas_items', 'review_sessions',
      'review_entries')
      then array['id']
    when p_table = 'task_estimations' then array['task_id']
    when p_table = 'project_role_access' then array['project_id', 'role_id']
    when p_table = 'space_stages' then array['space_id', 'stage_id']
    when p_table = 'space_statuses' then array['space_id', 'status_id']
    when p_table = 'studio_stage_preset_items' then array['preset_id', 'stage_id']
    when p_table = 'studio_status_preset_items' then array['preset_id', 'status_id']
    when p_table = 'version_media' then array['version_id', 'media_id']
    when p_table = 'comment_attachments' then array['comment_id', 'media_id']
  end
$$;

create function public.delete_rows(p_table text, p_keys text[], p_operation_id uuid default null) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
-- Deletes rows of a table by their keys (the id, or the parts of a composite key joined by colons), with everything
-- below them, as far as the row rules allow. Returns {rev, deleted}; rev is null if all were gone already.
-- restore_deleted undoes it. 22023 unknown table or no keys, 42501 rows the caller sees but may not delete, 23503 rows
-- in use.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'delete_rows', concat_ws('|', p_table, p_keys::text));
  v_columns text[] := private.key_columns(p_table);
  v_where text;
  v_deleted bigint;
  v_is_left boolean;
begin
  if v_known is not null then
    return v_known;
  end if;
  if v_columns is null or coalesce(cardinality(p_keys), 0) not between 1 and 50000 then
    raise exception 'Name a table and 1 to 50000 keys of its rows' using errcode = '22023';
  end if;
  if p_table = 'projects' then
    select count(*) filter (where (private.delete_project_cascade(k::uuid) ->> 'deleted')::boolean) into v_deleted
      from unnest(p_keys) as k;
  else
    v_where := case cardinality(v_columns)
      when 1 then format('t.%I = any($1::uuid[])', v_columns[1])
      else format('(t.%I, t.%I) in (
        select split_part(k, '':'', 1)::uuid, split_part(k, '':'', 2)::uuid from unnest($1) as k)',
        v_columns[1], v_columns[2]) end;
    execute format('with gone as (delete from public.%I t where %s returning 1) select count(*) from gone', p_table,
      v_where) into v_deleted using p_keys;
    execute format('select exists (select from public.%I t where %s)', p_table, v_where) into v_is_left using p_keys;
    if v_is_left then
      raise exception 'Your role may not delete this' using errcode = '42501';
    end if;
  end if;
  return private.end_operation(p_operation_id, jsonb_build_object('deleted', v_deleted, 'rev',
    case when v_deleted > 0 then private.rev_taken() end));
end $$;

create function private.restore_rows(
  p_table text, p_deletion private.tombstones, p_rev bigint, p_projects uuid[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Restores the rows of one table that were deleted at a revision (p_deletion: its studio, revision and, if only one
-- person's deletions count, deleted_by) in projects the caller may open. Returns {restored, skipped: [{table, key,
-- reason}]}. Obstacles are read from the table's own keys: a link to a deleted row (unless it is nullable: then it is
-- set to null), or another row that has taken the key or name since. Definer: tombstones are private, and the
-- permission to restore was checked before.
declare
  v_table regclass := format('public.%I', p_table)::regclass;
  v_columns text;
  v_values text;
  v_orphaned text;
  v_taken text;
  v_answer jsonb;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum), string_agg(case
      when p_table = 'task_statuses' and a.attname = 'is_default' then
        'w.is_default and not exists (
          select from public.task_statuses d where d.studio_id = w.studio_id and d.is_default)'
      when p_table = 'task_versions' and a.attname = 'is_current' then
        'w.is_current and not exists (
          select from public.task_versions v where v.task_id = w.task_id and v.version_number > w.version_number)'
      when f.oid is not null then format('case when exists (select from %1$s p where p.id = w.%2$I) then w.%2$I end',
        f.confrelid::regclass, a.attname)
      else format('w.%I', a.attname) end, ', ' order by a.attnum)
    into v_columns, v_values
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.confdeltype = 'n'
    and f.conkey = array[a.attnum]
  where a.attrelid = v_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';

  select coalesce(string_agg(format('w.%1$I is not null and not exists (select from %2$s p where p.%3$I = w.%1$I)',
    a.attname, f.confrelid::regclass, r.attname), ' or '), 'false')
    into v_orphaned
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and f.conkey = array[a.attnum]
  join pg_catalog.pg_attribute r on r.attrelid = f.confrelid and f.confkey = array[r.attnum]
  where f.conrelid = v_table and f.contype = 'f' and f.confdeltype <> 'n';

  select string_agg(format('exists (select from %s u where %s)', v_table, k.match), ' or ') into v_taken
  from (
    select string_agg(format('u.%1$I = w.%1$I', a.attname), ' and ') as match
    from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::smallint[])
    where i.indrelid = v_table and i.indisunique and i.indpred is null group by i.indexrelid
    union all
    select 'u.project_id = w.project_id and u.space_id is null and u.item_id is null
      and w.space_id is null and w.item_id is null'
    where p_table = 'boards'
  ) as k;

  execute format($sql$
    with wanted as (
      select t.row_key, r.* from private.tombstones t
      cross join lateral jsonb_populate_record(null::%1$s, t.content
        || jsonb_build_object('rev', $4, 'updated_at', now())) as r
      where t.studio_id = $1 and t.rev = $2 and t.table_name = %2$L and t.content is not null
        and ($3 is null or t.deleted_by = $3)
        and (t.project_id is null or t.project_id = any($5))
        and (t.table_name <> 'projects' or t.row_key::uuid = any($5))
    ), judged as materialized (
      select w.*, case when %3$s then 'parent_gone' when %4$s then 'taken' end as refusal from wanted w
    ), made as (
      insert into %1$s (%5$s) select %6$s from judged w where w.refusal is null returning 1
    ), forgotten as (
      delete from private.tombstones t
      where t.studio_id = $1 and t.rev = $2 and t.table_name = %2$L
        and t.row_key = any(array(select w.row_key from judged w where w.refusal is null))
    )
    select jsonb_build_object('restored', (select count(*) from made), 'skipped', (
      select coalesce(jsonb_agg(jsonb_build_object('table', %2$L, 'key', s.row_key, 'reason', s.refusal)), '[]')
      from (select w.row_key, w.refusal from judged w where w.refusal is not null order by w.row_key limit 100) as s))
  $sql$, v_table, p_table, v_orphaned, v_taken, v_columns, v_values) into v_answer
  using p_deletion.studio_id, p_deletion.rev, p_deletion.deleted_by, p_rev, p_projects;
  return v_answer;
end $$;

create function private.restore_deleted(
  p_studio_id uuid, p_rev bigint, p_operation_id uuid, p_deletion_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.restore_deleted. Definer: tombstones are private; permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'restore_deleted',
    concat_ws('|', p_studio_id, p_rev, p_deletion_id));
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
  v_deletion.rev := coalesce(p_rev, (select (o.result ->> 'rev')::bigint from private.operations o
    where o.user_id = auth.uid() and o.id = p_deletion_id));
  if not p_studio_id = any(private.my_studio_ids_with('delete')) then
    v_deletion.deleted_by := auth.uid();
  end if;
  v_rev := private.next_rev(p_studio_id); -- lock the clock before any row
  -- Who may see a deleted project: whoever deleted it, and roles that see all.
  v_projects := v_projects || array(
    select t.row_key::uuid from private.tombstones t
    where t.studio_id = p_studio_id and t.rev = v_deletion.rev and t.table_name = 'projects'
      and (t.deleted_by = auth.uid() or p_studio_id = any(private.my_studio_ids_with('view_all_projects'))));

  perform set_config('xsheet.restoring', 'on', true); -- nobody is notified a second time, and slugs stay
  foreach v_table in array array[
    'media', 'stages', 'task_statuses', 'field_definitions', 'item_kinds', 'stage_needs', 'studio_stage_presets',
    'studio_stage_preset_items', 'studio_status_presets', 'studio_status_preset_items', 'projects',
    'project_role_access', 'spaces', 'space_stages', 'space_statuses', 'space_views', 'project_views', 'collections',
    'items', 'item_links', 'item_tasks', 'task_estimations', 'task_followers', 'task_blocks', 'task_versions',
    'version_media',
    'review_sessions', 'review_entries', 'time_entries', 'comments', 'comment_attachments', 'mentions', 'boards',
    'canvas_items'
  ] loop
    continue when not exists (select from private.tombstones t
      where t.studio_id = p_studio_id and t.rev = v_deletion.rev and t.table_name = v_table);
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
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_rev, 'restored', v_restored, 'skipped', v_skipped));
end $$;

create function public.restore_deleted(
  p_studio_id uuid, p_rev bigint default null, p_operation_id uuid default null, p_deletion_id uuid default null
) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$
  -- Restores what was deleted in a studio at a revision within 30 days, parents first, with the same ids and slugs: the
  -- caller's own deletions, anyone's for a role that may delete. Instead of the revision, p_deletion_id names the
  -- caller's operation that deleted. Returns {rev, restored, skipped: [{table, key, reason: parent_gone | taken}]}, at
  -- most 100 of a table. P0002 nothing to restore, 23503 its parent is gone, 23505 its place is taken.
  select private.restore_deleted(p_studio_id, p_rev, p_operation_id, p_deletion_id)
$$;

grant execute on function
  private.key_columns(text), public.delete_rows(text, text[], uuid), private.restore_deleted(uuid, bigint, uuid, uuid),
  public.restore_deleted(uuid, bigint, uuid, uuid)
to authenticated, service_role;
