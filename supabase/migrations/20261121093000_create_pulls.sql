-- Purpose: one call that answers everything a client needs, whole or since a revision.
-- Reversal: drop the functions below.

create function private.since_or_zero(p_studio_id uuid, p_since bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  -- The revision to pull from: 0, meaning everything, where tombstones that far back are gone or the clock was set back. Definer: the clock is private.
  select case when p_since is null or p_since < c.oldest_rev or p_since > c.rev then 0 else greatest(p_since, 0) end
  from private.studio_clocks c where c.studio_id = p_studio_id
$$;

create function private.pull_studio(p_studio_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_studio. Definer: checks membership and project access once instead of row by row.
declare
  v_projects uuid[] := private.my_project_ids();
  v_role uuid;
  v_since bigint := private.since_or_zero(p_studio_id, p_since);
begin
  select m.role_id into v_role from public.studio_members m where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.archived_at is null;
  if v_role is null then
    perform private.refuse_missing('Studio not found');
  end if;
  v_projects := array(select p.id from public.projects p where p.studio_id = p_studio_id and p.id = any(v_projects));
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = p_studio_id),
    'full', v_since = 0,
    'access', json_build_object(
      'role_id', v_role,
      'level', private.my_role_level(p_studio_id),
      'projects', to_json(v_projects),
      'permissions', (select coalesce(json_agg(p), '[]') from unnest(array['create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects']) as p
        where p_studio_id = any(private.my_studio_ids_with(p)))),
    'tables', json_build_object(
      'user_roles', (select json_build_object('id', coalesce(json_agg(r.id), '[]'), 'name', coalesce(json_agg(r.name), '[]'), 'hierarchy_level', coalesce(json_agg(r.hierarchy_level), '[]')) from public.user_roles r),
      'studio_members', (select json_build_object('user_id', coalesce(json_agg(m.user_id), '[]'), 'role_id', coalesce(json_agg(m.role_id), '[]'), 'archived_at', coalesce(json_agg(m.archived_at), '[]'), 'display_name', coalesce(json_agg(u.display_name), '[]'), 'email', coalesce(json_agg(u.email), '[]'), 'avatar_url', coalesce(json_agg(u.avatar_url), '[]'))
        from public.studio_members m join public.user_profiles u on u.id = m.user_id where m.studio_id = p_studio_id and m.rev > v_since),
      'studios', (select json_build_object('id', coalesce(json_agg(s.id), '[]'), 'name', coalesce(json_agg(s.name), '[]'), 'custom_slug', coalesce(json_agg(s.custom_slug), '[]')) from public.studios s where s.id = p_studio_id and s.rev > v_since),
      'role_permissions', (select json_build_object('role_id', coalesce(json_agg(x.role_id), '[]'), 'permission', coalesce(json_agg(x.permission), '[]'), 'is_allowed', coalesce(json_agg(x.is_allowed), '[]')) from public.role_permissions x where x.studio_id = p_studio_id and x.rev > v_since),
      'projects', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'is_active', coalesce(json_agg(x.is_active), '[]'), 'created_at', coalesce(json_agg(x.created_at), '[]'), 'display_order', coalesce(json_agg(x.display_order), '[]'), 'thumbnail_media_id', coalesce(json_agg(x.thumbnail_media_id), '[]'), 'custom_slug', coalesce(json_agg(x.custom_slug), '[]')) from public.projects x where x.studio_id = p_studio_id and x.id = any(v_projects) and x.rev > v_since),
      'project_role_access', (select json_build_object('project_id', coalesce(json_agg(x.project_id), '[]'), 'role_id', coalesce(json_agg(x.role_id), '[]'), 'is_allowed', coalesce(json_agg(x.is_allowed), '[]')) from public.project_role_access x where x.studio_id = p_studio_id and x.project_id = any(v_projects) and x.rev > v_since),
      'spaces', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'project_id', coalesce(json_agg(x.project_id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'type_id', coalesce(json_agg(x.type_id), '[]'), 'thumbnail', coalesce(json_agg(x.thumbnail), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'custom_slug', coalesce(json_agg(x.custom_slug), '[]'), 'is_active', coalesce(json_agg(x.is_active), '[]')) from public.spaces x where x.studio_id = p_studio_id and x.project_id = any(v_projects) and x.rev > v_since),
      'stages', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'color', coalesce(json_agg(x.color), '[]'), 'category', coalesce(json_agg(x.category), '[]'), 'icon', coalesce(json_agg(x.icon), '[]'), 'order_index', coalesce(json_agg(x.order_index), '[]')) from public.stages x where x.studio_id = p_studio_id and x.rev > v_since),
      'task_statuses', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'short_code', coalesce(json_agg(x.short_code), '[]'), 'color', coalesce(json_agg(x.color), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'is_done', coalesce(json_agg(x.is_done), '[]'), 'is_default', coalesce(json_agg(x.is_default), '[]')) from public.task_statuses x where x.studio_id = p_studio_id and x.rev > v_since),
      'space_stages', (select json_build_object('space_id', coalesce(json_agg(x.space_id), '[]'), 'stage_id', coalesce(json_agg(x.stage_id), '[]'), 'is_active', coalesce(json_agg(x.is_active), '[]'), 'order_index', coalesce(json_agg(x.order_index), '[]')) from public.space_stages x where x.project_id = any(v_projects) and x.rev > v_since),
      'space_statuses', (select json_build_object('space_id', coalesce(json_agg(x.space_id), '[]'), 'status_id', coalesce(json_agg(x.status_id), '[]'), 'order_index', coalesce(json_agg(x.order_index), '[]'), 'color_override', coalesce(json_agg(x.color_override), '[]')) from public.space_statuses x where x.project_id = any(v_projects) and x.rev > v_since),
      'studio_stage_presets', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'position', coalesce(json_agg(x.position), '[]')) from public.studio_stage_presets x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_stage_preset_items', (select json_build_object('preset_id', coalesce(json_agg(x.preset_id), '[]'), 'stage_id', coalesce(json_agg(x.stage_id), '[]'), 'order_index', coalesce(json_agg(x.order_index), '[]')) from public.studio_stage_preset_items x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_status_presets', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'position', coalesce(json_agg(x.position), '[]')) from public.studio_status_presets x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_status_preset_items', (select json_build_object('preset_id', coalesce(json_agg(x.preset_id), '[]'), 'status_id', coalesce(json_agg(x.status_id), '[]'), 'order_index', coalesce(json_agg(x.order_index), '[]')) from public.studio_status_preset_items x where x.studio_id = p_studio_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
      select t.table_name, json_agg(t.row_key) as keys from private.tombstones t where t.studio_id = p_studio_id and t.rev > v_since and t.table_name in ('studios', 'role_permissions', 'projects', 'project_role_access', 'spaces', 'stages', 'task_statuses', 'space_stages', 'space_statuses', 'studio_stage_presets', 'studio_stage_preset_items', 'studio_status_presets', 'studio_status_preset_items', 'studio_members') and (t.project_id is null or t.project_id = any(v_projects)) group by t.table_name) as d) end);
