-- How each table's changes are named in the log, and what is logged of them.

create function private.differing(p_these jsonb, p_those jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- The entries of one object that another lacks or has with another value.
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(p_these) as e
  where p_those -> e.key is distinct from e.value
$$;

create function private.place_sql(p_place text) returns jsonb
language sql immutable set search_path = '' as $sql$
  -- For a row r that lies in a task, item, collection, space or project: the ids of its place, its names, and the joins
  -- they need.
  select jsonb_build_object('ids', l.ids, 'names', l.names, 'joins', l.joins) from (values
    ('task', 'r.project_id, r.space_id, t.item_id, t.id',
      '''project'', p.name, ''space'', s.name, ''collection'', c.name, ''item'', i.title, ''stage'', g.name',
      'join public.item_tasks t on t.id = r.task_id join public.items i on i.id = t.item_id
       join public.collections c on c.id = i.collection_id join public.stages g on g.id = t.stage_id
       join public.spaces s on s.id = r.space_id join public.projects p on p.id = r.project_id'),
    ('a task', 'r.project_id, r.space_id, r.item_id, r.id',
      '''project'', p.name, ''space'', s.name, ''collection'', c.name, ''item'', i.title, ''stage'', g.name',
      'join public.items i on i.id = r.item_id join public.collections c on c.id = i.collection_id
       join public.stages g on g.id = r.stage_id
       join public.spaces s on s.id = r.space_id join public.projects p on p.id = r.project_id'),
    ('an item', 'r.project_id, r.space_id, r.id, null::uuid',
      '''project'', p.name, ''space'', s.name, ''collection'', c.name, ''item'', r.title',
      'join public.collections c on c.id = r.collection_id
       join public.spaces s on s.id = r.space_id join public.projects p on p.id = r.project_id'),
    ('a link', 'r.project_id, i.space_id, i.id, null::uuid',
      '''project'', p.name, ''space'', s.name, ''collection'', c.name, ''item'', i.title',
      'join public.items i on i.id = r.from_item_id join public.collections c on c.id = i.collection_id
       join public.spaces s on s.id = i.space_id join public.projects p on p.id = r.project_id'),
    ('a collection', 'r.project_id, r.space_id, null::uuid, null::uuid',
      '''project'', p.name, ''space'', s.name, ''collection'', r.name',
      'join public.spaces s on s.id = r.space_id join public.projects p on p.id = r.project_id'),
    ('a space', 'r.project_id, r.id, null::uuid, null::uuid', '''project'', p.name, ''space'', r.name',
      'join public.projects p on p.id = r.project_id'),
    ('a project', 'r.id, null::uuid, null::uuid, null::uuid', '''project'', r.name', ''),
    ('project', 'r.project_id, null::uuid, null::uuid, null::uuid', '''project'', p.name',
      'join public.projects p on p.id = r.project_id'),
    ('studio', 'null::uuid, null::uuid, null::uuid, null::uuid', '', '')
  ) as l (place, ids, names, joins) where l.place = p_place
$sql$;

create function private.change_sql(p_operation text, p_how jsonb) returns text
language plpgsql immutable set search_path = '' as $fn$
-- The select that describes what a statement did to a table, for private.events_sql. p_how: {thing, verbs: {INSERT,
-- UPDATE, DELETE}, place, key: [columns], name and values: {name: expression over the row r}, only: condition over r}.
-- It is planned anew each time, for the actual number of rows.
declare
  v_place jsonb := private.place_sql(p_how ->> 'place');
  v_key text[] := private.text_array(coalesce(p_how -> 'key', '["id"]'));
  v_values text := (select 'jsonb_build_object(' || string_agg(format('%L, %s', e.key, e.value #>> '{}'), ', ') || ')'
    from jsonb_each(p_how -> 'values') as e);
  v_names text := 'jsonb_build_object(' || concat_ws(', ', nullif(v_place ->> 'names', ''),
    '''name'', ' || (p_how ->> 'name')) || ')';
  v_only text := coalesce(p_how ->> 'only', 'true');
  v_ids text := (select string_agg(i || ' as ' || n, ', ') from unnest(string_to_array(v_place ->> 'ids', ', '),
    array['project_id', 'space_id', 'item_id', 'task_id']) as x (i, n));
begin
  return format(case p_operation
    when 'UPDATE' then $sql$
      select r.studio_id, %1$L as kind, %2$s, r.%3$I as thing_id, %4$s as names,
        private.differing(r.was, r.becomes) as old, private.differing(r.becomes, r.was) as new,
        row_number() over () as n
      from (
        select n.*, o.logged as was, n.logged as becomes
        from (select r.*, %5$s as logged from new_rows r where %7$s) as n
        join (select r.*, %5$s as logged from old_rows r) as o on (%8$s)
        where n.logged <> o.logged
      ) as r %6$s
    $sql$
    when 'INSERT' then $sql$
      select r.studio_id, %1$L as kind, %2$s, r.%3$I as thing_id, %4$s as names, '{}'::jsonb as old, %5$s as new,
        row_number() over () as n
      from new_rows r %6$s where %7$s
    $sql$
    else $sql$
      select r.studio_id, %1$L as kind, %2$s, r.%3$I as thing_id, %4$s as names, %5$s as old, '{}'::jsonb as new,
        row_number() over () as n
      from old_rows r %6$s where %7$s
    $sql$ end,
    (p_how ->> 'thing') || '.' || (p_how -> 'verbs' ->> p_operation), v_ids, v_key[1], v_names, v_values,
    v_place ->> 'joins', v_only, (select string_agg(format('o.%1$I = n.%1$I', k), ' and ') from unnest(v_key) as k));
end $fn$;

create function private.is_logged(p_operation text, p_table text, p_depth integer) returns boolean
language plpgsql set search_path = '' as $$
-- Whether a statement is an event of its own: not rows deleted with their parent, nor restored with it, nor the comment
-- that a change of status leaves by itself.
declare
  v_root text := current_setting('xsheet.restored', true);
begin
  if p_operation = 'DELETE' then
    return p_depth = 1;
  elsif p_operation = 'INSERT' and current_setting('xsheet.restoring', true) = 'on' then
    if coalesce(v_root, '') in ('', p_table) then
      perform set_config('xsheet.restored', p_table, true);
      return true;
    end if;
    return false;
  end if;
  return not (p_operation = 'INSERT' and p_table = 'comments' and p_depth > 1);
end $$;

create function private.tg_log() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Logs what a statement did to a table, as its argument describes: see private.change_sql, and is_audit. Definer:
-- nobody else writes events.
declare
  v_how jsonb := tg_argv[0]::jsonb;
  v_verb text := coalesce(v_how -> 'verbs' ->> tg_op,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end);
  v_is_audit boolean := coalesce((v_how ->> 'is_audit')::boolean, false);
begin
  if not (v_is_audit or private.is_logged(tg_op, tg_table_name, pg_trigger_depth())) then
    return null;
  elsif tg_op = 'INSERT' and current_setting('xsheet.restoring', true) = 'on' then
    v_verb := 'restored';
  elsif tg_op = 'INSERT' and current_setting('xsheet.importing', true) = 'on' then
    v_verb := 'imported'; -- imported history: neither rules nor webhooks treat it as news
  end if;
  v_how := v_how || jsonb_build_object('verbs', jsonb_build_object(tg_op, v_verb));
  execute private.events_sql(private.change_sql(tg_op, v_how)) using private.event_author(), v_is_audit;
  return null;
end $$;

create function private.status_events_sql() returns text
language sql immutable set search_path = '' as $fn$
  -- Logs the changes of statuses in the studio $2 by the author $1, in one statement of their own: the most frequent
  -- change, and often of thousands. What many rows share is built once: the texts of each status, and the names of a
  -- collection's stage, joined with the item's own. Numbers follow the clock's, which is locked. The studio is the
  -- items' and the joins are outer ones so that the plan is made for the actual number of rows: nothing is known of a
  -- task beforehand, and with an inner join or a condition on its studio the planner would expect few rows.
  select $sql$
    with base as materialized (
      select k.event_seq from private.studio_clocks k where k.studio_id = $2 for update
    ), moved as materialized (
      select n.id, n.item_id, n.stage_id, n.status_id, o.status_id as was, i.title, i.collection_id,
        row_number() over () as n
      from new_rows n join old_rows o on o.id = n.id and o.status_id <> n.status_id
      join public.items i on i.id = n.item_id where i.studio_id = $2
    ), statuses as materialized (
      select s.id, jsonb_build_object('status_id', s.id, 'status', s.name) as said
      from public.task_statuses s where s.studio_id = $2
    ), places as materialized (
      select c.id, g.id as stage_id, p.id as project_id, s.id as space_id, d.first, d.last, jsonb_build_object(
        'project', p.name, 'space', s.name, 'collection', c.name, 'stage', g.name) as names
      from (select m.collection_id, m.stage_id, min(m.n) as first, max(m.n) as last from moved m group by 1, 2) as d
      join public.collections c on c.id = d.collection_id join public.stages g on g.id = d.stage_id
      join public.spaces s on s.id = c.space_id join public.projects p on p.id = s.project_id
    ), placed as (
      insert into private.project_events as p (project_id, first_seq, last_seq)
      select l.project_id, (select event_seq from base) + min(l.first), (select event_seq from base) + max(l.last)
      from places l group by l.project_id
      on conflict (project_id) do update set last_seq = excluded.last_seq
    ), counted as (
      update private.studio_clocks k set event_seq = k.event_seq + (select max(l.last) from places l)
      where k.studio_id = $2 and exists (select from moved)
    )
    insert into public.events (studio_id, seq, kind, project_id, space_id, item_id, task_id, thing_id, names, item_name,
      old, new, actor_kind, actor_id, actor_name, via_id, operation_id, cause, depth)
    select $2, (select event_seq from base) + m.n, 'task.status_changed', l.project_id, l.space_id, m.item_id, m.id,
      m.id, l.names, m.title, w.said, b.said,
      ($1).actor_kind, ($1).actor_id, ($1).actor_name, ($1).via_id, ($1).operation_id, ($1).cause, ($1).depth
    from moved m left join statuses w on w.id = m.was left join statuses b on b.id = m.status_id
    left join places l on l.id = m.collection_id and l.stage_id = m.stage_id
  $sql$
$fn$;

create function private.field_change_sql(p_place text) returns text
language plpgsql immutable set search_path = '' as $fn$
-- Changes of the studio's own fields of rows that are a place of private.place_sql, one for each value.
declare
  v_place jsonb := private.place_sql(p_place);
  v_ids text[] := string_to_array(v_place ->> 'ids', ', ');
begin
  return format($sql$
    select r.studio_id, 'field.changed' as kind, %s as project_id, %s as space_id, %s as item_id, %s as task_id,
      d.id as thing_id, jsonb_build_object(%s, 'name', coalesce(d.name, v.key)) as names,
      jsonb_build_object('key', v.key, 'value', o.fields -> v.key) as old,
      jsonb_build_object('key', v.key, 'value', r.fields -> v.key) as new, row_number() over () as n
    from new_rows r join old_rows o on o.id = r.id and o.fields <> r.fields
      and current_setting('xsheet.moving_fields', true) is distinct from 'on'
    cross join lateral (select k.key from jsonb_object_keys(o.fields || r.fields) as k (key)
      where o.fields -> k.key is distinct from r.fields -> k.key) as v
    left join public.field_definitions d on d.studio_id = r.studio_id and d.key = v.key
    %s
  $sql$, v_ids[1], v_ids[2], v_ids[3], v_ids[4], v_place ->> 'names', v_place ->> 'joins');
end $fn$;

create function private.tg_log_tasks() returns trigger
language plpgsql security definer set search_path = '' set enable_mergejoin = off as $$
-- Logs what a statement did to tasks. Tasks created with their item are covered by its event. Old and new rows are
-- unordered, so that a merge join would sort both first. Definer: see tg_log.
declare
  v_author private.event_author := private.event_author();
  v_studio uuid;
  v_person constant text := '(select u.display_name from public.user_profiles u where u.id = r.assignee_id)';
  v_status constant text := '(select s.name from public.task_statuses s where s.id = r.status_id)';
  v_task constant jsonb := '{"thing": "task", "place": "a task"}';
  v_made jsonb := v_task || jsonb_build_object('values', jsonb_build_object(
    'stage_id', 'r.stage_id', 'status_id', 'r.status_id', 'status', v_status, 'assignee_id', 'r.assignee_id',
    'assignee', v_person, 'due_date', 'r.due_date', 'priority', 'r.priority', 'is_disabled', 'r.is_disabled'));
  v_assigned constant jsonb := v_task || jsonb_build_object('verbs', '{"UPDATE": "assigned"}'::jsonb, 'values',
     jsonb_build_object('assignee_id', 'r.assignee_id', 'assignee', v_person));
  v_changed constant jsonb := v_task || jsonb_build_object('verbs', '{"UPDATE": "changed"}'::jsonb, 'values',
     jsonb_build_object('due_date', 'r.due_date', 'priority', 'r.priority', 'is_disabled', 'r.is_disabled'));
begin
  if tg_op = 'UPDATE' then
    if current_setting('xsheet.changing', true) = 'status' then -- of one studio
      execute private.status_events_sql() using v_author, (select n.studio_id from new_rows n limit 1);
    else
      for v_studio in select distinct n.studio_id from new_rows n order by n.studio_id loop
        execute private.status_events_sql() using v_author, v_studio;
      end loop;
      execute private.events_sql(private.change_sql(tg_op, v_assigned)) using v_author, false;
      execute private.events_sql(private.change_sql(tg_op, v_changed)) using v_author, false;
      execute private.events_sql(private.field_change_sql('a task')) using v_author, false;
    end if;
  elsif private.is_logged(tg_op, tg_table_name, pg_trigger_depth()) then
    v_made := v_made || jsonb_build_object('verbs', jsonb_build_object(tg_op,
        case when tg_op = 'DELETE' then 'deleted' when current_setting('xsheet.restoring', true) = 'on' then 'restored'
          else 'created' end),
      'only', case tg_op when 'INSERT' then 'r.rev <> i.rev' else 'true' end);
    execute private.events_sql(private.change_sql(tg_op, v_made)) using v_author, false;
  end if;
  return null;
end $$;

create function private.tg_log_fields() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Logs which field values a statement changed. Definer: see tg_log.
begin
  execute private.events_sql(private.field_change_sql(tg_argv[0])) using private.event_author(), false;
  return null;
end $$;

create function private.log_table(p_table regclass, p_how jsonb, p_operations text[] default '{INSERT,UPDATE,DELETE}')
returns void
language plpgsql set search_path = '' as $$
-- Turns on logging for a table: changes by people, scripts and rules, and for the audit log changes by anything.
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_operation text;
begin
  foreach v_operation in array p_operations loop
    execute format('create trigger %I after %s on %s referencing %s for each statement %s
      execute function private.tg_log(%L)',
      v_name || '_after_' || lower(v_operation) || '_log', v_operation, p_table,
      case v_operation when 'INSERT' then 'new table as new_rows' when 'DELETE' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end,
      case when p_how ? 'is_audit' then '' else 'when (auth.uid() is not null)' end, p_how);
  end loop;
end $$;

create function private.board_name(p_board_id uuid) returns text
language sql stable set search_path = '' as $$
  -- The name of the board's item or space; null for a project's board.
  select coalesce(i.title, s.name) from public.boards b left join public.items i on i.id = b.item_id
  left join public.spaces s on s.id = b.space_id where b.id = p_board_id
$$;

create trigger item_tasks_after_insert_log after insert on public.item_tasks
  referencing new table as new_rows for each statement when (auth.uid() is not null)
  execute function private.tg_log_tasks();
create trigger item_tasks_after_update_log after update on public.item_tasks
  referencing old table as old_rows new table as new_rows for each statement when (auth.uid() is not null)
  execute function private.tg_log_tasks();
create trigger item_tasks_after_delete_log after delete on public.item_tasks
  referencing old table as old_rows for each statement when (auth.uid() is not null)
  execute function private.tg_log_tasks();
create trigger items_after_update_log_fields after update on public.items
  referencing old table as old_rows new table as new_rows for each statement when (auth.uid() is not null)
  execute function private.tg_log_fields('an item');
create trigger projects_after_update_log_fields after update on public.projects
  referencing old table as old_rows new table as new_rows for each statement when (auth.uid() is not null)
  execute function private.tg_log_fields('a project');

select private.log_table('public.items', private.with_flags('{"thing": "item", "place": "an item", "values": {
  "title": "r.title", "description": "r.description", "item_type": "r.item_type_id", "collection_id": "r.collection_id",
  {"@": "r.@"}, "frame_in": "r.frame_in", "frame_out": "r.frame_out", "handle_in": "r.handle_in",
  "handle_out": "r.handle_out", "frame_rate": "r.frame_rate", "thumbnail_media_id": "r.thumbnail_media_id"}}')::jsonb);
select private.log_table('public.task_estimations', '{"thing": "task", "place": "task", "key": ["task_id"],
  "verbs": {"INSERT": "changed", "UPDATE": "changed", "DELETE": "changed"},
  "values": {"estimated_hours": "r.estimated_hours"}}');
select private.log_table('public.task_versions', '{"thing": "revision", "place": "task",
  "verbs": {"INSERT": "posted"}, "name": "''v'' || r.version_number",
  "values": {"version_number": "r.version_number", "comment": "r.comment", "time_spent": "r.time_spent"}}');
select private.log_table('public.comments', '{"thing": "comment", "place": "task", "only": "not r.is_automatic",
  "verbs": {"INSERT": "posted", "UPDATE": "edited"}, "values": {"content": "r.content"}}');
select private.log_table('public.task_blocks', '{"thing": "block", "place": "task", "values": {
  "start_date": "r.start_date", "duration": "r.duration", "assignee_id": "r.assignee_id",
  "assignee": "(select u.display_name from public.user_profiles u where u.id = r.assignee_id)"}}');
select private.log_table('public.collections', '{"thing": "collection", "place": "a collection",
  "only": "not r.is_default", "values": {"name": "r.name", "description": "r.description", "episode": "r.episode"}}');
select private.log_table('public.spaces', '{"thing": "space", "place": "a space",
  "values": {"name": "r.name", "layout": "r.type_id", "is_active": "r.is_active"}}');
select private.log_table('public.projects', '{"thing": "project", "place": "a project",
  "values": {"name": "r.name", "description": "r.description", "is_active": "r.is_active",
  "first_frame": "r.first_frame", "follows_file_versions": "r.follows_file_versions"}}');
select private.log_table('public.review_sessions', '{"thing": "review", "place": "project", "name": "r.name",
  "values": {"name": "r.name", "kind": "r.kind", "day": "r.day", "is_locked": "r.is_locked"}}');
-- A session's first entries come with its event, and what its query adds with the event that caused it.
select private.log_table('public.review_entries', '{"thing": "review", "place": "task", "key": ["session_id"],
  "verbs": {"INSERT": "entry_added"}, "name": "(select s.name from public.review_sessions s where s.id = r.session_id)",
  "only": "not r.is_followed and r.rev > (select s.rev from public.review_sessions s where s.id = r.session_id)",
  "values": {"entry_id": "r.id"}}', '{INSERT}');
select private.log_table('public.review_entries', '{"thing": "review", "place": "task", "key": ["session_id"],
  "verbs": {"DELETE": "entry_removed"}, "only": "not r.is_followed",
  "name": "(select s.name from public.review_sessions s where s.id = r.session_id)",
  "values": {"entry_id": "r.id"}}', '{DELETE}');
-- Moving an object on a board is not news.
select private.log_table('public.canvas_items', '{"thing": "board", "place": "project", "key": ["board_id"],
  "verbs": {"INSERT": "object_added", "DELETE": "object_removed"}, "name": "private.board_name(r.board_id)",
  "values": {"object_id": "r.id", "type": "r.type", "text": "r.text", "src": "r.src", "media_id": "r.media_id"}}',
  '{INSERT,DELETE}');
select private.log_table('public.canvas_items', '{"thing": "board", "place": "project",
  "verbs": {"UPDATE": "object_changed"}, "name": "private.board_name(r.board_id)",
  "values": {"text": "r.text", "src": "r.src", "media_id": "r.media_id"}}', '{UPDATE}');
-- What a new studio starts with is not news.
select private.log_table('public.stages', '{"thing": "stage", "place": "studio", "name": "r.name",
  "only": "r.rev > 1", "values": {"name": "r.name", "color": "r.color", "category": "r.category"}}');
select private.log_table('public.task_statuses', '{"thing": "status", "place": "studio", "name": "r.name",
  "only": "r.rev > 1", "values": {"name": "r.name", "short_code": "r.short_code", "color": "r.color",
  "is_done": "r.is_done", "is_default": "r.is_default"}}');
select private.log_table('public.field_definitions', '{"thing": "field_definition", "place": "studio",
  "name": "r.name", "values": {"of": "r.of", "key": "r.key", "name": "r.name", "kind": "r.kind",
  "options": "r.options"}}');
select private.log_table('public.item_kinds', '{"thing": "kind", "place": "studio", "name": "r.name",
  "only": "r.rev > 1", "values": {"name": "r.name", "icon": "r.icon", "stage_ids": "r.stage_ids",
  "field_ids": "r.field_ids"}}');
create function private.need_name(p_stage_id uuid, p_needs_stage_id uuid) returns text
language sql stable set search_path = '' as $$
  -- Which stage waits for which, in words.
  select (select s.name from public.stages s where s.id = p_stage_id) || ' for '
    || (select s.name from public.stages s where s.id = p_needs_stage_id)
$$;
select private.log_table('public.stage_needs', '{"thing": "need", "place": "studio", "only": "r.rev > 1",
  "name": "private.need_name(r.stage_id, r.needs_stage_id)",
  "values": {"kind": "(select k.name from public.item_kinds k where k.id = r.kind_id)"}}', '{INSERT,DELETE}');
select private.log_table('public.item_links', '{"thing": "link", "place": "a link",
  "key": ["from_item_id", "to_item_id", "kind"],
  "name": "(select o.title from public.items o where o.id = r.to_item_id)",
  "values": {"to_item_id": "r.to_item_id", "kind": "r.kind", "count": "r.quantity", "label": "r.label"}}');
select private.log_table('public.member_days_off', '{"thing": "day_off", "place": "studio", "key": ["user_id", "day"],
  "name": "private.author_name(r.user_id)", "values": {"day": "r.day"}}', '{INSERT,DELETE}');
create function private.is_view_told(p_studio_id uuid, p_owner_id uuid, p_form jsonb) returns boolean
language sql stable set search_path = '' as $$
  -- Whether a saved view is news: it is the studio's, and names no field that only some may read.
  select p_owner_id is null and not exists (select from public.field_definitions d
    where d.studio_id = p_studio_id and d.read_floor <> '' and private.names_field(p_form, d.id, d.key))
$$;
select private.log_table(t, '{"thing": "view", "place": "project", "name": "r.name",
  "only": "private.is_view_told(r.studio_id, r.owner_id, r.form)", "values": {"name": "r.name", "form": "r.form"}}')
from unnest('{public.space_views,public.project_views}'::regclass[]) as t;

create function private.event_kinds() returns text[]
language sql stable set search_path = '' as $fn$
  -- All kinds of events: those of tables, read from the triggers that write them, and those that no row causes.
  select array_agg(distinct k.kind) from (
    select (h.how ->> 'thing') || '.' || coalesce(h.how -> 'verbs' ->> o.operation, o.verb) as kind
    from pg_catalog.pg_trigger t
    cross join lateral (select convert_from(substr(t.tgargs, 1, length(t.tgargs) - 1), 'UTF8')::jsonb as how) as h
    join (values (4, 'INSERT', 'created'), (4, '', 'restored'), (4, '', 'imported'), (8, 'DELETE', 'deleted'),
      (16, 'UPDATE', 'changed')) as o (bit, operation, verb) on t.tgtype & o.bit <> 0
    where t.tgfoid = 'private.tg_log()'::regprocedure
    union all select unnest(array['task.created', 'task.changed', 'task.assigned', 'task.status_changed',
      'task.deleted', 'task.restored', 'task.date_reached', 'field.changed', 'member.signed_in',
      'member.renamed', 'export.made', 'studio.changed', 'webhook.tested', 'webhook.secret_renewed'])) as k
$fn$;

create function private.check_kinds(p_kinds text[]) returns void
language plpgsql stable set search_path = '' as $$
-- 22023 if a kind is neither a kind nor the subject of one: waiting for it would never end.
declare
  v_known text[];
  v_kind text;
begin
  if cardinality(p_kinds) > 0 then
    v_known := private.event_kinds();
    foreach v_kind in array p_kinds loop
      if v_kind <> all(v_known)
        and not exists (select from unnest(v_known) as k where split_part(k, '.', 1) = v_kind) then
        raise exception 'There is no kind of event %. Name a subject, such as task, or an event, such as task.changed',
          v_kind using errcode = '22023';
      end if;
    end loop;
  end if;
end $$;

create function private.tg_log_studio() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Logs that a studio was renamed. Definer: see tg_log.
begin
  perform private.log_event(new.id, 'studio.changed', jsonb_build_object('name', new.name), true, old.name);
  return null;
end $$;
create trigger studios_after_update_log after update on public.studios
  for each row when (auth.uid() is not null and new.name <> old.name) execute function private.tg_log_studio();
