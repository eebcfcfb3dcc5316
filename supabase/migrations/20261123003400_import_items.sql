-- Carrying out an import, all or nothing.

create function private.import_slugs(p_space_id uuid, p_items jsonb) returns table (n bigint, slug text)
language plpgsql security definer set search_path = '' as $$
-- The slugs of new items, by their places in the list: the one an item brings, if it is free, else its title's with -2,
-- -3, … as needed. No numbered slug takes the name of another item. All at once, because looking for a free slug item
-- by item takes quadratic time. Definer: reads items hidden from the caller.
begin
  return query with given as materialized (
    select e.n, private.make_slug(i ->> 'title') as base, case when private.make_slug(i ->> 'slug') = i ->> 'slug'
      and not exists (select from public.items o where o.space_id = p_space_id and o.custom_slug = i ->> 'slug')
      then i ->> 'slug' end as brought
    from jsonb_array_elements(p_items) with ordinality as e (i, n)
  ), taken as materialized (
    select o.custom_slug as slug from public.items o where o.space_id = p_space_id
    union select g.brought from given g where g.brought is not null
  ), wanted as materialized (
    select g.base, count(*) as times from given g where g.brought is null group by g.base
  ), numbered as materialized (
    select regexp_replace(u.slug, '-[0-9]+$', '') as base, count(*) as times
    from (select t.slug from taken t union select w.base from wanted w) as u where u.slug ~ '-[0-9]+$' group by 1
  ), free as materialized (
    select c.base, c.slug, row_number() over (partition by c.base order by c.number) as place
    from (
      select w.base, 1::bigint as number, w.base as slug from wanted w
      union all
      select w.base, number, w.base || '-' || number from wanted w left join numbered b using (base)
      cross join generate_series(2::bigint, w.times + coalesce(b.times, 0) + 1) as number
      where not exists (select from wanted other where other.base = w.base || '-' || number)
    ) as c
    where not exists (select from taken t where t.slug = c.slug)
  )
  select g.n, coalesce(g.brought, f.slug)
  from (select *, row_number() over (partition by given.base, given.brought is null order by given.n) as place
    from given) as g
  left join free f on g.brought is null and f.base = g.base and f.place = g.place;
end $$;

