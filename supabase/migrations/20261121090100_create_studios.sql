-- Purpose: people, studios, roles and their permissions, members, invites, preferences.
-- Reversal: drop the tables below in reverse order.

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint user_roles_name_key unique,
  hierarchy_level integer not null
);
comment on table public.user_roles is 'The five roles of every studio, highest first: owner 1, admin 2, lead 3, member 4, viewer 5.';
alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
create policy "user_roles: everyone signed in can read" on public.user_roles for select to authenticated using (true);
insert into public.user_roles (id, name, hierarchy_level) values
  ('00000000-0000-4000-8000-000000000001', 'owner', 1),
  ('00000000-0000-4000-8000-000000000002', 'admin', 2),
  ('00000000-0000-4000-8000-000000000003', 'lead', 3),
  ('00000000-0000-4000-8000-000000000004', 'member', 4),
  ('00000000-0000-4000-8000-000000000005', 'viewer', 5);

create table public.user_profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null default '',
  display_name text not null default '' constraint user_profiles_display_name_check check (length(display_name) <= 200),
  avatar_url text,
  discord_handle text not null default '' constraint user_profiles_discord_handle_check check (length(discord_handle) <= 100),
  time_zone text not null default 'UTC',
  notifications_enabled boolean not null default true,
  notify_mentions boolean not null default true,
  notify_subscriptions boolean not null default true,
  notify_assignments boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.user_profiles is 'A person as colleagues see them, with their own notification choices.';
alter table public.user_profiles enable row level security;
grant select, update on public.user_profiles to authenticated;
grant all on public.user_profiles to service_role;

create table public.user_preferences (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  key text not null constraint user_preferences_key_check check (length(key) between 1 and 300),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table public.user_preferences is 'What one person saved for themselves: filters, keys, view modes.';
alter table public.user_preferences enable row level security;
grant select, insert, update, delete on public.user_preferences to authenticated;
grant all on public.user_preferences to service_role;
create policy "user_preferences: their owner can read" on public.user_preferences
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "user_preferences: their owner can add" on public.user_preferences
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "user_preferences: their owner can change" on public.user_preferences
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "user_preferences: their owner can delete" on public.user_preferences
  for delete to authenticated
  using (user_id = (select auth.uid()));

create table private.active_studios (
  user_id uuid primary key,
  studio_id uuid not null
);
comment on table private.active_studios is 'The studio a person last worked in.';

create table private.removed_members (
  studio_id uuid not null,
  user_id uuid not null,
  removed_at timestamptz not null default now(),
  primary key (studio_id, user_id)
);
comment on table private.removed_members is 'People who were removed from a studio: an invite link never readmits them.';

create table public.studios (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint studios_name_check check (length(trim(name)) between 1 and 200),
  display_name text generated always as (name) stored,
  custom_slug text not null constraint studios_custom_slug_key unique,
  slug text generated always as (custom_slug) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.studios is 'A studio: the tenant all other rows belong to.';
alter table public.studios enable row level security;
grant select, update on public.studios to authenticated;
grant all on public.studios to service_role;

create table public.studio_members (
  studio_id uuid not null references public.studios (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  role_id uuid not null references public.user_roles (id),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, user_id)
);
comment on table public.studio_members is 'Who belongs to a studio, in which role. An archived member keeps their history and loses access.';
create index studio_members_user_id_idx on public.studio_members (user_id);
create index studio_members_role_id_idx on public.studio_members (role_id);
alter table public.studio_members enable row level security;
grant all on public.studio_members to service_role;
create trigger studio_members_before_update_b_keep before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_keep_columns('studio_id', 'user_id', 'created_at');
create trigger studio_members_before_insert_c_rev before insert on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger studio_members_before_update_c_rev before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger studio_members_before_write_clock before insert or update or delete on public.studio_members
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_members_after_delete_tombstone after delete on public.studio_members
  referencing old table as old_rows for each statement execute function private.tg_bury('user_id');

create table public.role_permissions (
  studio_id uuid not null references public.studios (id) on delete cascade,
  role_id uuid not null references public.user_roles (id),
  permission text not null constraint role_permissions_permission_check check (permission in ('create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects')),
  is_allowed boolean not null,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, role_id, permission)
);
comment on table public.role_permissions is 'The role matrix of a studio: which role may do what. Owner is always allowed.';
create index role_permissions_role_id_idx on public.role_permissions (role_id);
alter table public.role_permissions enable row level security;
grant all on public.role_permissions to service_role;
create trigger role_permissions_before_update_b_keep before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_keep_columns('studio_id', 'role_id', 'permission');
create trigger role_permissions_before_insert_c_rev before insert on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0) execute function private.tg_take_rev();
create trigger role_permissions_before_update_c_rev before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev) execute function private.tg_take_rev();
create trigger role_permissions_before_write_clock before insert or update or delete on public.role_permissions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();

create table public.studio_invites (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  token_hash text not null constraint studio_invites_token_hash_key unique,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  revoked_at timestamptz
);
comment on table public.studio_invites is 'Invite links of a studio. Only a SHA-256 of the token is kept; a link admits many people until it expires or is revoked.';
create index studio_invites_studio_id_idx on public.studio_invites (studio_id);
alter table public.studio_invites enable row level security;
grant select on public.studio_invites to authenticated;
grant all on public.studio_invites to service_role;

create table public.studio_invite_uses (
  invite_id uuid not null references public.studio_invites (id) on delete cascade,
  user_id uuid not null,
  studio_id uuid not null references public.studios (id) on delete cascade,
  used_at timestamptz not null default now(),
  primary key (invite_id, user_id)
);
comment on table public.studio_invite_uses is 'Who joined by which link, and when.';
create index studio_invite_uses_studio_id_idx on public.studio_invite_uses (studio_id);
alter table public.studio_invite_uses enable row level security;
grant select on public.studio_invite_uses to authenticated;
grant all on public.studio_invite_uses to service_role;
