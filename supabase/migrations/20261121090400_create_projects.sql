-- Purpose: projects, who may open them, spaces and their stages and statuses.
-- Reversal: drop the tables below in reverse order.

create table public.media (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  project_id uuid,
  filename text not null constraint media_filename_check check (length(filename) between 1 and 255),
  content_type text not null constraint media_content_type_check check (length(content_type) between 3 and 200),
  size_bytes bigint not null constraint media_size_bytes_check check (size_bytes >= 0),
  r2_key text not null constraint media_r2_key_key unique,
  sha256 text,
  width integer,
  height integer,
  frame_rate text,
  frame_count integer,
  duration_ms integer,
  poster_media_id uuid,
  is_stored boolean not null default false,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.media is 'An uploaded file. r2_key is its path in the private bucket: <studio_id>/<media_id>/<file name>. project_id is null for files of the studio itself.';
comment on column public.media.frame_rate is 'Frames a second as a rational, such as 24000/1001.';
alter table public.media enable row level security;
grant all on public.media to service_role;

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null constraint projects_name_check check (length(trim(name)) between 1 and 200),
  description text not null default '',
  is_active boolean not null default true,
  display_order integer,
  thumbnail_media_id uuid references public.media (id) on delete set null,
  custom_slug text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint projects_studio_id_custom_slug_key unique (studio_id, custom_slug)
);
comment on table public.projects is 'A production of a studio.';
create index projects_thumbnail_media_id_idx on public.projects (thumbnail_media_id);
alter table public.projects enable row level security;
grant all on public.projects to service_role;
create trigger projects_before_update_b_keep before update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_keep_columns('id', 'studio_id', 'custom_slug', 'created_by', 'created_at');
create trigger projects_before_insert_c_rev before insert on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger projects_before_update_c_rev before update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger projects_before_write_clock before insert or update or delete on public.projects
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger projects_after_delete_tombstone after delete on public.projects
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.project_role_access (
  project_id uuid not null references public.projects (id) on delete cascade,
  role_id uuid not null references public.user_roles (id),
  studio_id uuid not null,
  is_allowed boolean not null,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (project_id, role_id)
);
comment on table public.project_role_access is 'Which roles may open a project; a role without a row may. Owner and roles with view_all_projects always may; lead follows member.';
create index project_role_access_role_id_idx on public.project_role_access (role_id);
create index project_role_access_studio_id_idx on public.project_role_access (studio_id);
alter table public.project_role_access enable row level security;
grant select, insert, update, delete on public.project_role_access to authenticated;
grant all on public.project_role_access to service_role;

create function private.my_project_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Projects the caller may open. Definer: row rules call it.
  select coalesce(array_agg(p.id), '{}')
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  join public.projects p on p.studio_id = m.studio_id
  left join public.role_permissions v on v.studio_id = m.studio_id and v.role_id = m.role_id and v.permission = 'view_all_projects'
  left join public.project_role_access a on a.project_id = p.id
    and a.role_id = (select f.id from public.user_roles f where f.name = case r.name when 'lead' then 'member' else r.name end)
  where m.user_id = auth.uid() and m.archived_at is null and (r.name = 'owner' or v.is_allowed or coalesce(a.is_allowed, true))
$$;

create function private.my_project_ids_with(p_permission text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Projects the caller may open in studios where their role has a permission. Definer: row rules call it.
  select coalesce(array_agg(p.id), '{}')
  from public.projects p
  where p.studio_id = any(private.my_studio_ids_with(p_permission)) and p.id = any(private.my_project_ids())
$$;
create function private.my_closed_project_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Projects of the caller's studios that they may not open. Definer: row rules call it.
  select coalesce(array_agg(p.id), '{}') from public.projects p
  where p.studio_id = any(private.my_studio_ids()) and p.id <> all(private.my_project_ids())
$$;
revoke execute on function private.my_project_ids(), private.my_project_ids_with(text), private.my_closed_project_ids() from public, anon;
grant execute on function private.my_project_ids(), private.my_project_ids_with(text), private.my_closed_project_ids() to authenticated, service_role;

-- By what is closed, not by what is open: a project in the very statement that makes it is in neither list, and its maker reads it back.
create policy "projects: roles with access can read" on public.projects
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]) and id <> all((select private.my_closed_project_ids())::uuid[]));
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
grant select, insert, update, delete on public.projects to authenticated;
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