create function private.check_import_kinds(p_space public.spaces, p_items jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
-- Refuses items of a kind that the studio does not have (22023). Definer: as above.
begin
  if exists (select from jsonb_array_elements(p_items) as i where i ->> 'kind_id' is not null and not exists (
    select from public.item_kinds k where k.id = (i ->> 'kind_id')::uuid and k.studio_id = p_space.studio_id)) then
    raise exception 'There is no such kind of item' using errcode = '22023';
  end if;
end $$;

select private.run_with_flags($sql$
create function private.import_new_rows(p_space public.spaces, p_changes jsonb, p_rev bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Adds the new collections, items and tasks of an import. Returns how many of each. Definer: the caller of this
-- function has checked permission.
declare
  v_status uuid;
  v_collections integer;
  v_items integer;
  v_tasks integer;
  v_rank numeric := coalesce((select max(c.order_rank) from public.collections c where c.space_id = p_space.id), 0);
begin
  -- Asked once, not for each of thousands of rows.
  perform set_config('xsheet.no_defaults', case when exists (select from public.field_definitions d
    where d.studio_id = p_space.studio_id and d.default_value is not null) then '' else 'on' end, true);
  insert into public.collections (id, space_id, studio_id, project_id, name, episode, is_default, order_rank, rev)
  select (c ->> 'id')::uuid, p_space.id, p_space.studio_id, p_space.project_id, trim(c ->> 'name'),
    nullif(trim(c ->> 'episode'), ''),
    coalesce((c ->> 'is_default')::boolean, false), v_rank + 1000 * n, p_rev
  from jsonb_array_elements(private.json_list(p_changes -> 'collections')) with ordinality as e (c, n) order by n;
  get diagnostics v_collections = row_count;

  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'items')) as i
    where not exists (select from public.collections c
      where c.id = (i ->> 'collection_id')::uuid and c.space_id = p_space.id)) then
    raise exception 'An item belongs to a collection of its space' using errcode = '22023';
  end if;
  perform private.check_import_kinds(p_space, private.json_list(p_changes -> 'items'));
  insert into public.items (id, collection_id, space_id, studio_id, project_id, title, description, item_type_id,
    kind_id, order_rank, custom_slug, frame_in, frame_out, handle_in, handle_out, frame_rate, external_ids, fields,
    {@}, rev)
  select (i ->> 'id')::uuid, (i ->> 'collection_id')::uuid, p_space.id, p_space.studio_id, p_space.project_id,
    trim(i ->> 'title'), coalesce(i ->> 'description', ''),
    coalesce(i ->> 'item_type_id', k.item_type,
      case p_space.type_id when 'illustration' then 'illustration' else 'shot' end), k.id,
    coalesce(last.order_rank, 0) + 1000 * n, s.slug,
    (i ->> 'frame_in')::integer, (i ->> 'frame_out')::integer,
    (i ->> 'handle_in')::integer, (i ->> 'handle_out')::integer, i ->> 'frame_rate',
    case jsonb_typeof(i -> 'external_ids') when 'object' then i -> 'external_ids' else '{}' end,
    case jsonb_typeof(i -> 'fields') when 'object' then i -> 'fields' else '{}' end,
    {coalesce((i ->> '@')::boolean, false)}, p_rev
  from jsonb_array_elements(private.json_list(p_changes -> 'items')) with ordinality as e (i, n)
  join private.import_slugs(p_space.id, private.json_list(p_changes -> 'items')) as s using (n)
  left join public.item_kinds k on k.id = (i ->> 'kind_id')::uuid
  left join (select o.collection_id, max(o.order_rank) as order_rank from public.items o
    where o.space_id = p_space.id group by o.collection_id) as last
    on last.collection_id = (i ->> 'collection_id')::uuid
  order by n;
  get diagnostics v_items = row_count;

  select s.id into v_status from public.task_statuses s where s.studio_id = p_space.studio_id
    order by s.is_default desc, s.position limit 1;
  if exists (select
    from jsonb_to_recordset(private.json_list(p_changes -> 'tasks')) as t (item_id uuid, stage_id uuid, status_id uuid,
      assignee_id uuid)
    left join public.items i on i.id = t.item_id and i.space_id = p_space.id
    left join public.stages g on g.id = t.stage_id and g.studio_id = p_space.studio_id
    left join public.task_statuses s on s.id = coalesce(t.status_id, v_status) and s.studio_id = p_space.studio_id
    left join public.studio_members m on m.user_id = t.assignee_id and m.studio_id = p_space.studio_id
      and m.archived_at is null
    where i.id is null or g.id is null or s.id is null or (t.assignee_id is not null and m.user_id is null)) then
    raise exception 'A task names an item, a stage, a status or a person that is not there' using errcode = '22023';
  end if;
  insert into public.item_tasks (id, item_id, stage_id, space_id, studio_id, project_id, title, status_id, assignee_id,
    due_date, priority, is_disabled, fields, rev)
  select t.id, t.item_id, t.stage_id, p_space.id, p_space.studio_id, p_space.project_id, g.name,
    coalesce(t.status_id, v_status), t.assignee_id, t.due_date,
    coalesce(t.priority, 0), coalesce(t.is_disabled, false),
    case jsonb_typeof(t.fields) when 'object' then t.fields else '{}' end, p_rev
  from jsonb_to_recordset(private.json_list(p_changes -> 'tasks'))
    as t (id uuid, item_id uuid, stage_id uuid, status_id uuid, assignee_id uuid, due_date date, priority integer,
      is_disabled boolean, fields jsonb)
  join public.stages g on g.id = t.stage_id;
  get diagnostics v_tasks = row_count;
  insert into public.task_estimations (task_id, space_id, studio_id, project_id, estimated_hours, rev)
  select t.id, p_space.id, p_space.studio_id, p_space.project_id, round(t.estimated_hours, 1), p_rev
  from jsonb_to_recordset(private.json_list(p_changes -> 'tasks')) as t (id uuid, estimated_hours numeric)
  where t.estimated_hours is not null;
  perform set_config('xsheet.no_defaults', '', true);
  return jsonb_build_object('collections', v_collections, 'items', v_items, 'tasks', v_tasks);
end $$
$sql$);

