-- Studios, the five roles, and what each role may do in a studio.

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint user_roles_name_key unique
    constraint user_roles_name_limit_check check (length(name) <= 100),
  hierarchy_level integer not null
);
comment on table public.user_roles is
  'The five roles of every studio, highest first: owner 1, admin 2, lead 3, member 4, viewer 5.';
alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
create policy "user_roles: everyone signed in can read" on public.user_roles
  for select to authenticated
  using (true);

insert into public.user_roles (id, name, hierarchy_level) values
  ('00000000-0000-4000-8000-000000000001', 'owner', 1),
  ('00000000-0000-4000-8000-000000000002', 'admin', 2),
  ('00000000-0000-4000-8000-000000000003', 'lead', 3),
  ('00000000-0000-4000-8000-000000000004', 'member', 4),
  ('00000000-0000-4000-8000-000000000005', 'viewer', 5);

create table public.studios (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint studios_name_check check (trim(name) <> '')
    constraint studios_name_limit_check check (length(name) <= 200),
  display_name text generated always as (name) stored,
  custom_slug text not null
    constraint studios_custom_slug_key unique
    constraint studios_custom_slug_limit_check check (length(custom_slug) <= 100),
  slug text generated always as (custom_slug) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.studios is 'A studio: the tenant that all other rows belong to.';
alter table public.studios enable row level security;
grant select, update on public.studios to authenticated;
grant all on public.studios to service_role;
create policy "studios: members can read" on public.studios
  for select to authenticated
  using (id = any((select private.my_studio_ids())::uuid[]));
create policy "studios: user admins can change" on public.studios
  for update to authenticated
  using (id = any((select private.my_studio_ids_with('admin_users'))::uuid[]))
  with check (id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

create function private.tg_studios_rev() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A studio row carries its own clock's revision. Definer: see next_rev.
begin
  if tg_op = 'INSERT' then
    insert into private.studio_clocks (studio_id) values (new.id) on conflict do nothing;
  end if;
  new.name := trim(new.name);
  new.rev := private.next_rev(new.id);
  new.updated_at := now();
  return new;
end $$;

create function private.tg_studios_forget_clock() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Before a studio is deleted: deletes its projects, which reference its stages and statuses, its clock, its tombstones
-- and its events. Definer: nobody else may.
begin
  delete from public.projects where studio_id = old.id;
  delete from private.studio_clocks where studio_id = old.id;
  delete from private.tombstones where studio_id = old.id;
  perform private.forget_events(old.id, null);
  return old;
end $$;

create function private.tg_refuse_tokens() returns trigger
language plpgsql set search_path = '' as $$
-- Studios and memberships are created by people: a token can neither create nor join a studio. A service account's
-- membership is created by its maker.
begin
  perform private.require_person();
  return null;
end $$;

create trigger studios_before_delete_clock before delete on public.studios
  for each row execute function private.tg_studios_forget_clock();
create trigger studios_before_insert_person before insert on public.studios
  for each statement when (current_setting('request.jwt.claims', true) like '%studio_id%')
  execute function private.tg_refuse_tokens();
create trigger studios_before_insert_rev before insert on public.studios
  for each row execute function private.tg_studios_rev();
create trigger studios_before_update_keep before update on public.studios
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns('id', 'custom_slug', 'created_by', 'created_at');
create trigger studios_before_update_rev before update on public.studios
  for each row execute function private.tg_studios_rev();
create trigger studios_before_write_clock before update on public.studios
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();

create table public.role_permissions (
  studio_id uuid not null references public.studios (id) on delete cascade,
  role_id uuid not null references public.user_roles (id),
  permission text not null
    constraint role_permissions_permission_check check (permission in (
      'create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects')),
  is_allowed boolean not null,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, role_id, permission)
);
comment on table public.role_permissions is
  'The role matrix of a studio: which role may do what. Owners are always allowed.';
create index role_permissions_role_id_idx on public.role_permissions (role_id);
alter table public.role_permissions enable row level security;
grant select, update on public.role_permissions to authenticated;
grant all on public.role_permissions to service_role;
create policy "role_permissions: members can read" on public.role_permissions
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "role_permissions: user admins can change" on public.role_permissions
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

create function private.tg_guard_permission() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Owners are always allowed; nobody edits the permissions of a role at or above their own, and nobody grants what they
-- lack; taking a permission away requires none. Definer: reads roles.
declare
  v_level integer := (select hierarchy_level from public.user_roles where id = new.role_id);
begin
  if v_level = 1 or v_level <= private.my_role_level(new.studio_id) then
    raise exception 'You can only change the permissions of roles below your own' using errcode = '42501';
  end if;
  if new.is_allowed and not old.is_allowed and new.studio_id <> all(private.my_studio_ids_with(new.permission)) then
    raise exception 'You can only grant permissions that you have yourself' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger role_permissions_before_update_b_keep before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('studio_id', 'role_id', 'permission');
create trigger role_permissions_before_insert_c_rev before insert on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger role_permissions_before_update_c_rev before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger role_permissions_before_update_guard before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_permission();
create trigger role_permissions_before_write_clock before insert or update or delete on public.role_permissions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();

create table private.active_studios (
  user_id uuid primary key,
  studio_id uuid not null
);
comment on table private.active_studios is 'The studio a person last worked in.';
