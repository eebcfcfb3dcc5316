-- Members of a studio, and the people who were removed from it.

create table public.studio_members (
  studio_id uuid not null references public.studios (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade
    constraint studio_members_user_id_profile_fkey references public.user_profiles (id),
  role_id uuid not null references public.user_roles (id),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (studio_id, user_id)
);
comment on table public.studio_members is
  'Who belongs to a studio, and in which role. An archived member keeps their history and loses access.';
create index studio_members_user_id_idx on public.studio_members (user_id);
create index studio_members_role_id_idx on public.studio_members (role_id);
alter table public.studio_members enable row level security;
grant select, update, delete on public.studio_members to authenticated;
grant all on public.studio_members to service_role;
create policy "studio_members: members can read" on public.studio_members
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "studio_members: user admins can change" on public.studio_members
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
create policy "studio_members: user admins can delete" on public.studio_members
  for delete to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

create table private.removed_members (
  studio_id uuid not null,
  user_id uuid not null,
  role_id uuid references public.user_roles (id),
  removed_at timestamptz not null default now(),
  primary key (studio_id, user_id)
);
comment on table private.removed_members is
  'People who were removed from a studio: an invite link never readmits them.';
comment on column private.removed_members.role_id is
  'Their role when they were removed; Member if it was not recorded.';
create index removed_members_role_id_idx on private.removed_members (role_id);

create function private.require_permissions_of(p_studio_id uuid, p_role_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
-- Ends the call with 42501 unless the caller has every permission of a role: nobody may give a role that has more than
-- they have themselves. Definer: reads the matrix.
begin
  if exists (select from public.role_permissions p where p.studio_id = p_studio_id and p.role_id = p_role_id
      and p.is_allowed and p_studio_id <> all(private.my_studio_ids_with(p.permission))) then
    raise exception 'You can only give roles whose permissions you have yourself' using errcode = '42501';
  end if;
end $$;

create function private.tg_guard_member() returns trigger
language plpgsql security definer set search_path = '' as $$
-- An owner cannot be demoted, archived or removed, nobody can be made owner, only owners and admins change roles, and
-- nobody manages a member at or above their own role. A removed member is remembered with the role they had. Definer:
-- reads roles of both sides.
declare
  v_mine integer := private.my_role_level(old.studio_id);
  v_old integer := (select hierarchy_level from public.user_roles where id = old.role_id);
  v_new integer;
begin
  if v_old = 1 then
    raise exception 'The owner''s role cannot be changed' using errcode = '42501';
  end if;
  if old.user_id = auth.uid() or v_old <= v_mine then
    raise exception 'You can only manage members below your own role' using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then
    insert into private.removed_members (studio_id, user_id, role_id) values (old.studio_id, old.user_id, old.role_id)
    on conflict (studio_id, user_id) do update set removed_at = now(), role_id = excluded.role_id;
    return old;
  end if;
  v_new := (select hierarchy_level from public.user_roles where id = new.role_id);
  if new.role_id <> old.role_id and (v_mine > 2 or v_new = 1) then
    raise exception 'Only owners and admins change roles, and nobody can be made owner' using errcode = '42501';
  end if;
  if new.role_id <> old.role_id then
    perform private.require_permissions_of(new.studio_id, new.role_id);
  end if;
  return new;
end $$;

create trigger studio_members_before_update_b_keep before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('studio_id', 'user_id', 'created_at');
create trigger studio_members_before_insert_c_rev before insert on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger studio_members_before_update_c_rev before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger studio_members_before_update_stamp before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger studio_members_before_delete_guard before delete on public.studio_members
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_member();
create trigger studio_members_before_insert_person before insert on public.studio_members
  for each statement when (current_setting('request.jwt.claims', true) like '%studio_id%')
  execute function private.tg_refuse_tokens();
create trigger studio_members_before_update_guard before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_member();
create trigger studio_members_before_write_clock before insert or update or delete on public.studio_members
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studio_members_after_delete_tombstone after delete on public.studio_members
  referencing old table as old_rows for each statement execute function private.tg_bury('user_id');
