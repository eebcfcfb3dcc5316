-- Stages and statuses.

create table public.stages (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint stages_name_check check (trim(name) <> '')
    constraint stages_name_limit_check check (length(name) <= 100),
  color text not null default '#9ca3af' constraint stages_color_check check (color ~* '^#[0-9a-f]{6}$'),
  category text not null default 'production'
    constraint stages_category_check check (category in ('pre-production', 'production', 'post-production')),
  icon text constraint stages_icon_limit_check check (length(icon) <= 100),
  order_index integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.stages is 'A stage of the pipeline.';
create index stages_studio_id_idx on public.stages (studio_id);
alter table public.stages enable row level security;
grant select, insert, update, delete on public.stages to authenticated;
grant all on public.stages to service_role;
create policy "stages: members can read" on public.stages
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "stages: roles with create can add" on public.stages
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "stages: roles with create can change" on public.stages
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "stages: roles with delete can delete" on public.stages
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create table public.task_statuses (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint task_statuses_name_check check (trim(name) <> '')
    constraint task_statuses_name_limit_check check (length(name) <= 100),
  short_code text not null default '' constraint task_statuses_short_code_limit_check check (length(short_code) <= 10),
  color text not null default '#9ca3af' constraint task_statuses_color_check check (color ~* '^#[0-9a-f]{6}$'),
  position integer not null default 0,
  is_done boolean not null default false,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.task_statuses is 'A status that tasks can have.';
create index task_statuses_studio_id_idx on public.task_statuses (studio_id);
create unique index task_statuses_one_default_key on public.task_statuses (studio_id) where is_default;
alter table public.task_statuses enable row level security;
grant select, insert, update, delete on public.task_statuses to authenticated;
grant all on public.task_statuses to service_role;
create policy "task_statuses: members can read" on public.task_statuses
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "task_statuses: roles with create can add" on public.task_statuses
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "task_statuses: roles with create can change" on public.task_statuses
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "task_statuses: roles with delete can delete" on public.task_statuses
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create function private.tg_default_short_code() returns trigger
language plpgsql set search_path = '' as $$
-- A status without a short code gets the first four letters of its name, in upper case.
begin
  if trim(new.short_code) = '' then
    new.short_code := upper(left(regexp_replace(new.name, '\s', '', 'g'), 4));
  end if;
  return new;
end $$;

create function private.refuse_in_use(p_kind text, p_tasks bigint, p_spaces bigint) returns void
language plpgsql set search_path = '' as $$
-- Ends the call (23503) if tasks or spaces use a stage or status, in the specification's words.
begin
  if p_tasks > 0 then
    raise exception 'Cannot delete %: % tasks are using it', p_kind, p_tasks using errcode = '23503';
  elsif p_spaces > 0 then
    raise exception 'Cannot delete %: % spaces are using it', p_kind, p_spaces using errcode = '23503';
  end if;
end $$;

create function private.tg_stages_unused() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A stage used by tasks or spaces cannot be deleted, except with its studio. Definer: counts rows the caller cannot
-- see.
begin
  if exists (select from public.studios s where s.id = old.studio_id) then
    perform private.refuse_in_use('stage', (select count(*) from public.item_tasks t where t.stage_id = old.id),
      (select count(*) from public.space_stages l where l.stage_id = old.id));
  end if;
  return old;
end $$;

create function private.tg_task_statuses_unused() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A status used by tasks or spaces cannot be deleted, except with its studio. Definer: counts rows the caller cannot
-- see.
begin
  if exists (select from public.studios s where s.id = old.studio_id) then
    perform private.refuse_in_use('status', (select count(*) from public.item_tasks t where t.status_id = old.id),
      (select count(*) from public.space_statuses l where l.status_id = old.id));
  end if;
  return old;
end $$;

create function private.tg_task_statuses_default() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A studio whose default status was deleted falls back to its first one. Definer: a role that may delete need not be
-- allowed to change.
begin
  update public.task_statuses t set is_default = true
  where t.id in (
    select distinct on (s.studio_id) s.id from public.task_statuses s
    where s.studio_id in (select o.studio_id from old_rows o where o.is_default)
      and not exists (select from public.task_statuses d where d.studio_id = s.studio_id and d.is_default)
    order by s.studio_id, s.position, s.created_at, s.id);
  return null;
end $$;

create trigger stages_before_update_b_keep before update on public.stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id');
create trigger stages_before_update_b_keep_made before update on public.stages
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger stages_before_insert_c_rev before insert on public.stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger stages_before_update_c_rev before update on public.stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger stages_before_insert_stamp before insert on public.stages
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger stages_before_delete_unused before delete on public.stages
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.tg_stages_unused();
create trigger stages_before_write_clock before insert or update or delete on public.stages
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger stages_after_delete_tombstone after delete on public.stages
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create trigger task_statuses_before_update_b_keep before update on public.task_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id');
create trigger task_statuses_before_update_b_keep_made before update on public.task_statuses
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger task_statuses_before_insert_c_rev before insert on public.task_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger task_statuses_before_update_c_rev before update on public.task_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger task_statuses_before_insert_stamp before insert on public.task_statuses
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger task_statuses_before_delete_unused before delete on public.task_statuses
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.tg_task_statuses_unused();
create trigger task_statuses_before_insert_short_code before insert on public.task_statuses
  for each row execute function private.tg_default_short_code();
create trigger task_statuses_before_write_clock before insert or update or delete on public.task_statuses
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger task_statuses_after_delete_default after delete on public.task_statuses
  referencing old table as old_rows for each statement execute function private.tg_task_statuses_default();
create trigger task_statuses_after_delete_tombstone after delete on public.task_statuses
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

grant execute on function private.refuse_in_use(text, bigint, bigint) to authenticated, service_role;
