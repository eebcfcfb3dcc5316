-- Logged time, and the weeks in which it is locked.

create table public.time_locks (
  studio_id uuid not null references public.studios (id) on delete cascade,
  week date not null constraint time_locks_week_check check (extract(isodow from week) = 1),
  time_zone text not null constraint time_locks_time_zone_limit_check check (length(time_zone) <= 100),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  locked_by uuid not null default auth.uid(),
  locked_at timestamptz not null default now(),
  primary key (studio_id, week)
);
comment on table public.time_locks is
  'A week, named by its Monday, whose logged time no longer changes. It begins and ends at midnight in the time zone '
  'of the person who locked it.';
create index time_locks_studio_id_starts_at_idx on public.time_locks (studio_id, starts_at);
alter table public.time_locks enable row level security;
grant select on public.time_locks to authenticated;
grant all on public.time_locks to service_role;
create policy "time_locks: members can read" on public.time_locks
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));

create function private.refuse_locked_time(p_studio_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
-- Refuses time in a locked week (42501). Definer: a service may write for a person who cannot see the lock.
declare
  v_week date := (select l.week from public.time_locks l
    where l.studio_id = p_studio_id and p_at >= l.starts_at and p_at < l.ends_at limit 1);
begin
  if v_week is not null then
    raise exception 'The week of % is locked. A lead can unlock it.', to_char(v_week, 'FMDD FMMonth YYYY')
      using errcode = '42501';
  end if;
end $$;

create table public.time_entries (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  user_id uuid not null default auth.uid(),
  started_at timestamptz not null default now(),
  minutes integer constraint time_entries_minutes_check check (minutes between 0 and 1440),
  note text not null default '' constraint time_entries_note_limit_check check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.time_entries is
  'Time spent on a task without a revision. Without minutes it is a timer running since started_at; a person has at '
  'most one in a studio.';
create unique index time_entries_running_key on public.time_entries (studio_id, user_id) where minutes is null;
create index time_entries_task_id_idx on public.time_entries (task_id);
create index time_entries_project_id_idx on public.time_entries (project_id);
create index time_entries_studio_id_started_at_idx
  on public.time_entries (studio_id, started_at, id) where minutes is not null;
create index time_entries_user_id_started_at_idx on public.time_entries (user_id, started_at);
alter table public.time_entries enable row level security;
grant select, insert, update, delete on public.time_entries to authenticated;
grant all on public.time_entries to service_role;
create policy "time_entries: the person and leads can read" on public.time_entries
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[])
    and (user_id = (select auth.uid()) or studio_id = any((select private.my_led_studio_ids())::uuid[])));
create policy "time_entries: the person with revisions can add" on public.time_entries
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and user_id = (select auth.uid()));
create policy "time_entries: the person with revisions can change" on public.time_entries
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('revisions'))::uuid[]) and user_id = (select auth.uid()))
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and user_id = (select auth.uid()));
create policy "time_entries: the person with revisions can delete" on public.time_entries
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('revisions'))::uuid[]) and user_id = (select auth.uid()));

create function private.tg_keep_locked_time() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Time in a locked week stays as it is; the argument names the column with its time. Time is still deleted with its
-- task, and so is a timer that was never stopped; undoing a deletion brings back all but such timers. Definer: see
-- refuse_locked_time.
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'INSERT' and current_setting('xsheet.restoring', true) = 'on' then
    return case when v_new ? 'minutes' and v_new ->> 'minutes' is null then null else new end;
  end if;
  if tg_op = 'DELETE' and (not exists (select from public.item_tasks t where t.id = old.task_id) or v_old ? 'minutes'
    and v_old ->> 'minutes' is null) then
    return old;
  end if;
  if v_old is not null then
    perform private.refuse_locked_time(old.studio_id, (v_old ->> tg_argv[0])::timestamptz);
  end if;
  if v_new is not null then
    perform private.refuse_locked_time(new.studio_id, (v_new ->> tg_argv[0])::timestamptz);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger time_entries_before_insert_a_parents before insert on public.time_entries
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_task();
create trigger time_entries_before_update_a_parents before update on public.time_entries
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_task();
create trigger time_entries_before_update_b_keep before update on public.time_entries
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'task_id', 'user_id', 'created_at');
create trigger time_entries_before_insert_c_rev before insert on public.time_entries
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger time_entries_before_update_c_rev before update on public.time_entries
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger time_entries_before_insert_stamp before insert on public.time_entries
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger time_entries_before_write_clock before insert or update or delete on public.time_entries
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger time_entries_before_write_locked before insert or update or delete on public.time_entries
  for each row execute function private.tg_keep_locked_time('started_at');
create trigger time_entries_after_delete_tombstone after delete on public.time_entries
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

-- A posted revision never falls into a locked week (private.made_at), and a week can only be locked after its end: only
-- a person who sets the time themself could add to one.
create trigger task_versions_before_insert_locked before insert on public.task_versions
  for each row when (current_user = 'authenticated') execute function private.tg_keep_locked_time('created_at');
create trigger task_versions_before_update_locked before update on public.task_versions
  for each row when (old.time_spent is distinct from new.time_spent or old.created_at is distinct from new.created_at)
  execute function private.tg_keep_locked_time('created_at');
create trigger task_versions_before_delete_locked before delete on public.task_versions
  for each row execute function private.tg_keep_locked_time('created_at');
