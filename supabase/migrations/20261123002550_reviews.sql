-- Review sessions, and the tasks looked at in them.

create function private.are_query_lists(p_lists jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether each field of an object is a non-empty list of a live session's query: statusIds, stageIds, assigneeIds,
  -- spaceIds, collectionIds, itemIds, priorities (0 to 9 as text), dueDates (days as text, or none).
  select not exists (select from jsonb_each(p_lists) as e
    where e.key not in ('statusIds', 'stageIds', 'assigneeIds', 'spaceIds', 'collectionIds', 'itemIds', 'priorities',
      'dueDates')
    or not jsonb_path_match(e.value, 'strict $.type() == "array" && $.size() > 0'))
$$;

create function private.is_review_query(p_query jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a value is a live session's query: {text: as somebody wrote it, timeZone?, isOfDay?: tasks given their
  -- status on the session's day, lists of which one entry must match (see are_query_lists), not?: the same lists, of
  -- which no entry may match}. At least one condition is required.
  select p_query is null or coalesce(jsonb_typeof(p_query) = 'object'
    and jsonb_typeof(p_query -> 'text') = 'string'
    and coalesce(jsonb_typeof(p_query -> 'timeZone'), 'string') = 'string'
    and coalesce(jsonb_typeof(p_query -> 'isOfDay'), 'boolean') = 'boolean'
    and p_query - 'text' - 'timeZone' <> '{}'
    and private.are_query_lists(p_query - 'text' - 'timeZone' - 'isOfDay' - 'not')
    and case when p_query ? 'not' then jsonb_typeof(p_query -> 'not') = 'object' and p_query -> 'not' <> '{}'
      and private.are_query_lists(p_query -> 'not') else true end, false)
$$;

grant execute on function private.is_review_query(jsonb), private.are_query_lists(jsonb)
  to authenticated, service_role;

create table public.review_sessions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  studio_id uuid not null,
  name text not null
    constraint review_sessions_name_check check (trim(name) <> '')
    constraint review_sessions_name_limit_check check (length(name) <= 200),
  kind text not null default 'dailies'
    constraint review_sessions_kind_check check (kind in ('dailies', 'cut', 'client')),
  day date not null,
  is_locked boolean not null default false,
  query jsonb
    constraint review_sessions_query_limit_check check (octet_length(query::text) <= 32768)
    -- Checks run in the order of their names: values that are too long are reported as such first.
    constraint review_sessions_query_shape_check check (private.is_review_query(query)),
  created_by uuid not null default auth.uid() references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.review_sessions is
  'Tasks that people look at and judge together on a day. Locking keeps what was judged as it is.';
comment on column public.review_sessions.query is
  'Which tasks enter by themselves until it is locked, see private.is_review_query; null if people choose them.';
create index review_sessions_created_by_idx on public.review_sessions (created_by);
create index review_sessions_live_idx on public.review_sessions (project_id) where query is not null and not is_locked;
create index review_sessions_project_id_idx on public.review_sessions (project_id);
create index review_sessions_studio_id_rev_idx on public.review_sessions (studio_id, rev);
alter table public.review_sessions enable row level security;
grant select, insert, update, delete on public.review_sessions to authenticated;
grant all on public.review_sessions to service_role;
create policy "review_sessions: members can read" on public.review_sessions
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "review_sessions: roles with create can add" on public.review_sessions
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "review_sessions: roles with create can change" on public.review_sessions
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "review_sessions: roles with delete can delete" on public.review_sessions
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_of_reviewed_project() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A session belongs to its project's studio. Definer: the parent may be hidden from the caller; row rules check the
-- result.
begin
  new.studio_id := (select p.studio_id from public.projects p where p.id = new.project_id);
  return new;
end $$;

create trigger review_sessions_before_insert_a_parents before insert on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_reviewed_project();
create trigger review_sessions_before_update_a_parents before update on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_of_reviewed_project();
create trigger review_sessions_before_update_b_keep before update on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'project_id', 'created_by', 'created_at');
create trigger review_sessions_before_insert_c_rev before insert on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger review_sessions_before_update_c_rev before update on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger review_sessions_before_insert_stamp before insert on public.review_sessions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger review_sessions_before_write_clock before insert or update or delete on public.review_sessions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger review_sessions_after_delete_tombstone after delete on public.review_sessions
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

-- Task, revision and status are plain ids without foreign keys: a judgement is still shown after one of them is
-- deleted, and is complete again when it is restored.
create table public.review_entries (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.review_sessions (id) on delete cascade,
  task_id uuid not null,
  item_id uuid not null,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  version_id uuid,
  order_rank numeric not null default 0
    constraint review_entries_order_rank_check check (order_rank between -1e15 and 1e15),
  cut_in integer constraint review_entries_cut_in_check check (cut_in between -1000000 and 10000000),
  cut_out integer constraint review_entries_cut_out_check check (cut_out between -1000000 and 10000000),
  handle_in integer not null default 0 constraint review_entries_handle_in_check check (handle_in between 0 and 10000),
  handle_out integer not null default 0
    constraint review_entries_handle_out_check check (handle_out between 0 and 10000),
  judged_status_id uuid,
  judged_by uuid,
  judged_at timestamptz,
  is_followed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint review_entries_session_id_task_id_key unique (session_id, task_id),
  constraint review_entries_cut_check check (cut_in <= cut_out)
);
comment on table public.review_entries is
  'A task in a review session: its newest revision or a fixed one, in the order of order_rank. cut_in and cut_out are '
  'frames of the cut, handles are frames around them.';
comment on column public.review_entries.version_id is 'The revision to look at; null for the newest.';
comment on column public.review_entries.judged_status_id is 'The status it was judged with; null until then.';
comment on column public.review_entries.judged_by is 'Who judged it last, or took the judgement back.';
comment on column public.review_entries.is_followed is
  'Whether it was added by the session''s query: it leaves when it no longer matches, unless it was judged or has '
  'notes.';
create index review_entries_judged_by_judged_at_idx
  on public.review_entries (judged_by, judged_at) where judged_by is not null;
create index review_entries_session_id_rev_idx on public.review_entries (session_id, rev);
create index review_entries_project_id_idx on public.review_entries (project_id);
create index review_entries_task_id_idx on public.review_entries (task_id);
alter table public.review_entries enable row level security;
grant select on public.review_entries to authenticated;
grant all on public.review_entries to service_role;
create policy "review_entries: members can read" on public.review_entries
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));

create function private.tg_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
-- An entry belongs to its session's project and to its task's place. Definer: the parents may be hidden from the
-- caller.
begin
  select s.studio_id, s.project_id into new.studio_id, new.project_id from public.review_sessions s
    where s.id = new.session_id;
  select t.item_id, t.space_id into new.item_id, new.space_id from public.item_tasks t where t.id = new.task_id;
  return new;
end $$;

create trigger review_entries_before_insert_a_parents before insert on public.review_entries
  for each row when (new.studio_id is null) execute function private.tg_of_review();
create trigger review_entries_before_insert_c_rev before insert on public.review_entries
  for each row when (new.rev = 0) execute function private.tg_take_rev();
create trigger review_entries_before_update_c_rev before update on public.review_entries
  for each row when (new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger review_entries_after_delete_tombstone after delete on public.review_entries
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