create function private.free_slug(p_name text, p_taken text[]) returns text
language sql immutable set search_path = '' as $$
  -- The slug of a name, with -2, -3, … where it is taken.
  select s from (
    select private.make_slug(p_name) as s, 1 as n
    union all
    select private.make_slug(p_name) || '-' || n, n from generate_series(2, cardinality(p_taken) + 2) as n
  ) as candidates
  where not s = any(p_taken) order by n limit 1
$$;

create function private.tg_projects_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A new project takes the first free slug of its name. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  perform private.next_rev(new.studio_id); -- one writer a studio: two projects cannot take one slug
  new.name := trim(new.name);
  new.custom_slug := private.free_slug(coalesce(nullif(new.custom_slug, ''), new.name), array(select custom_slug from public.projects where studio_id = new.studio_id));
  return new;
end $$;

create trigger projects_before_insert_b_slug before insert on public.projects
  for each row when (current_setting('xsheet.restoring', true) is distinct from 'on') execute function private.tg_projects_slug();

create policy "media: members who may open its project can read" on public.media
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]) and (project_id is null or project_id = any((select private.my_project_ids())::uuid[])));
create policy "media: its uploader with comment can add" on public.media
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('comment'))::uuid[]) and created_by = (select auth.uid()) and (project_id is null or project_id = any((select private.my_project_ids())::uuid[])));
create policy "media: its uploader can change" on public.media
  for update to authenticated
  using (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]))
  with check (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "media: its uploader or roles with delete can delete" on public.media
  for delete to authenticated
  using (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]) or studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));
grant select, insert, update, delete on public.media to authenticated;
create index media_studio_id_created_at_idx on public.media (studio_id, created_at);
create index media_project_id_idx on public.media (project_id);
create index media_sha256_idx on public.media (studio_id, sha256) where sha256 is not null;

create function private.tg_media_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A file of a project belongs to the project's studio; its path is made from its ids and its name in the characters storage keys allow. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  new.studio_id := coalesce((select studio_id from public.projects where id = new.project_id), new.studio_id);
  new.r2_key := new.studio_id || '/' || new.id || '/' || regexp_replace(normalize(new.filename, nfkd), '[^A-Za-z0-9_!.*''() &$@=;:+,?-]', '_', 'g');
  if new.filename ~ '[/\\[:cntrl:]]' or new.filename in ('.', '..') then
    raise exception 'File names cannot contain slashes or control characters' using errcode = '22023';
  end if;
  return new;
end $$;

create trigger media_before_insert_a_parents before insert on public.media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.r2_key is null) execute function private.tg_media_parents();
create trigger media_before_insert_c_rev before insert on public.media for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger media_before_update_c_rev before update on public.media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger media_before_update_b_keep before update on public.media
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('id', 'studio_id', 'project_id', 'r2_key', 'filename', 'is_stored', 'created_by', 'created_at');
create trigger media_before_write_clock before insert or update or delete on public.media
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger media_after_delete_tombstone after delete on public.media
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create function private.tg_project_role_access_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A project's access row belongs to the project's studio. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  new.studio_id := (select studio_id from public.projects where id = new.project_id);
  return new;
end $$;

create trigger project_role_access_before_insert_a_parents before insert on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null) execute function private.tg_project_role_access_parents();
create trigger project_role_access_before_update_a_parents before update on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_project_role_access_parents();
create trigger project_role_access_before_insert_c_rev before insert on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger project_role_access_before_update_c_rev before update on public.project_role_access
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger project_role_access_before_write_clock before insert or update or delete on public.project_role_access
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger project_role_access_after_delete_tombstone after delete on public.project_role_access
  referencing old table as old_rows for each statement execute function private.tg_bury('project_id', 'role_id');

create function private.tg_spaces_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A space belongs to its project's studio and takes the first free slug of its name. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  new.studio_id := (select studio_id from public.projects where id = new.project_id);
  if tg_op = 'INSERT' then
    perform private.next_rev(new.studio_id); -- one writer a studio: two spaces cannot take one slug
    new.name := trim(new.name);
    new.custom_slug := private.free_slug(coalesce(nullif(new.custom_slug, ''), new.name), array(select custom_slug from public.spaces where project_id = new.project_id));
  end if;
  return new;
end $$;

