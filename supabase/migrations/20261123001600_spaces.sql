-- Spaces, with the stages and statuses that each of them uses.

create table public.spaces (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  studio_id uuid not null,
  name text not null
    constraint spaces_name_check check (trim(name) <> '')
    constraint spaces_name_limit_check check (length(name) <= 200),
  type_id text not null default 'grid'
    constraint spaces_type_id_check check (type_id in ('grid', 'kanban', 'moodboard', 'illustration')),
  thumbnail uuid references public.media (id) on delete set null,
  position integer not null default 0,
  custom_slug text not null constraint spaces_custom_slug_limit_check check (length(custom_slug) <= 100),
  is_active boolean not null default true,
  kind_ids uuid[] not null default '{}' constraint spaces_kind_ids_check check (cardinality(kind_ids) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint spaces_project_id_custom_slug_key unique (project_id, custom_slug)
);
comment on table public.spaces is 'A space of a project: a grid, kanban, moodboard or illustration board.';
comment on column public.spaces.kind_ids is
  'The kinds of items it is for: the first is that of a new item. Any if empty.';
create index spaces_studio_id_idx on public.spaces (studio_id);
create index spaces_thumbnail_idx on public.spaces (thumbnail);
alter table public.spaces enable row level security;
grant select, insert, update, delete on public.spaces to authenticated;
grant all on public.spaces to service_role;
create policy "spaces: members can read" on public.spaces
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "spaces: roles with create can add" on public.spaces
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "spaces: roles with create can change" on public.spaces
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "spaces: roles with delete can delete" on public.spaces
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_spaces_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A space belongs to its project's studio and takes the first free slug of its name. Definer: the parent may be hidden
-- from the caller; row rules check the result.
begin
  new.studio_id := (select studio_id from public.projects where id = new.project_id);
  -- A kind deleted since stays listed and has no effect.
  if exists (select from unnest(new.kind_ids) as w (id)
    where (tg_op = 'INSERT' or not w.id = any(old.kind_ids)) and not exists (
      select from public.item_kinds k where k.id = w.id and k.studio_id = new.studio_id)) then
    raise exception 'A space is for kinds of its own studio' using errcode = '23503';
  end if;
  if tg_op = 'INSERT' then
    perform private.next_rev(new.studio_id); -- one writer per studio: two spaces cannot take the same slug
    new.name := trim(new.name);
    new.custom_slug := private.free_slug(coalesce(nullif(new.custom_slug, ''), new.name),
      array(select custom_slug from public.spaces where project_id = new.project_id));
  end if;
  return new;
end $$;

create trigger spaces_before_insert_a_parents before insert on public.spaces
  for each row
  when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null or new.custom_slug is null)
  execute function private.tg_spaces_parents();
create trigger spaces_before_update_a_parents before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_spaces_parents();
create trigger spaces_before_update_b_keep before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'project_id', 'custom_slug', 'created_at');
create trigger spaces_before_insert_c_rev before insert on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger spaces_before_update_c_rev before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger spaces_before_write_d_links before insert or update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('thumbnail', 'media');
create trigger spaces_before_insert_stamp before insert on public.spaces
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger spaces_before_write_clock before insert or update or delete on public.spaces
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger spaces_after_delete_tombstone after delete on public.spaces
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.space_stages (
  space_id uuid not null references public.spaces (id) on delete cascade,
  stage_id uuid not null references public.stages (id),
  studio_id uuid not null,
  project_id uuid not null,
  is_active boolean not null default true,
  order_index integer not null default 0,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (space_id, stage_id)
);
comment on table public.space_stages is 'The stages that a space uses.';
create index space_stages_stage_id_idx on public.space_stages (stage_id);
create index space_stages_project_id_idx on public.space_stages (project_id);
alter table public.space_stages enable row level security;
grant select, insert, update, delete on public.space_stages to authenticated;
grant all on public.space_stages to service_role;
create policy "space_stages: members can read" on public.space_stages
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "space_stages: roles with create can add" on public.space_stages
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_stages: roles with create can change" on public.space_stages
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_stages: roles with create can delete" on public.space_stages
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create table public.space_statuses (
  space_id uuid not null references public.spaces (id) on delete cascade,
  status_id uuid not null references public.task_statuses (id),
  studio_id uuid not null,
  project_id uuid not null,
  order_index integer not null default 0,
  color_override text constraint space_statuses_color_override_check check (color_override ~* '^#[0-9a-f]{6}$'),
  card_limit smallint constraint space_statuses_most_cards_check check (card_limit between 1 and 999),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (space_id, status_id)
);
comment on table public.space_statuses is 'The statuses that a space uses.';
comment on column public.space_statuses.card_limit is
  'How many tasks should have this status at most; more give a warning.';