create function private.has_values(p_item public.items, p_expected jsonb) returns boolean
language sql stable set search_path = '' as $$
  -- Whether an item has these values; of its fields, the named ones, null for none.
  select to_jsonb(p_item) @> (p_expected - 'fields') and not exists (
    select from jsonb_each(case jsonb_typeof(p_expected -> 'fields') when 'object' then p_expected -> 'fields'
      else '{}' end) as e
    where coalesce(private.all_fields(p_item.fields, p_item.id) -> e.key, 'null') <> e.value)
$$;

create function private.find_import_conflicts(p_space public.spaces, p_changes jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- What an import would change but somebody has changed to something else since: [{id, field}]. Definer: as above.
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'field', w.field)), '[]')
  from (
    select c ->> 'id' as id, 'item' as field
    from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
    left join public.items i on i.id = (c ->> 'id')::uuid and i.space_id = p_space.id
    where i.id is null or not private.has_values(i, coalesce(c -> 'expected', '{}'))
    union all
    select c ->> 'id', c ->> 'field'
    from jsonb_array_elements(private.json_list(p_changes -> 'task_changes')) as c
    left join public.item_tasks t on t.id = (c ->> 'id')::uuid and t.space_id = p_space.id
    left join public.task_estimations e on e.task_id = t.id
    cross join lateral (select case
      when c ->> 'field' like 'fields.%' then private.all_fields(t.fields, t.id) ->> substr(c ->> 'field', 8)
      when c ->> 'field' = 'due_date' then t.due_date::text
      when c ->> 'field' = 'estimated_hours' then trim_scale(e.estimated_hours)::text
      else to_jsonb(t) ->> (c ->> 'field') end) as present (value)
    where t.id is null
      or present.value is distinct from c ->> 'from' and present.value is distinct from c ->> 'to'
  ) as w
$$;

select private.run_with_flags($sql$
create function private.import_item_changes(p_space public.spaces, p_changes jsonb, p_rev bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Sets new values of existing items, only where they still have the expected ones. Returns the ids of those that do
-- not, as a list. Definer: as above.
declare
  v_conflicts text[];
begin
  select array_agg(c ->> 'id') into v_conflicts
  from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
  where not exists (select from public.items i
    where i.id = (c ->> 'id')::uuid and i.space_id = p_space.id
      and private.has_values(i, coalesce(c -> 'expected', '{}')));
  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
    where c -> 'fields' ? 'collection_id'
    and not exists (select from public.collections o
      where o.id = (c -> 'fields' ->> 'collection_id')::uuid and o.space_id = p_space.id)) then
    raise exception 'An item belongs to a collection of its space' using errcode = '22023';
  end if;
  perform private.check_import_kinds(p_space, (select coalesce(jsonb_agg(c -> 'fields'), '[]')
    from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
    where c -> 'fields' ? 'kind_id'));
  update public.items i set
    title = coalesce(trim(w.f ->> 'title'), i.title), description = coalesce(w.f ->> 'description', i.description),
    collection_id = coalesce((w.f ->> 'collection_id')::uuid, i.collection_id),
    item_type_id = coalesce(w.f ->> 'item_type_id', i.item_type_id),
    kind_id = case when w.f ? 'kind_id' then (w.f ->> 'kind_id')::uuid else i.kind_id end,
    frame_in = case when w.f ? 'frame_in' then (w.f ->> 'frame_in')::integer else i.frame_in end,
    frame_out = case when w.f ? 'frame_out' then (w.f ->> 'frame_out')::integer else i.frame_out end,
    handle_in = case when w.f ? 'handle_in' then (w.f ->> 'handle_in')::integer else i.handle_in end,
    handle_out = case when w.f ? 'handle_out' then (w.f ->> 'handle_out')::integer else i.handle_out end,
    frame_rate = case when w.f ? 'frame_rate' then w.f ->> 'frame_rate' else i.frame_rate end,
    external_ids = case jsonb_typeof(w.f -> 'external_ids') when 'object' then w.f -> 'external_ids'
      else i.external_ids end,
    fields = case jsonb_typeof(w.f -> 'fields') when 'object'
      then jsonb_strip_nulls(i.fields || (w.f -> 'fields')) else i.fields end,
    {@ = coalesce((w.f ->> '@')::boolean, i.@)},
    updated_at = now(), rev = p_rev
  from (
    select (c ->> 'id')::uuid as id, c -> 'fields' as f
      from jsonb_array_elements(private.json_list(p_changes -> 'item_changes')) as c
    where jsonb_typeof(c -> 'fields') = 'object'
  ) as w
  where i.id = w.id and i.space_id = p_space.id
    and w.id::text <> all(coalesce(v_conflicts, '{}'));
  return (select coalesce(jsonb_agg(jsonb_build_object('id', c, 'field', 'item')), '[]')
    from unnest(v_conflicts) as c);
end $$
$sql$);

