-- Starting a review session, and changing what is looked at in it.

create function private.open_review(p_session_id uuid) returns public.review_sessions
language plpgsql stable security definer set search_path = '' as $$
-- The session, for a caller who may change it: P0002 where they may not see it, 42501 where their role may not, P0423
-- while it is locked. Definer: judges access by itself.
declare
  v_session public.review_sessions;
begin
  select s.* into v_session from public.review_sessions s
    where s.id = p_session_id and s.project_id = any(private.my_project_ids());
  if v_session.id is null then
    perform private.refuse_missing('Review session not found');
  elsif not v_session.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not change review sessions' using errcode = '42501';
  elsif v_session.is_locked then
    perform private.refuse(423, 'P0423', 'This review session is locked. Unlock it to change what was judged.');
  end if;
  return v_session;
end $$;

create function private.kept_entry_fields(p_row jsonb, p_fields jsonb, p_expected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Of the fields to set, those that may be set and still have their expected values.
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) as f
  where f.key in ('version_id', 'order_rank', 'cut_in', 'cut_out', 'handle_in', 'handle_out', 'judged_status_id')
    and (p_expected is null or jsonb_typeof(p_expected) = 'null' or not p_expected ? f.key
      or p_row -> f.key is not distinct from p_expected -> f.key
      or f.key = 'order_rank' and (p_row ->> f.key)::numeric = (p_expected ->> f.key)::numeric)
$$;

create function private.add_review_entries(p_session public.review_sessions, p_entries jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
-- Adds tasks of the session's project to it, at most 1000 in all; ones that are in it already stay as they are. Answers
-- how many are new. P0002 unknown task, revision or status. Definer: permission was checked by the callers.
declare
  v_added integer;
begin
  if exists (
    select from jsonb_to_recordset(p_entries) as w (task_id uuid, version_id uuid, judged_status_id uuid)
    left join public.item_tasks t on t.id = w.task_id and t.project_id = p_session.project_id
    where t.id is null) then
    perform private.refuse_missing('Task not found');
  end if;
  insert into public.review_entries (id, session_id, task_id, item_id, space_id, studio_id, project_id, version_id,
    order_rank, cut_in, cut_out, handle_in, handle_out, judged_status_id, rev)
  select w.id, p_session.id, t.id, t.item_id, t.space_id, t.studio_id, t.project_id, w.version_id,
    coalesce(w.order_rank, 0), w.cut_in, w.cut_out, coalesce(w.handle_in, 0), coalesce(w.handle_out, 0),
    w.judged_status_id, private.next_rev(p_session.studio_id)
  from jsonb_to_recordset(p_entries) as w (id uuid, task_id uuid, version_id uuid, order_rank numeric, cut_in integer,
    cut_out integer, handle_in integer, handle_out integer, judged_status_id uuid)
  join public.item_tasks t on t.id = w.task_id
  on conflict do nothing;
  get diagnostics v_added = row_count;
  if (select count(*) from public.review_entries e where e.session_id = p_session.id) > 1000 then
    raise exception 'A review session has at most 1000 tasks' using errcode = '22023';
  end if;
  return v_added;
end $$;

create function private.check_entries(p_entries jsonb) returns void
language plpgsql immutable set search_path = '' as $$
-- Refuses what is not a list of at most 1000 objects that each name an id, once (22023).
begin
  if coalesce(jsonb_typeof(p_entries), '') <> 'array' or jsonb_array_length(p_entries) > 1000
    or exists (select from jsonb_array_elements(p_entries) as e where jsonb_typeof(e) <> 'object'
      or coalesce(e ->> 'id', '') !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')
    or (select count(*) <> count(distinct lower(e ->> 'id')) from jsonb_array_elements(p_entries) as e) then
    raise exception 'Name at most 1000 entries, each with an id of its own' using errcode = '22023';
  end if;
end $$;

create function private.start_review(
  p_session_id uuid, p_project_id uuid, p_name text, p_kind text, p_day date, p_entries jsonb, p_operation_id uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.start_review. Definer: permission is checked once.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'start_review',
    concat_ws('|', p_session_id, p_project_id, p_name, p_kind, p_day, p_entries::text));
  v_studio uuid;
  v_session public.review_sessions;
  v_added integer;
begin
  if v_known is not null then
    return v_known;
  end if;
  select p.studio_id into v_studio from public.projects p
    where p.id = p_project_id and p.id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Project not found');
  elsif not p_project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not start reviews' using errcode = '42501';
  end if;
  perform private.check_entries(p_entries);
  insert into public.review_sessions (id, project_id, studio_id, name, kind, day, created_by, rev)
  values (p_session_id, p_project_id, v_studio, trim(p_name), p_kind, p_day, auth.uid(), private.next_rev(v_studio))
  returning * into v_session;
  v_added := private.add_review_entries(v_session, p_entries);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.next_rev(v_studio),
    'session_id', p_session_id, 'added', v_added));