create table public.spaces (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  studio_id uuid not null,
  name text not null constraint spaces_name_check check (length(trim(name)) between 1 and 200),
  type_id text not null default 'grid' constraint spaces_type_id_check check (type_id in ('grid', 'kanban', 'moodboard', 'illustration')),
  thumbnail uuid references public.media (id) on delete set null,
  position integer not null default 0,
  custom_slug text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint spaces_project_id_custom_slug_key unique (project_id, custom_slug)
);
comment on table public.spaces is 'A space of a project: a grid, kanban, moodboard or illustration board.';
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
create trigger spaces_before_insert_a_parents before insert on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null or new.custom_slug is null) execute function private.tg_spaces_parents();
create trigger spaces_before_update_a_parents before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_spaces_parents();
create trigger spaces_before_update_b_keep before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_keep_columns('id', 'project_id', 'custom_slug', 'created_at');
create trigger spaces_before_insert_c_rev before insert on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger spaces_before_update_c_rev before update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger spaces_before_write_clock before insert or update or delete on public.spaces
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger spaces_after_delete_tombstone after delete on public.spaces
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create function private.tg_of_space() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A row of a space belongs to its studio and project. Definer: the parent may be out of the caller's sight; row rules judge the result.
begin
  select s.studio_id, s.project_id into new.studio_id, new.project_id from public.spaces s where s.id = new.space_id;
  return new;
end $$;

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
comment on table public.space_stages is 'The stages a space works with.';
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
create trigger space_stages_before_insert_a_parents before insert on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null) execute function private.tg_of_space();
create trigger space_stages_before_update_a_parents before update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_space();
create trigger space_stages_before_insert_c_rev before insert on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger space_stages_before_update_c_rev before update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger space_stages_before_write_clock before insert or update or delete on public.space_stages
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger space_stages_after_delete_tombstone after delete on public.space_stages
  referencing old table as old_rows for each statement execute function private.tg_bury('space_id', 'stage_id');

create table public.space_statuses (
  space_id uuid not null references public.spaces (id) on delete cascade,
  status_id uuid not null references public.task_statuses (id),
  studio_id uuid not null,
  project_id uuid not null,
  order_index integer not null default 0,
  color_override text constraint space_statuses_color_override_check check (color_override ~* '^#[0-9a-f]{6}$'),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (space_id, status_id)
);
comment on table public.space_statuses is 'The statuses a space works with.';
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
create trigger space_statuses_before_insert_a_parents before insert on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null) execute function private.tg_of_space();
create trigger space_statuses_before_update_a_parents before update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_space();
create trigger space_statuses_before_insert_c_rev before insert on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger space_statuses_before_update_c_rev before update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger space_statuses_before_write_clock before insert or update or delete on public.space_statuses
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger space_statuses_after_delete_tombstone after delete on public.space_statuses
  referencing old table as old_rows for each statement execute function private.tg_bury('space_id', 'status_id');

create function private.tg_same_studio_links() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Refuses a stage, status or file of another studio (23503). Arguments: column, table, column, table … Definer: looks across studios.
declare
  v_id uuid;
  v_ok boolean;
begin
  for i in 0 .. tg_nargs - 1 by 2 loop
    v_id := (to_jsonb(new) ->> tg_argv[i])::uuid;
    if v_id is not null then
      execute format('select exists (select from public.%I where id = $1 and studio_id = $2)', tg_argv[i + 1]) into v_ok using v_id, new.studio_id;
      if not v_ok then
        raise exception 'The % is not of this studio', replace(tg_argv[i], '_id', '') using errcode = '23503';
      end if;
    end if;
  end loop;
  return new;
end $$;
create trigger space_stages_before_write_d_links before insert or update on public.space_stages
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('stage_id', 'stages');
create trigger space_statuses_before_write_d_links before insert or update on public.space_statuses
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('status_id', 'task_statuses');
create trigger projects_before_write_d_links before insert or update on public.projects
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('thumbnail_media_id', 'media');
create trigger spaces_before_write_d_links before insert or update on public.spaces
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('thumbnail', 'media');
create trigger studio_stage_preset_items_before_write_d_links before insert or update on public.studio_stage_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('stage_id', 'stages');
create trigger studio_status_preset_items_before_write_d_links before insert or update on public.studio_status_preset_items
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_same_studio_links('status_id', 'task_statuses');