end $$;

create function private.pull_space(p_space_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_space. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_since bigint;
begin
  select s.studio_id into v_studio from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Space not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'collections', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'name', coalesce(json_agg(x.name), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'order_rank', coalesce(json_agg(x.order_rank), '[]'), 'is_default', coalesce(json_agg(x.is_default), '[]')) from public.collections x where x.space_id = p_space_id and x.rev > v_since),
      'items', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'collection_id', coalesce(json_agg(x.collection_id), '[]'), 'title', coalesce(json_agg(x.title), '[]'), 'description', coalesce(json_agg(x.description), '[]'), 'item_type_id', coalesce(json_agg(x.item_type_id), '[]'), 'thumbnail_media_id', coalesce(json_agg(x.thumbnail_media_id), '[]'), 'position', coalesce(json_agg(x.position), '[]'), 'order_rank', coalesce(json_agg(x.order_rank), '[]'), 'custom_slug', coalesce(json_agg(x.custom_slug), '[]')) from public.items x where x.space_id = p_space_id and x.rev > v_since),
      'item_tasks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'item_id', coalesce(json_agg(x.item_id), '[]'), 'stage_id', coalesce(json_agg(x.stage_id), '[]'), 'status_id', coalesce(json_agg(x.status_id), '[]'), 'assignee_id', coalesce(json_agg(x.assignee_id), '[]'), 'due_date', coalesce(json_agg(x.due_date), '[]'), 'priority', coalesce(json_agg(x.priority), '[]'), 'is_disabled', coalesce(json_agg(x.is_disabled), '[]')) from public.item_tasks x where x.space_id = p_space_id and x.rev > v_since),
      'task_blocks', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'task_id', coalesce(json_agg(x.task_id), '[]'), 'assignee_id', coalesce(json_agg(x.assignee_id), '[]'), 'start_date', coalesce(json_agg(x.start_date), '[]'), 'duration', coalesce(json_agg(x.duration), '[]'), 'row_index', coalesce(json_agg(x.row_index), '[]')) from public.task_blocks x where x.space_id = p_space_id and x.rev > v_since),
      'task_estimations', (select json_build_object('task_id', coalesce(json_agg(x.task_id), '[]'), 'estimated_hours', coalesce(json_agg(x.estimated_hours), '[]')) from public.task_estimations x where x.space_id = p_space_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
      select t.table_name, json_agg(t.row_key) as keys from private.tombstones t where t.space_id = p_space_id and t.rev > v_since group by t.table_name) as d) end);
end $$;

