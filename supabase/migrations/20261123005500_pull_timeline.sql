-- Pulling the timeline of a studio: blocks, the tasks they are about, and days off.

select private.run_with_flags($sql$
create function private.list_planned_tasks(p_space_ids uuid[], p_task_ids uuid[]) returns table (
  id uuid, item_id uuid, kind_id uuid, collection_id uuid, space_id uuid, project_id uuid, stage_id uuid,
  status_id uuid, priority integer, due_date date, is_disabled boolean, {@ boolean},
  estimated_hours numeric, fields jsonb, task_fields jsonb, item_title text, item_slug text,
  collection_name text, picture_media_id uuid
)
language plpgsql stable rows 10000 set search_path = '' set enable_nestloop = off as $$
-- Tasks of spaces. Whole spaces are read and joined: there are so many blocks that looking each task up would read
-- fifteen times the pages.
begin
  return query
  select t.id, t.item_id, i.kind_id, i.collection_id, t.space_id, t.project_id, t.stage_id, t.status_id, t.priority,
    t.due_date, t.is_disabled, {i.@}, e.estimated_hours, i.fields, t.fields, i.title, i.custom_slug, c.name,
    coalesce(i.thumbnail_media_id, i.poster_media_id)
  from public.item_tasks t
  join unnest(p_task_ids) as w (id) on w.id = t.id
  join public.items i on i.id = t.item_id and i.space_id = any(p_space_ids)
  join public.collections c on c.id = i.collection_id and c.space_id = any(p_space_ids)
  left join public.task_estimations e on e.task_id = t.id and e.space_id = any(p_space_ids)
  where t.space_id = any(p_space_ids);
end $$
$sql$);

create function private.list_changed_tasks(p_studio_id uuid, p_space_ids uuid[], p_since bigint) returns uuid[]
language sql stable set search_path = '' as $$
  -- The tasks of spaces for which something shown on a timeline has changed after a revision: themselves, their blocks,
  -- estimate, item or collection.
  select array(
    select b.task_id from public.task_blocks b
      where b.studio_id = p_studio_id and b.space_id = any(p_space_ids) and b.rev > p_since
    union select t.id from public.item_tasks t where t.space_id = any(p_space_ids) and t.rev > p_since
    union select e.task_id from public.task_estimations e where e.space_id = any(p_space_ids) and e.rev > p_since
    union select t.row_key::uuid from private.tombstones t
      where t.studio_id = p_studio_id and t.rev > p_since and t.table_name = 'task_estimations'
    union select t.id from public.items i join public.item_tasks t on t.item_id = i.id
      where i.space_id = any(p_space_ids) and i.rev > p_since
    union select t.id from public.collections c join public.items i on i.collection_id = c.id
      join public.item_tasks t on t.item_id = i.id
      where c.space_id = any(p_space_ids) and c.rev > p_since)
$$;

insert into private.pulls (name, source) values ('pull_timeline', private.with_flags($pull$
create or replace function private.pull_timeline(p_studio_id uuid, p_since bigint, p_from date) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_timeline. Definer: checks project access once instead of row by row.
declare
  v_projects uuid[];
  v_changed uuid[];
  v_since bigint := private.since_or_zero(p_studio_id, p_since);
  v_seen uuid[];
begin
  if not p_studio_id = any(private.my_studio_ids()) then
    perform private.refuse_missing('Studio not found');
  end if;
  v_projects := array(select p.id from public.projects p
    where p.studio_id = p_studio_id and p.id = any(private.my_project_ids()));
  -- Projects opened or closed to the caller since: their rows have no newer revision, so everything is sent.
  if exists (select from public.project_role_access a where a.studio_id = p_studio_id and a.rev > v_since)
    or exists (select from public.role_permissions r where r.studio_id = p_studio_id and r.rev > v_since)
    or exists (select from public.studio_members m
      where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.rev > v_since)
    or exists (select from private.tombstones t
      where t.studio_id = p_studio_id and t.rev > v_since
        and t.table_name in ('project_role_access', 'role_permissions')) then
    v_since := 0;
  end if;
  if v_since > 0 then
    v_changed := private.list_changed_tasks(p_studio_id,
      array(select s.id from public.spaces s where s.project_id = any(v_projects)), v_since);
  end if;
  if v_since > 0 or p_from is not null then
    v_seen := array(select distinct b.task_id from public.task_blocks b
      where b.studio_id = p_studio_id and b.rev > v_since
        and (v_since > 0 or b.start_date is null or b.start_date + ceil(b.duration)::integer > p_from));
  end if;
  return (
    with blocks as materialized (
      select b.* from public.task_blocks b
      where b.studio_id = p_studio_id and b.project_id = any(v_projects)
        -- All blocks of a task: its hours are spread over them. One that becomes visible brings the others along.
        and (v_seen is null or b.task_id in (select unnest(v_seen)))
    ),
    tasks as materialized (
      select l.* from private.list_planned_tasks(
        array(select distinct b.space_id from blocks b), array(select distinct b.task_id from blocks b)) as l
      where v_since = 0
      union all
      select t.id, t.item_id, i.kind_id, i.collection_id, t.space_id, t.project_id, t.stage_id, t.status_id,
        t.priority, t.due_date, t.is_disabled, {i.@}, e.estimated_hours, i.fields, t.fields, i.title, i.custom_slug,
        c.name, coalesce(i.thumbnail_media_id, i.poster_media_id)
      from public.item_tasks t
      join public.items i on i.id = t.item_id
      join public.collections c on c.id = i.collection_id
      left join public.task_estimations e on e.task_id = t.id
      where t.id = any(v_changed) and t.project_id = any(v_projects)
        and exists (select from public.task_blocks b where b.task_id = t.id)
    )
    select json_build_object(
      'rev', (select k.rev from private.studio_clocks k where k.studio_id = p_studio_id),
      'full', v_since = 0,
      'tables', json_build_object(
        'task_blocks', (select {task_blocks} from blocks x),
        'timeline_tasks', (select {timeline_tasks} from tasks x),
        'member_days_off', (select {member_days_off}
          from public.member_days_off x where x.studio_id = p_studio_id and x.rev > v_since)),
      'deleted', case when v_since = 0 then '{}' else (
        select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
          select case t.table_name when 'item_tasks' then 'timeline_tasks' else t.table_name end as table_name,
            json_agg(t.row_key) as keys
          from private.tombstones t
          where t.studio_id = p_studio_id and t.rev > v_since
            and t.table_name in ('task_blocks', 'item_tasks', 'member_days_off')
            and (t.project_id is null or t.project_id = any(v_projects))
          group by t.table_name) as d) end));
end $$
$pull$));

create function public.pull_timeline(p_studio_id uuid, p_since bigint default 0, p_from date default null) returns json
language sql stable set search_path = '' as $$
  -- Pulls the blocks of a studio, the tasks they are about with the names on their bars, and days off, as columns:
  -- everything for p_since 0, else what changed after that revision. With p_from, everything is the tasks with a block
  -- in the queue or ending after that day. P0002 not an active member.
  select private.pull_timeline(p_studio_id, p_since, p_from)
$$;

grant execute on function private.pull_timeline(uuid, bigint, date), public.pull_timeline(uuid, bigint, date)
to authenticated, service_role;