create function private.import_task_field(
  p_space public.spaces, p_key text, p_ids uuid[], p_new jsonb, p_old jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Sets a studio field of tasks, only where it still has its old value. Returns what was skipped, as update_tasks does.
-- Definer: as above.
declare
  v_left uuid[];
begin
  with wanted as (
    select w.id, p_new -> (w.n - 1)::integer as new_value, p_old -> (w.n - 1)::integer as old_value
    from unnest(p_ids) with ordinality as w (id, n)
  ), changed as (
    update public.item_tasks t set fields = jsonb_strip_nulls(t.fields || jsonb_build_object(p_key, w.new_value)),
      updated_at = now(), rev = private.next_rev(p_space.studio_id)
    from wanted w
    where t.id = w.id and coalesce(private.all_fields(t.fields, t.id) -> p_key, 'null') in (w.old_value, w.new_value)
    returning t.id
  )
  select array_agg(w.id) into v_left from wanted w where w.id not in (select c.id from changed c);
  return jsonb_build_object('skipped', (select coalesce(
    jsonb_agg(jsonb_build_object('task_id', l, 'reason', 'changed')),
    '[]') from unnest(v_left) as l));
end $$;

create function private.import_task_changes(p_space public.spaces, p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Sets new values of existing tasks, field by field as update_tasks does, so that a new status is announced. A task is
-- enabled before everything else and disabled after it. Returns what was skipped as [{id, field}]. Definer: as above.
declare
  v_part record;
  v_answer jsonb;
  v_left jsonb := '[]';
begin
  if exists (select from jsonb_array_elements(private.json_list(p_changes -> 'task_changes')) as c
    where not exists (select from public.item_tasks t where t.id = (c ->> 'id')::uuid and t.space_id = p_space.id)) then
    perform private.refuse_missing('Task not found');
  end if;
  for v_part in
    select c ->> 'field' as field, array_agg((c ->> 'id')::uuid) as ids,
      jsonb_agg(coalesce(c -> 'to', 'null')) as new_values, jsonb_agg(coalesce(c -> 'from', 'null')) as old_values
    from jsonb_array_elements(private.json_list(p_changes -> 'task_changes')) as c
    group by c ->> 'field', c ->> 'field' = 'is_disabled' and c ->> 'to' = 'true'
    order by case when c ->> 'field' <> 'is_disabled' then 1
      when c ->> 'field' = 'is_disabled' and c ->> 'to' = 'true' then 2
      else 0 end, 1
  loop
    v_answer := case when v_part.field like 'fields.%'
      then private.import_task_field(p_space, substr(v_part.field, 8), v_part.ids, v_part.new_values, v_part.old_values)
      else private.update_tasks(v_part.ids, v_part.field, v_part.new_values, v_part.old_values, null) end;
    v_left := v_left
      || (select coalesce(jsonb_agg(jsonb_build_object('id', s ->> 'task_id', 'field', v_part.field)), '[]')
      from jsonb_array_elements(v_answer -> 'skipped') as s where s ->> 'reason' <> 'unchanged');
  end loop;
  return v_left;
end $$;

create function private.import_comments(p_space public.spaces, p_comments jsonb, p_rev bigint) returns integer
language plpgsql security definer set search_path = '' as $$
-- Adds comments imported from elsewhere to tasks: each once on its task, whoever imports it again, with its original
-- date, at the latest now. Its author is a current or former member, or a name without an account here; comments of
-- others are imported by those who may delete them. Nobody is notified. Returns how many are new. Definer: they are
-- written for others.
declare
  v_count integer;
begin
  if p_comments = '[]' then
    return 0;
  elsif not p_space.project_id = any(private.my_project_ids_with('comment')) then
    raise exception 'Your role may not comment' using errcode = '42501';
  elsif not p_space.project_id = any(private.my_project_ids_with('delete')) and exists (
    select from jsonb_array_elements(p_comments) as c where c ->> 'author_id' is distinct from auth.uid()::text) then
    raise exception 'Your role may not bring in what others have said' using errcode = '42501';
  elsif exists (select from jsonb_array_elements(p_comments) as c
    left join public.item_tasks t on t.id = (c ->> 'task_id')::uuid and t.space_id = p_space.id
    left join public.studio_members m on m.user_id = (c ->> 'author_id')::uuid and m.studio_id = p_space.studio_id
    where t.id is null or c ->> 'author_id' is not null and m.user_id is null
      or coalesce(trim(c ->> 'content'), '') = '' or coalesce(c ->> 'key', '') = ''
      or length(c ->> 'author_name') > 200) then
    raise exception 'A comment names a task and a member of the space, and has a text and a key'
      using errcode = '22023';
  end if;
  perform set_config('xsheet.importing', 'on', true);
  insert into public.comments (id, task_id, space_id, studio_id, project_id, content, metadata, created_by, created_at,
    rev)
  select (c ->> 'id')::uuid, (c ->> 'task_id')::uuid, p_space.id, p_space.studio_id, p_space.project_id,
    c ->> 'content', jsonb_strip_nulls(jsonb_build_object('authorName', case
      when c ->> 'author_id' is null then nullif(trim(c ->> 'author_name'), '')
      else private.author_name((c ->> 'author_id')::uuid) end,
      'imported', jsonb_build_object('by', auth.uid(), 'at', to_jsonb(now()), 'key', c ->> 'key'))),
    (c ->> 'author_id')::uuid, least(coalesce((c ->> 'said_at')::timestamptz, now()), now()), p_rev
  from jsonb_array_elements(p_comments) as c
  on conflict do nothing;
  get diagnostics v_count = row_count;
  perform set_config('xsheet.importing', '', true);
  return v_count;
end $$;

create function private.json_ids(p_value jsonb) returns uuid[]
language sql immutable set search_path = '' as $$
  -- A list of ids; empty if the value is not a list.
  select array(select k::uuid from jsonb_array_elements_text(private.json_list(p_value)) as k)
$$;

create function private.remove_unused_names(p_space public.spaces, p_ids jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Removes the statuses, stages and kinds of items that an import added, if nothing in the studio uses them, and those
-- of the space that none of its tasks use. Returns what stays: [{of, name}]. Definer: what uses them may be hidden from
-- the caller.
declare
  v_statuses uuid[] := private.json_ids(p_ids -> 'statuses');
  v_stages uuid[] := private.json_ids(p_ids -> 'stages');
  v_kinds uuid[] := private.json_ids(p_ids -> 'kinds');
  v_studio_id uuid := p_space.studio_id;
begin
  delete from public.space_stages l where l.space_id = p_space.id
    and l.stage_id = any(private.json_ids(p_ids -> 'space_stages'))
    and not exists (select from public.item_tasks t where t.space_id = p_space.id and t.stage_id = l.stage_id);
  delete from public.space_statuses l where l.space_id = p_space.id
    and l.status_id = any(private.json_ids(p_ids -> 'space_statuses'))
    and not exists (select from public.item_tasks t where t.space_id = p_space.id and t.status_id = l.status_id);
  if v_studio_id = any(private.my_studio_ids_with('delete')) then
    delete from public.item_kinds k where k.studio_id = v_studio_id and k.id = any(v_kinds)
      and not exists (select from public.items i where i.studio_id = v_studio_id and i.kind_id = k.id)
      and not exists (select from public.spaces s where s.studio_id = v_studio_id and k.id = any(s.kind_ids))
      and not exists (select from public.stage_needs n where n.kind_id = k.id);
    delete from public.stages g where g.studio_id = v_studio_id and g.id = any(v_stages)
      and not exists (select from public.item_tasks t where t.studio_id = v_studio_id and t.stage_id = g.id)
      and not exists (select from public.space_stages l where l.stage_id = g.id)
      and not exists (select from public.studio_stage_preset_items p where p.stage_id = g.id)
      and not exists (select from public.stage_needs n where g.id in (n.stage_id, n.needs_stage_id))
      and not exists (select from public.item_kinds k where k.studio_id = v_studio_id and g.id = any(k.stage_ids));
    delete from public.task_statuses s where s.studio_id = v_studio_id and s.id = any(v_statuses) and not s.is_default
      and not exists (select from public.item_tasks t where t.studio_id = v_studio_id and t.status_id = s.id)
      and not exists (select from public.space_statuses l where l.status_id = s.id)
      and not exists (select from public.studio_status_preset_items p where p.status_id = s.id);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('of', a.what, 'name', a.name) order by a.n, a.name), '[]')
    from (
      select 1 as n, 'status' as what, s.name from public.task_statuses s
      where s.studio_id = v_studio_id and s.id = any(v_statuses)
      union all select 2, 'stage', g.name from public.stages g
      where g.studio_id = v_studio_id and g.id = any(v_stages)
      union all select 3, 'kind', k.name from public.item_kinds k
      where k.studio_id = v_studio_id and k.id = any(v_kinds)
    ) as a);