create function private.pull_item(p_item_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_item. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_space uuid;
  v_since bigint;
  v_tasks uuid[];
begin
  select i.studio_id, i.space_id into v_studio, v_space from public.items i where i.id = p_item_id and i.project_id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Item not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  v_tasks := array(select t.id from public.item_tasks t where t.item_id = p_item_id);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'task_versions', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'task_id', coalesce(json_agg(x.task_id), '[]'), 'version_number', coalesce(json_agg(x.version_number), '[]'), 'created_by', coalesce(json_agg(x.created_by), '[]'), 'comment', coalesce(json_agg(x.comment), '[]'), 'time_spent', coalesce(json_agg(x.time_spent), '[]'), 'is_current', coalesce(json_agg(x.is_current), '[]'), 'created_at', coalesce(json_agg(x.created_at), '[]')) from public.task_versions x where x.task_id = any(v_tasks) and x.rev > v_since),
      'version_media', (select json_build_object('version_id', coalesce(json_agg(x.version_id), '[]'), 'media_id', coalesce(json_agg(x.media_id), '[]'), 'display_order', coalesce(json_agg(x.display_order), '[]')) from public.version_media x join public.task_versions v on v.id = x.version_id where v.task_id = any(v_tasks) and x.rev > v_since),
      'comments', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'task_id', coalesce(json_agg(x.task_id), '[]'), 'content', coalesce(json_agg(x.content), '[]'), 'metadata', coalesce(json_agg(x.metadata), '[]'), 'created_by', coalesce(json_agg(x.created_by), '[]'), 'is_edited', coalesce(json_agg(x.is_edited), '[]'), 'is_automatic', coalesce(json_agg(x.is_automatic), '[]'), 'created_at', coalesce(json_agg(x.created_at), '[]')) from public.comments x where x.task_id = any(v_tasks) and x.rev > v_since),
      'comment_attachments', (select json_build_object('comment_id', coalesce(json_agg(x.comment_id), '[]'), 'media_id', coalesce(json_agg(x.media_id), '[]'), 'display_order', coalesce(json_agg(x.display_order), '[]')) from public.comment_attachments x join public.comments c on c.id = x.comment_id where c.task_id = any(v_tasks) and x.rev > v_since),
      'media', (select json_build_object('id', coalesce(json_agg(x.id), '[]'), 'filename', coalesce(json_agg(x.filename), '[]'), 'content_type', coalesce(json_agg(x.content_type), '[]'), 'size_bytes', coalesce(json_agg(x.size_bytes), '[]'), 'width', coalesce(json_agg(x.width), '[]'), 'height', coalesce(json_agg(x.height), '[]'), 'frame_rate', coalesce(json_agg(x.frame_rate), '[]'), 'frame_count', coalesce(json_agg(x.frame_count), '[]'), 'duration_ms', coalesce(json_agg(x.duration_ms), '[]'), 'poster_media_id', coalesce(json_agg(x.poster_media_id), '[]'), 'is_stored', coalesce(json_agg(x.is_stored), '[]'), 'created_by', coalesce(json_agg(x.created_by), '[]'), 'created_at', coalesce(json_agg(x.created_at), '[]')) from (select distinct x.* from public.media x
        join (
          select l.media_id, l.rev from public.version_media l join public.task_versions v on v.id = l.version_id where v.task_id = any(v_tasks)
          union all select a.media_id, a.rev from public.comment_attachments a join public.comments c on c.id = a.comment_id where c.task_id = any(v_tasks)
          union all select i.thumbnail_media_id, i.rev from public.items i where i.id = p_item_id
        ) as used on used.media_id = x.id where x.studio_id = v_studio and greatest(x.rev, used.rev) > v_since) as x)),
    'deleted', case when v_since = 0 then '{}' else (select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
      select t.table_name, json_agg(t.row_key) as keys from private.tombstones t where t.space_id = v_space and t.rev > v_since and t.table_name in ('task_versions', 'version_media', 'comments', 'comment_attachments') group by t.table_name) as d) end);
end $$;

create function public.pull_studio(p_studio_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- The studio's catalogue as columns (table → column → values): all of it for p_since 0, else the rows changed after that revision and the keys
  -- of deleted ones, with the revision to pull from next and what the caller may do. P0002 for whoever is not an active member.
  select private.pull_studio(p_studio_id, p_since)
$$;

create function public.pull_space(p_space_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Collections, items, tasks, blocks and estimates of a space as columns: all for p_since 0, else what changed after that revision. P0002 'Space not found'.
  select private.pull_space(p_space_id, p_since)
$$;

create function public.pull_item(p_item_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Revisions, comments and files of an item's tasks as columns: all for p_since 0, else what changed after that revision. P0002 'Item not found'.
  select private.pull_item(p_item_id, p_since)
$$;

revoke execute on function public.pull_studio(uuid, bigint), public.pull_space(uuid, bigint), public.pull_item(uuid, bigint),
  private.pull_studio(uuid, bigint), private.pull_space(uuid, bigint), private.pull_item(uuid, bigint) from public, anon;
grant execute on function public.pull_studio(uuid, bigint), public.pull_space(uuid, bigint), public.pull_item(uuid, bigint),
  private.pull_studio(uuid, bigint), private.pull_space(uuid, bigint), private.pull_item(uuid, bigint) to authenticated, service_role;
