-- Revisions of a task and their files.

create function private.time_spent_minutes(p_text text) returns integer
language sql immutable set search_path = '' as $$
  -- Whole minutes of a text such as '2h 30m', '2h' or '45m'; 0 for an empty one; null if it is malformed.
  select case
    when p_text is null or trim(p_text) = '' then 0
    when p_text ~ '^\s*(\d{1,4}h)?\s*(\d{1,5}m)?\s*$' then
      coalesce(substring(p_text from '(\d+)h')::integer, 0) * 60 + coalesce(substring(p_text from '(\d+)m')::integer, 0)
  end
$$;

-- The check constraint of task_versions calls it as the writer.
grant execute on function private.time_spent_minutes(text) to authenticated, service_role;

create table public.task_versions (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  version_number integer not null constraint task_versions_version_number_check check (version_number > 0),
  created_by uuid not null default auth.uid() references public.user_profiles (id),
  comment text not null default '' constraint task_versions_comment_limit_check check (length(comment) <= 20000),
  time_spent text not null default ''
    constraint task_versions_time_spent_check check (private.time_spent_minutes(time_spent) is not null)
    constraint task_versions_time_spent_limit_check check (length(time_spent) <= 40),
  time_spent_minutes integer generated always as (private.time_spent_minutes(time_spent)) stored,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint task_versions_task_id_version_number_key unique (task_id, version_number)
);
comment on table public.task_versions is
  'A revision of a task: a numbered version with its media and the time spent on it.';
create index task_versions_studio_id_created_at_idx on public.task_versions (studio_id, created_at);
create index task_versions_project_id_idx on public.task_versions (project_id);
create index task_versions_created_by_studio_id_created_at_idx
  on public.task_versions (created_by, studio_id, created_at);
alter table public.task_versions enable row level security;
grant select, insert, update, delete on public.task_versions to authenticated;
grant all on public.task_versions to service_role;
create policy "task_versions: members can read" on public.task_versions
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "task_versions: its author with revisions can add" on public.task_versions
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and created_by = (select auth.uid()));
create policy "task_versions: its author with revisions can change" on public.task_versions
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and created_by = (select auth.uid()))
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and created_by = (select auth.uid()));
create policy "task_versions: roles with delete can delete" on public.task_versions
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_task_versions_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A revision belongs to its task's space and takes the next number of the task. Definer: the parent may be hidden from
-- the caller; row rules check the result.
begin
  select t.studio_id, t.project_id, t.space_id into new.studio_id, new.project_id, new.space_id
    from public.item_tasks t where t.id = new.task_id;
  if tg_op = 'INSERT' and new.version_number is null then
    perform private.next_rev(new.studio_id); -- one writer per studio: two revisions cannot take the same number
    new.version_number := coalesce((select max(v.version_number) from public.task_versions v
      where v.task_id = new.task_id), 0) + 1;
  end if;
  return new;
end $$;

create function private.tg_current_version() returns trigger
language plpgsql security definer set search_path = '' as $$
-- The newest revision of a task is its current one. Definer: changes rows of other authors.
begin
  update public.task_versions v set is_current = false
  where v.task_id = new.task_id and v.is_current
    and v.version_number < (select max(w.version_number) from public.task_versions w where w.task_id = new.task_id);
  return null;
end $$;

create trigger task_versions_before_insert_a_parents before insert on public.task_versions
  for each row
  when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null
    or new.version_number is null)
  execute function private.tg_task_versions_parents();
create trigger task_versions_before_update_a_parents before update on public.task_versions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_task_versions_parents();
create trigger task_versions_before_update_b_keep before update on public.task_versions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'task_id', 'version_number', 'created_by', 'created_at');
create trigger task_versions_before_insert_c_rev before insert on public.task_versions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger task_versions_before_update_c_rev before update on public.task_versions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger task_versions_before_insert_stamp before insert on public.task_versions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger task_versions_before_write_clock before insert or update or delete on public.task_versions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_versions_after_delete_tombstone after delete on public.task_versions
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
create trigger task_versions_after_insert_current after insert on public.task_versions
  for each row execute function private.tg_current_version();

create table public.version_media (
  version_id uuid not null references public.task_versions (id) on delete cascade,
  media_id uuid not null references public.media (id),
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  display_order integer not null default 0,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (version_id, media_id)
);
comment on table public.version_media is 'The files of a revision, in order.';
create index version_media_media_id_idx on public.version_media (media_id);
create index version_media_project_id_idx on public.version_media (project_id);
alter table public.version_media enable row level security;
grant select, insert, update, delete on public.version_media to authenticated;
grant all on public.version_media to service_role;
create policy "version_media: members can read" on public.version_media
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "version_media: the revision's author can add" on public.version_media
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and exists (select from public.task_versions v where v.id = version_id and v.created_by = (select auth.uid())));
create policy "version_media: the revision's author can change" on public.version_media
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and exists (select from public.task_versions v where v.id = version_id and v.created_by = (select auth.uid())))
  with check (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and exists (select from public.task_versions v where v.id = version_id and v.created_by = (select auth.uid())));
create policy "version_media: the revision's author can delete" on public.version_media
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('revisions'))::uuid[])
    and exists (select from public.task_versions v where v.id = version_id and v.created_by = (select auth.uid())));

create function private.tg_version_media_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A revision's file belongs to the revision's space. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  select v.studio_id, v.project_id, v.space_id into new.studio_id, new.project_id, new.space_id
    from public.task_versions v where v.id = new.version_id;
  return new;
end $$;

create trigger version_media_before_insert_a_parents before insert on public.version_media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_version_media_parents();
create trigger version_media_before_update_a_parents before update on public.version_media
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_version_media_parents();
create trigger version_media_before_insert_c_rev before insert on public.version_media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger version_media_before_update_c_rev before update on public.version_media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger version_media_before_write_d_links before insert or update on public.version_media
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('media_id', 'media');
create trigger version_media_before_insert_stamp before insert on public.version_media
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger version_media_before_write_clock before insert or update or delete on public.version_media
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger version_media_after_delete_tombstone after delete on public.version_media
  referencing old table as old_rows for each statement execute function private.tg_bury('version_id', 'media_id');
