-- Pulling a studio: its catalogue, and what the caller may do.

insert into private.pulls (name, source) values ('pull_studio', $pull$
create or replace function private.pull_studio(p_studio_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_studio. Definer: checks membership and project access once instead of row by row.
declare
  v_projects uuid[] := private.my_project_ids();
  v_role uuid;
  v_since bigint := private.since_or_zero(p_studio_id, p_since);
begin
  select m.role_id into v_role from public.studio_members m
  where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.archived_at is null;
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
      'permissions', (select coalesce(json_agg(p), '[]')
        from unnest(array['create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects']) as p
        where p_studio_id = any(private.my_studio_ids_with(p)))),
    'tables', json_build_object(
      'user_roles', (select {user_roles} from public.user_roles x),
      'studio_members', (select {studio_members}
        from (select m.*, u.display_name, u.email, u.avatar_url
          from public.studio_members m join public.user_profiles u on u.id = m.user_id) as x
        where x.studio_id = p_studio_id and x.rev > v_since),
      'studios', (select {studios} from public.studios x where x.id = p_studio_id and x.rev > v_since),
      'role_permissions', (select {role_permissions}
        from public.role_permissions x where x.studio_id = p_studio_id and x.rev > v_since),
      'projects', (select {projects}
        from public.projects x where x.studio_id = p_studio_id and x.id = any(v_projects) and x.rev > v_since),
      'project_role_access', (select {project_role_access} from public.project_role_access x
        where x.studio_id = p_studio_id and x.project_id = any(v_projects) and x.rev > v_since),
      'spaces', (select {spaces}
        from public.spaces x where x.studio_id = p_studio_id and x.project_id = any(v_projects) and x.rev > v_since),
      'review_sessions', (select {review_sessions} from public.review_sessions x
        where x.studio_id = p_studio_id and x.project_id = any(v_projects) and x.rev > v_since),
      'stages', (select {stages} from public.stages x where x.studio_id = p_studio_id and x.rev > v_since),
      'task_statuses', (select {task_statuses}
        from public.task_statuses x where x.studio_id = p_studio_id and x.rev > v_since),
      'field_definitions', (select {field_definitions}
        from public.field_definitions x where x.studio_id = p_studio_id and x.rev > v_since
          and private.reads(p_studio_id, x.read_floor)),
      'item_kinds', (select {item_kinds} from public.item_kinds x where x.studio_id = p_studio_id and x.rev > v_since),
      'stage_needs', (select {stage_needs}
        from public.stage_needs x where x.studio_id = p_studio_id and x.rev > v_since),
      'space_stages', (select {space_stages}
        from public.space_stages x where x.project_id = any(v_projects) and x.rev > v_since),
      'space_statuses', (select {space_statuses}
        from public.space_statuses x where x.project_id = any(v_projects) and x.rev > v_since),
      'space_views', (select {space_views} from public.space_views x
        where x.project_id = any(v_projects) and x.rev > v_since
          and (x.owner_id is null and not private.names_hidden_field(p_studio_id, x.form)
            or x.owner_id = auth.uid())),
      'project_views', (select {project_views} from public.project_views x
        where x.project_id = any(v_projects) and x.rev > v_since
          and (x.owner_id is null and not private.names_hidden_field(p_studio_id, x.form)
            or x.owner_id = auth.uid())),
      'studio_stage_presets', (select {studio_stage_presets}
        from public.studio_stage_presets x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_stage_preset_items', (select {studio_stage_preset_items}
        from public.studio_stage_preset_items x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_status_presets', (select {studio_status_presets}
        from public.studio_status_presets x where x.studio_id = p_studio_id and x.rev > v_since),
      'studio_status_preset_items', (select {studio_status_preset_items}
        from public.studio_status_preset_items x where x.studio_id = p_studio_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.studio_id = p_studio_id and t.rev > v_since
          and t.table_name in ('studios', 'role_permissions', 'projects', 'project_role_access', 'spaces', 'stages',
            'task_statuses', 'field_definitions', 'item_kinds', 'stage_needs', 'space_stages', 'space_statuses',
            'space_views', 'project_views', 'studio_stage_presets', 'studio_stage_preset_items',
            'studio_status_presets', 'studio_status_preset_items', 'studio_members', 'review_sessions')
          and (t.project_id is null or t.project_id = any(v_projects))
          and t.table_name not in ('field_definitions', 'space_views', 'project_views')
        group by t.table_name
        -- Rows that the caller may no longer read count as deleted.
        union all
        select g.table_name, json_agg(g.key) from (
          select t.table_name, t.row_key as key from private.tombstones t
            where t.studio_id = p_studio_id and t.rev > v_since
              and t.table_name in ('field_definitions', 'space_views', 'project_views')
              and (t.project_id is null or t.project_id = any(v_projects))
          union all
          select 'field_definitions', f.id::text from public.field_definitions f
            where f.studio_id = p_studio_id and f.rev > v_since and not private.reads(p_studio_id, f.read_floor)
          union all
          select 'space_views', x.id::text from public.space_views x
            where x.studio_id = p_studio_id and x.rev > v_since and x.owner_id is null
              and private.names_hidden_field(p_studio_id, x.form)
          union all
          select 'project_views', x.id::text from public.project_views x
            where x.studio_id = p_studio_id and x.rev > v_since and x.owner_id is null
              and private.names_hidden_field(p_studio_id, x.form)) as g
        group by g.table_name) as d) end);
end $$
$pull$);

create function public.pull_studio(p_studio_id uuid, p_since bigint default 0) returns json
language plpgsql stable set search_path = '' as $$
-- Pulls the studio's catalogue as columns (table → column → values): everything for p_since 0, else the rows changed
-- after that revision and the keys of deleted ones, with the revision to pull from next and what the caller may do.
-- P0002 not an active member.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return private.pull_studio(p_studio_id, p_since);
end $$;

grant execute on function private.pull_studio(uuid, bigint), public.pull_studio(uuid, bigint)
to authenticated, service_role;