exception
  when invalid_text_representation or numeric_value_out_of_range or not_null_violation then
    raise exception 'That is no review session' using errcode = '22023';
end $$;

create function public.start_review(
  p_session_id uuid, p_project_id uuid, p_name text, p_kind text, p_day date, p_entries jsonb default '[]',
  p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Starts a review session of a project (kind dailies, cut or client) with its tasks in one step. p_entries: [{id,
  -- task_id, version_id, order_rank, cut_in, cut_out, handle_in, handle_out}], at most 1000; a task twice is in it
  -- once.
  -- Answers {rev, session_id, added}. 22023 bad argument, 42501 not allowed, P0002 unknown project or task.
  select private.start_review(p_session_id, p_project_id, p_name, p_kind, p_day, p_entries, p_operation_id)
$$;

create function private.change_review(p_session_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_review. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_review',
    concat_ws('|', p_session_id, p_changes::text));
  v_session public.review_sessions;
  v_rev bigint;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_session := private.open_review(p_session_id);
  perform private.check_entries(p_changes);
  if jsonb_array_length(p_changes) = 0 or exists (
    select from jsonb_to_recordset(p_changes) as w (kind text, fields jsonb)
    where w.kind is null or w.kind not in ('add', 'set', 'remove')
      or w.kind <> 'remove' and coalesce(jsonb_typeof(w.fields), '') <> 'object') then
    raise exception 'A change has an id, a kind and fields' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_session.studio_id);
  -- Whoever came first may have locked it meanwhile.
  v_session := private.open_review(p_session_id);

  update public.review_entries e set version_id = n.version_id, order_rank = n.order_rank, cut_in = n.cut_in,
    cut_out = n.cut_out, handle_in = n.handle_in, handle_out = n.handle_out, judged_status_id = n.judged_status_id,
    rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
  join public.review_entries o on o.id = w.id and o.session_id = p_session_id
  cross join lateral jsonb_populate_record(o, private.kept_entry_fields(to_jsonb(o), w.fields, w.expected)) as n
  where w.kind = 'set' and e.id = o.id;

  delete from public.review_entries e using jsonb_to_recordset(p_changes) as w (id uuid, kind text)
  where w.kind = 'remove' and e.id = w.id and e.session_id = p_session_id;

  perform private.add_review_entries(v_session, (
    select coalesce(jsonb_agg(w.fields || jsonb_build_object('id', w.id) order by w.n), '[]')
    from (select e.value ->> 'id' as id, e.value ->> 'kind' as kind, e.value -> 'fields' as fields, e.n
      from jsonb_array_elements(p_changes) with ordinality as e (value, n)) as w where w.kind = 'add'));
  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev));
exception
  when check_violation or invalid_text_representation or numeric_value_out_of_range or not_null_violation then
    raise exception 'That cannot be in a review session' using errcode = '22023';
end $$;

create function public.change_review(p_session_id uuid, p_changes jsonb, p_operation_id uuid default null)
returns jsonb
language sql set search_path = '' as $$
  -- Adds tasks to a review session, changes and removes its entries in one step. p_changes: [{id, kind: add | set |
  -- remove, fields, expected}]; each id once. With expected, a field that has another value by now stays as it is.
  -- Answers {rev}. 22023 bad argument, 42501 not allowed, P0002 unknown session or task, P0423 it is locked.
  select private.change_review(p_session_id, p_changes, p_operation_id)
$$;

create function public.get_review_counts(p_project_id uuid) returns table (
  session_id uuid, entry_count integer, judged_count integer
)
language sql stable set search_path = '' as $$
  -- For each review session of a project that the caller may open: how many tasks it has and how many of them are
  -- judged. Empty for anybody else.
  select e.session_id, count(*)::integer, count(e.judged_status_id)::integer
  from public.review_entries e where e.project_id = p_project_id group by e.session_id
$$;

create function public.get_time() returns bigint
language sql volatile set search_path = '' as $$
  -- What time it is here, in milliseconds since 1970: the clock that everybody in a review session shares.
  select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$;

grant execute on function public.get_time(),
  private.start_review(uuid, uuid, text, text, date, jsonb, uuid),
  public.start_review(uuid, uuid, text, text, date, jsonb, uuid),
  private.change_review(uuid, jsonb, uuid), public.change_review(uuid, jsonb, uuid), public.get_review_counts(uuid)
to authenticated, service_role;