end $$;

create function private.import_deletions(p_space public.spaces, p_changes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- Removes what an import added: comments nobody has edited, tasks, items, collections left empty, fields left without
-- values, and unused options. Returns how many rows. Definer: as above.
declare
  v_ids jsonb := case jsonb_typeof(p_changes -> 'deletions') when 'object' then p_changes -> 'deletions' else '{}' end;
  v_count integer;
  v_deleted integer := 0;
begin
  if v_ids = '{}' then
    return 0;
  end if;
  if not p_space.project_id = any(private.my_project_ids_with('delete')) then
    raise exception 'Your role may not delete this' using errcode = '42501';
  end if;
  delete from public.comments c
    where c.space_id = p_space.id and c.metadata ? 'imported' and not c.is_edited and c.id in (select k::uuid
      from jsonb_array_elements_text(private.json_list(v_ids -> 'comments')) as k);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.item_tasks t
    where t.space_id = p_space.id and t.id in (select k::uuid
      from jsonb_array_elements_text(private.json_list(v_ids -> 'tasks')) as k);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.items i
    where i.space_id = p_space.id and i.id in (select k::uuid
      from jsonb_array_elements_text(private.json_list(v_ids -> 'items')) as k);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.collections c
    where c.space_id = p_space.id and c.id in (select k::uuid
      from jsonb_array_elements_text(private.json_list(v_ids -> 'collections')) as k)
    and not exists (select from public.items i where i.collection_id = c.id);
  get diagnostics v_count = row_count;
  v_deleted := v_deleted + v_count;
  delete from public.field_definitions d
    where d.studio_id = p_space.studio_id and d.studio_id = any(private.my_studio_ids_with('delete'))
    and d.id in (select k::uuid from jsonb_array_elements_text(private.json_list(v_ids -> 'fields')) as k)
    and not exists (select from public.items i where i.studio_id = d.studio_id and i.fields ? d.key)
    and (d.of <> 'task'
      or not exists (select from public.item_tasks t where t.studio_id = d.studio_id and t.fields ? d.key))
    -- Restricted values outlast their rows.
    and not exists (select from private.restricted_values v where v.field_id = d.id
      and (exists (select from public.items i where i.id = v.row_id)
        or exists (select from public.item_tasks t where t.id = v.row_id)));
  get diagnostics v_count = row_count;
  perform private.remove_unused_options(p_space.studio_id, private.json_list(v_ids -> 'options'));
  return v_deleted + v_count;
end $$;

create function private.apply_import(p_space_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.apply_import. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'apply_import', concat_ws('|', p_space_id, p_changes::text));
  v_space public.spaces;
  v_rev bigint;
  v_made jsonb;
  v_conflicts jsonb;
  v_deleted integer;
  v_kept jsonb;
begin
  if v_known is not null then
    return v_known;
  end if;
  select s.* into v_space from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids());
  if v_space.id is null then
    perform private.refuse_missing('Space not found');
  end if;
  if not v_space.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not change items' using errcode = '42501';
  end if;
  if jsonb_typeof(p_changes) is distinct from 'object'
    or jsonb_array_length(private.json_list(p_changes -> 'items')) > 20000
    or jsonb_array_length(private.json_list(p_changes -> 'tasks')) > 200000
    or jsonb_array_length(private.json_list(p_changes -> 'comments')) > 20000 then
    raise exception 'An import is an object that makes at most 20,000 items, 200,000 tasks and 20,000 comments. '
      'Bring it in parts.' using errcode = '22023';
  end if;
  if p_changes ->> 'only_check' = 'true' then
    v_conflicts := private.find_import_conflicts(v_space, p_changes);
    if v_conflicts <> '[]' then
      raise exception '% values were changed by somebody else since the plan was made', jsonb_array_length(v_conflicts)
        using errcode = '23505';
    end if;
    return private.end_operation(p_operation_id, jsonb_build_object('collections', 0, 'items', 0, 'tasks', 0,
      'comments', 0, 'changed', 0, 'deleted', 0, 'conflicts', v_conflicts, 'kept', '[]'::jsonb,
      'rev', (select k.rev from private.studio_clocks k where k.studio_id = v_space.studio_id)));
  end if;
  v_rev := private.next_rev(v_space.studio_id); -- lock the clock before any row
  v_made := private.import_new_rows(v_space, p_changes, v_rev);
  v_made := v_made || jsonb_build_object('comments',
    private.import_comments(v_space, private.json_list(p_changes -> 'comments'), v_rev));
  v_conflicts := case when private.json_list(p_changes -> 'item_changes') = '[]' then '[]'
      else private.import_item_changes(v_space, p_changes, v_rev) end
    || case when private.json_list(p_changes -> 'task_changes') = '[]' then '[]'
      else private.import_task_changes(v_space, p_changes) end;
  v_deleted := private.import_deletions(v_space, p_changes);
  v_kept := private.remove_unused_names(v_space, p_changes -> 'deletions');
  if v_conflicts <> '[]' and p_changes ->> 'on_conflict' is distinct from 'skip' then
    raise exception '% values were changed by somebody else since the plan was made', jsonb_array_length(v_conflicts)
      using errcode = '23505';
  end if;
  return private.end_operation(p_operation_id, v_made || jsonb_build_object(
    'rev', v_rev, 'deleted', v_deleted, 'conflicts', v_conflicts, 'kept', v_kept,
    'changed', jsonb_array_length(private.json_list(p_changes -> 'item_changes'))
      + jsonb_array_length(private.json_list(p_changes -> 'task_changes'))
      - jsonb_array_length(v_conflicts)));
