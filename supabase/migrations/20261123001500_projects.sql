-- Projects, and which roles may open them.

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null
    constraint projects_name_check check (trim(name) <> '')
    constraint projects_name_limit_check check (length(name) <= 200),
  description text not null default '' constraint projects_description_limit_check check (length(description) <= 20000),
  is_active boolean not null default true,
  display_order integer,
  thumbnail_media_id uuid references public.media (id) on delete set null,
  custom_slug text not null constraint projects_custom_slug_limit_check check (length(custom_slug) <= 100),
  first_frame integer constraint projects_first_frame_check check (first_frame between 0 and 10000000),
  follows_file_versions boolean not null default false,
  fields jsonb not null default '{}'
    constraint projects_fields_check check (jsonb_typeof(fields) = 'object')
    constraint projects_fields_limit_check check (octet_length(fields::text) <= 65536),
  created_by uuid default auth.uid() references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint projects_studio_id_custom_slug_key unique (studio_id, custom_slug)
);
comment on table public.projects is 'A production of a studio.';
comment on column public.projects.first_frame is
  'The number of the first frame of its films, such as 1001, unless their item has its own. Null: they count from 1.';
comment on column public.projects.follows_file_versions is
  'Whether a revision takes its number from its file''s name, v7 from shot_v07.mov, instead of the next one.';
comment on column public.projects.fields is
  'The values of the studio''s own fields of projects, by key. An empty field has no key.';
create index projects_created_by_idx on public.projects (created_by);
create index projects_thumbnail_media_id_idx on public.projects (thumbnail_media_id);
alter table public.projects enable row level security;
grant select, insert, update, delete on public.projects to authenticated;
grant all on public.projects to service_role;
-- By closed projects instead of open ones: a project in the very statement that creates it is in neither list, and its
-- creator reads it back.
create policy "projects: roles with access can read" on public.projects
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[])
    and id <> all((select private.my_closed_project_ids())::uuid[]));
create policy "projects: roles with create can add" on public.projects
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('create'))::uuid[]));
create policy "projects: roles with create can change" on public.projects
  for update to authenticated
  using (id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "projects: roles with delete can delete" on public.projects
  for delete to authenticated
  using (id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_projects_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A new project takes the first free slug of its name. Definer: the parent may be hidden from the caller; row rules
-- check the result.
begin
  perform private.next_rev(new.studio_id); -- one writer per studio: two projects cannot take the same slug
  new.name := trim(new.name);
  new.custom_slug := private.free_slug(coalesce(nullif(new.custom_slug, ''), new.name),
    array(select custom_slug from public.projects where studio_id = new.studio_id));
  return new;
end $$;

create trigger projects_before_insert_b_slug before insert on public.projects
  for each row when (current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_projects_slug();
create trigger projects_before_update_b_keep before update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'studio_id', 'custom_slug', 'created_by', 'created_at');
create trigger projects_before_insert_c_rev before insert on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger projects_before_update_c_rev before update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger projects_before_write_d_links before insert or update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('thumbnail_media_id', 'media');
create trigger projects_before_insert_stamp before insert on public.projects
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger projects_before_write_clock before insert or update or delete on public.projects
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger projects_after_delete_tombstone after delete on public.projects
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
select private.give_fields('public.projects', 'project');

create table public.project_role_access (
  project_id uuid not null references public.projects (id) on delete cascade,
  role_id uuid not null references public.user_roles (id),
  studio_id uuid not null,
  is_allowed boolean not null,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (project_id, role_id)
);
comment on table public.project_role_access is
  'Which roles may open a project; a role without a row may. Owners and roles with view_all_projects always may; lead '
  'follows member.';
create index project_role_access_role_id_idx on public.project_role_access (role_id);
create index project_role_access_studio_id_idx on public.project_role_access (studio_id);
alter table public.project_role_access enable row level security;
grant select, insert, update, delete on public.project_role_access to authenticated;
grant all on public.project_role_access to service_role;
create policy "project_role_access: members can read" on public.project_role_access
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "project_role_access: roles with create can add" on public.project_role_access
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "project_role_access: roles with create can change" on public.project_role_access
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]))
  with check (project_id = any((select private.my_project_ids_with('create'))::uuid[]));
create policy "project_role_access: roles with create can delete" on public.project_role_access
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('create'))::uuid[]));

create function private.tg_project_role_access_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A project's access row belongs to the project's studio. Definer: the parent may be hidden from the caller; row rules
-- check the result.
begin
  new.studio_id := (select studio_id from public.projects where id = new.project_id);
  return new;
end $$;

create trigger project_role_access_before_insert_a_parents before insert on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_project_role_access_parents();
create trigger project_role_access_before_update_a_parents before update on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_project_role_access_parents();
create trigger project_role_access_before_insert_c_rev before insert on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger project_role_access_before_update_c_rev before update on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger project_role_access_before_insert_stamp before insert on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger project_role_access_before_write_clock before insert or update or delete on public.project_role_access
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger project_role_access_after_delete_tombstone after delete on public.project_role_access
  referencing old table as old_rows for each statement execute function private.tg_bury('project_id', 'role_id');