create index space_statuses_status_id_idx on public.space_statuses (status_id);
create index space_statuses_project_id_idx on public.space_statuses (project_id);
alter table public.space_statuses enable row level security;
grant select, insert, update, delete on public.space_statuses to authenticated;
grant all on public.space_statuses to service_role;
create policy "space_statuses: members can read" on public.space_statuses
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "space_statuses: roles with create can add" on public.space_statuses
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_statuses: roles with create can change" on public.space_statuses
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_statuses: roles with create can delete" on public.space_statuses
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create function private.tg_of_space() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A row of a space belongs to its studio and project. Definer: the parent may be hidden from the caller; row rules
-- check the result.
begin
  select s.studio_id, s.project_id into new.studio_id, new.project_id from public.spaces s where s.id = new.space_id;
  return new;
end $$;

create trigger space_stages_before_insert_a_parents before insert on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_space();
create trigger space_stages_before_update_a_parents before update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_space();
create trigger space_stages_before_insert_c_rev before insert on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger space_stages_before_update_c_rev before update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger space_stages_before_write_d_links before insert or update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('stage_id', 'stages');
create trigger space_stages_before_insert_stamp before insert on public.space_stages
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger space_stages_before_write_clock before insert or update or delete on public.space_stages
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger space_stages_after_delete_tombstone after delete on public.space_stages
  referencing old table as old_rows for each statement execute function private.tg_bury('space_id', 'stage_id');

create trigger space_statuses_before_insert_a_parents before insert on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_space();
create trigger space_statuses_before_update_a_parents before update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_space();
create trigger space_statuses_before_insert_c_rev before insert on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger space_statuses_before_update_c_rev before update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger space_statuses_before_write_d_links before insert or update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('status_id', 'task_statuses');
create trigger space_statuses_before_insert_stamp before insert on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger space_statuses_before_write_clock before insert or update or delete on public.space_statuses
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger space_statuses_after_delete_tombstone after delete on public.space_statuses
  referencing old table as old_rows for each statement execute function private.tg_bury('space_id', 'status_id');

create table public.space_views (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  studio_id uuid not null,
  project_id uuid not null,
  owner_id uuid references public.user_profiles (id) on delete cascade,
  name text not null
    constraint space_views_name_check check (trim(name) <> '')
    constraint space_views_name_limit_check check (length(name) <= 100),
  form jsonb not null default '{}'
    constraint space_views_form_check check (jsonb_typeof(form) = 'object')
    constraint space_views_form_limit_check check (octet_length(form::text) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint space_views_space_id_owner_id_name_key unique nulls not distinct (space_id, owner_id, name)
);
comment on table public.space_views is
  'A saved view of a space: columns, sort, grouping and filter under a name. One person''s, or the whole studio''s.';
comment on column public.space_views.owner_id is
  'Its owner, who alone can read it; null for the studio''s. Never changes.';
comment on column public.space_views.form is 'Columns, sort, grouping and filter, as clients write them.';
create index space_views_studio_id_idx on public.space_views (studio_id);
create index space_views_project_id_idx on public.space_views (project_id);
create index space_views_owner_id_idx on public.space_views (owner_id);
alter table public.space_views enable row level security;
grant select, insert, update, delete on public.space_views to authenticated;
grant all on public.space_views to service_role;
create policy "space_views: members can read their own and the studio's" on public.space_views
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[])
    and (owner_id is null and not private.names_hidden_field(studio_id, form) or owner_id = (select auth.uid())));
create policy "space_views: members can add their own, roles with create the studio's" on public.space_views
  for insert to authenticated
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_views: members can change their own, roles with create the studio's" on public.space_views
  for update to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "space_views: members can delete their own, roles with delete the studio's" on public.space_views
  for delete to authenticated
  using (owner_id = (select auth.uid()) and project_id = any((select private.my_project_ids())::uuid[])
    or owner_id is null and project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_space_views_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A view belongs to its space's project and studio. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  select s.studio_id, s.project_id into new.studio_id, new.project_id from public.spaces s where s.id = new.space_id;
  new.name := trim(new.name);
  if tg_op = 'INSERT' and new.owner_id is null then
    perform private.refuse_without(new.studio_id, 'create', 'save views for the studio');
  end if;
  return new;
end $$;

create trigger space_views_before_insert_a_parents before insert on public.space_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_space_views_parents();
create trigger space_views_before_update_a_parents before update on public.space_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_space_views_parents();
create trigger space_views_before_update_b_keep before update on public.space_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'space_id', 'owner_id');
create trigger space_views_before_update_b_keep_made before update on public.space_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger space_views_before_insert_c_rev before insert on public.space_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger space_views_before_update_c_rev before update on public.space_views
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger space_views_before_insert_stamp before insert on public.space_views
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger space_views_before_write_clock before insert or update or delete on public.space_views
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger space_views_after_delete_tombstone after delete on public.space_views
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