exception
  when invalid_text_representation or numeric_value_out_of_range or check_violation or not_null_violation
    or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value then
    raise exception 'The import cannot be carried out: %', sqlerrm using errcode = '22023';
end $$;

create function public.apply_import(p_space_id uuid, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$
  -- Carries out an import in one step, all or nothing: {collections: [{id, name, episode?, is_default?}], items: [{id,
  -- collection_id, title, slug?, description?, item_type_id?, kind_id?, frame_in?, frame_out?, handle_in?, handle_out?,
  -- frame_rate?, external_ids?, fields?}], tasks: [{id, item_id, stage_id, status_id?, assignee_id?, due_date?,
  -- priority?, is_disabled?, estimated_hours?, fields?}], comments: [{id, task_id, content, author_id?, author_name?,
  -- said_at?, key}], item_changes: [{id, expected, fields}], task_changes: [{id, field, from, to}], deletions: {items,
  -- tasks, comments, collections, fields, options: [{field_id, id}], statuses, stages, kinds, space_statuses,
  -- space_stages}, on_conflict: 'refuse' (23505) or 'skip', only_check: true to refuse and do nothing else}. A task
  -- takes a comment of each key once. Statuses, stages and kinds are deleted only where nothing uses them: `kept` names
  -- the others. Returns {rev, collections, items, tasks, comments, changed, deleted, conflicts: [{id, field}], kept:
  -- [{of, name}]}; a repeat returns the same. 22023 bad values, 42501 not allowed, P0002 unknown space or task, 23505
  -- conflicting ids or values.
  select private.apply_import(p_space_id, p_changes, p_operation_id)
$$;

create function public.list_imported_comments(p_space_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Lists the imported comments of a space as [{task_id, key}]: importing the same source again skips them.
  select coalesce(jsonb_agg(jsonb_build_object('task_id', c.task_id, 'key', c.metadata #>> '{imported,key}')
    order by c.id), '[]')
  from public.comments c where c.space_id = p_space_id and c.metadata ? 'imported'
$$;

grant execute on function
  public.list_imported_comments(uuid),
  private.apply_import(uuid, jsonb, uuid), public.apply_import(uuid, jsonb, uuid)
to authenticated, service_role;
