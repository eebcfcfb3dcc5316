-- Selections of stages and statuses that a studio saves for its next spaces.

create table public.studio_stage_presets (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint studio_stage_presets_name_check check (trim(name) <> '')
    constraint studio_stage_presets_name_limit_check check (length(name) <= 100),
  description text not null default ''
    constraint studio_stage_presets_description_limit_check check (length(description) <= 20000),
  position integer not null default 999,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.studio_stage_presets is 'A saved selection of stages.';
create index studio_stage_presets_studio_id_idx on public.studio_stage_presets (studio_id);
alter table public.studio_stage_presets enable row level security;
grant select, insert, update, delete on public.studio_stage_presets to authenticated;
grant all on public.studio_stage_presets to service_role;
create policy "studio_stage_presets: members can read" on public.studio_stage_presets
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "studio_stage_presets: roles with create can add" on public.studio_stage_presets
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_stage_presets: roles with create can change" on public.studio_stage_presets
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_stage_presets: roles with delete can delete" on public.studio_stage_presets
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create trigger studio_stage_presets_before_update_b_keep before update on public.studio_stage_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id');
create trigger studio_stage_presets_before_update_b_keep_made before update on public.studio_stage_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger studio_stage_presets_before_insert_c_rev before insert on public.studio_stage_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger studio_stage_presets_before_update_c_rev before update on public.studio_stage_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger studio_stage_presets_before_insert_stamp before insert on public.studio_stage_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger studio_stage_presets_before_write_clock before insert or update or delete on public.studio_stage_presets
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_stage_presets_after_delete_tombstone after delete on public.studio_stage_presets
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.studio_stage_preset_items (
  preset_id uuid not null references public.studio_stage_presets (id) on delete cascade,
  stage_id uuid not null references public.stages (id) on delete cascade,
  studio_id uuid not null,
  order_index integer not null default 0,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (preset_id, stage_id)
);
comment on table public.studio_stage_preset_items is 'The stages of a preset, in order.';
create index studio_stage_preset_items_stage_id_idx on public.studio_stage_preset_items (stage_id);
create index studio_stage_preset_items_studio_id_idx on public.studio_stage_preset_items (studio_id);
alter table public.studio_stage_preset_items enable row level security;
grant select, insert, update, delete on public.studio_stage_preset_items to authenticated;
grant all on public.studio_stage_preset_items to service_role;
create policy "studio_stage_preset_items: members can read" on public.studio_stage_preset_items
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "studio_stage_preset_items: roles with create can add" on public.studio_stage_preset_items
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_stage_preset_items: roles with create can change" on public.studio_stage_preset_items
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_stage_preset_items: roles with create can delete" on public.studio_stage_preset_items
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));

create function private.tg_studio_stage_preset_items_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A preset's item belongs to the preset's studio. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  new.studio_id := (select studio_id from public.studio_stage_presets where id = new.preset_id);
  return new;
end $$;

create trigger studio_stage_preset_items_before_insert_a_parents before insert on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_studio_stage_preset_items_parents();
create trigger studio_stage_preset_items_before_update_a_parents before update on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_studio_stage_preset_items_parents();
create trigger studio_stage_preset_items_before_insert_c_rev before insert on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger studio_stage_preset_items_before_update_c_rev before update on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger studio_stage_preset_items_before_write_d_links
  before insert or update on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('stage_id', 'stages');
create trigger studio_stage_preset_items_before_insert_stamp before insert on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger studio_stage_preset_items_before_write_clock
  before insert or update or delete on public.studio_stage_preset_items
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_stage_preset_items_after_delete_tombstone after delete on public.studio_stage_preset_items
  referencing old table as old_rows for each statement execute function private.tg_bury('preset_id', 'stage_id');

create table public.studio_status_presets (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint studio_status_presets_name_check check (trim(name) <> '')
    constraint studio_status_presets_name_limit_check check (length(name) <= 100),
  description text not null default ''
    constraint studio_status_presets_description_limit_check check (length(description) <= 20000),
  position integer not null default 999,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.studio_status_presets is 'A saved selection of statuses.';
create index studio_status_presets_studio_id_idx on public.studio_status_presets (studio_id);
alter table public.studio_status_presets enable row level security;
grant select, insert, update, delete on public.studio_status_presets to authenticated;
grant all on public.studio_status_presets to service_role;
create policy "studio_status_presets: members can read" on public.studio_status_presets
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "studio_status_presets: roles with create can add" on public.studio_status_presets
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_status_presets: roles with create can change" on public.studio_status_presets
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_status_presets: roles with delete can delete" on public.studio_status_presets
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create trigger studio_status_presets_before_update_b_keep before update on public.studio_status_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id');
create trigger studio_status_presets_before_update_b_keep_made before update on public.studio_status_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger studio_status_presets_before_insert_c_rev before insert on public.studio_status_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger studio_status_presets_before_update_c_rev before update on public.studio_status_presets
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger studio_status_presets_before_insert_stamp before insert on public.studio_status_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger studio_status_presets_before_write_clock
  before insert or update or delete on public.studio_status_presets
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_status_presets_after_delete_tombstone after delete on public.studio_status_presets
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.studio_status_preset_items (
  preset_id uuid not null references public.studio_status_presets (id) on delete cascade,
  status_id uuid not null references public.task_statuses (id) on delete cascade,
  studio_id uuid not null,
  order_index integer not null default 0,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (preset_id, status_id)
);
comment on table public.studio_status_preset_items is 'The statuses of a preset, in order.';
create index studio_status_preset_items_status_id_idx on public.studio_status_preset_items (status_id);
create index studio_status_preset_items_studio_id_idx on public.studio_status_preset_items (studio_id);
alter table public.studio_status_preset_items enable row level security;
grant select, insert, update, delete on public.studio_status_preset_items to authenticated;
grant all on public.studio_status_preset_items to service_role;
create policy "studio_status_preset_items: members can read" on public.studio_status_preset_items
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "studio_status_preset_items: roles with create can add" on public.studio_status_preset_items
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_status_preset_items: roles with create can change" on public.studio_status_preset_items
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "studio_status_preset_items: roles with create can delete" on public.studio_status_preset_items
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));

create function private.tg_studio_status_preset_items_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A preset's item belongs to the preset's studio. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  new.studio_id := (select studio_id from public.studio_status_presets where id = new.preset_id);
  return new;
end $$;

create trigger studio_status_preset_items_before_insert_a_parents before insert on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_studio_status_preset_items_parents();
create trigger studio_status_preset_items_before_update_a_parents before update on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_studio_status_preset_items_parents();
create trigger studio_status_preset_items_before_insert_c_rev before insert on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger studio_status_preset_items_before_update_c_rev before update on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger studio_status_preset_items_before_write_d_links
  before insert or update on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('status_id', 'task_statuses');
create trigger studio_status_preset_items_before_insert_stamp before insert on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger studio_status_preset_items_before_write_clock
  before insert or update or delete on public.studio_status_preset_items
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_status_preset_items_after_delete_tombstone after delete on public.studio_status_preset_items
  referencing old table as old_rows for each statement execute function private.tg_bury('preset_id', 'status_id');
