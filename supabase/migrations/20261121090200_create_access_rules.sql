-- Purpose: functions that say what the caller may see and do, and the row rules of studios and people.
-- Reversal: drop the policies and functions below.

create function private.my_studio_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Studios the caller is an active member of. Definer: row rules of studio_members call it.
  select coalesce(array_agg(m.studio_id), '{}') from public.studio_members m where m.user_id = auth.uid() and m.archived_at is null
$$;

create function private.my_studio_ids_with(p_permission text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Studios where the caller's role has a permission; an owner has every one. Definer: reads the matrix for row rules.
  select coalesce(array_agg(m.studio_id), '{}')
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  left join public.role_permissions p on p.studio_id = m.studio_id and p.role_id = m.role_id and p.permission = p_permission
  where m.user_id = auth.uid() and m.archived_at is null and (r.name = 'owner' or p.is_allowed)
$$;

create function private.my_role_level(p_studio_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  -- The caller's hierarchy level in a studio (1 owner … 5 viewer), null for outsiders and archived members. Definer: as above.
  select r.hierarchy_level from public.studio_members m join public.user_roles r on r.id = m.role_id
  where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.archived_at is null
$$;

create function private.my_colleague_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Everyone who shares a studio with the caller, the caller included; archived colleagues keep their names. Definer: as above.
  select coalesce(array_agg(distinct c.user_id), '{}') || auth.uid()
  from public.studio_members m join public.studio_members c on c.studio_id = m.studio_id
  where m.user_id = auth.uid() and m.archived_at is null
$$;

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether the caller's confirmed e-mail is the deployment's super-admin address. Definer: reads auth.users, never a claim the caller can edit.
  select exists (
    select from auth.users u join private.deployment_settings s on s.key = 'super_admin_email'
    where u.id = auth.uid() and u.email_confirmed_at is not null and s.value #>> '{}' <> '' and lower(u.email) = lower(s.value #>> '{}'))
$$;

revoke execute on function private.my_studio_ids(), private.my_studio_ids_with(text), private.my_role_level(uuid), private.my_colleague_ids(), private.is_super_admin() from public, anon;
grant execute on function private.my_studio_ids(), private.my_studio_ids_with(text), private.my_role_level(uuid), private.my_colleague_ids(), private.is_super_admin() to authenticated, service_role;

create policy "studios: members can read" on public.studios
  for select to authenticated
  using (id = any((select private.my_studio_ids())::uuid[]));
create policy "studios: user admins can change" on public.studios
  for update to authenticated
  using (id = any((select private.my_studio_ids_with('admin_users'))::uuid[]))
  with check (id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
create policy "user_profiles: colleagues can read" on public.user_profiles
  for select to authenticated
  using (id = any((select private.my_colleague_ids())::uuid[]));
create policy "user_profiles: the person can change" on public.user_profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
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
grant select, update, delete on public.studio_members to authenticated;
create policy "role_permissions: members can read" on public.role_permissions
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "role_permissions: user admins can change" on public.role_permissions
  for update to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]))
  with check (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
grant select, update on public.role_permissions to authenticated;
create policy "studio_invites: user admins can read" on public.studio_invites
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));
create policy "studio_invite_uses: user admins can read" on public.studio_invite_uses
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

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
create trigger studios_before_insert_rev before insert on public.studios for each row execute function private.tg_studios_rev();
create trigger studios_before_update_rev before update on public.studios for each row execute function private.tg_studios_rev();
create trigger studios_before_write_clock before update on public.studios
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger studios_before_update_keep before update on public.studios
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('id', 'custom_slug', 'created_by', 'created_at');

create function private.tg_studios_forget_clock() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Before a studio goes: its projects, which hold on to its stages and statuses, its clock and its tombstones. Definer: the last two are private.
begin
  delete from public.projects where studio_id = old.id;
  delete from private.studio_clocks where studio_id = old.id;
  delete from private.tombstones where studio_id = old.id;
  return old;
end $$;
create trigger studios_before_delete_clock before delete on public.studios for each row execute function private.tg_studios_forget_clock();

create function private.tg_guard_member() returns trigger
language plpgsql security definer set search_path = '' as $$
-- An owner can be neither demoted, archived nor removed, owner is given to nobody, only owners and admins change roles, and nobody manages a
-- member at or above their own role. Definer: reads roles of both sides.
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
    insert into private.removed_members (studio_id, user_id) values (old.studio_id, old.user_id)
    on conflict (studio_id, user_id) do update set removed_at = now();
    return old;
  end if;
  v_new := (select hierarchy_level from public.user_roles where id = new.role_id);
  if new.role_id <> old.role_id and (v_mine > 2 or v_new = 1) then
    raise exception 'Only owners and admins change roles, and nobody becomes owner by it' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger studio_members_before_update_guard before update on public.studio_members
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_member();
create trigger studio_members_before_delete_guard before delete on public.studio_members
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_member();

create function private.tg_guard_permission() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Owner's row is always allowed, and nobody edits the permissions of a role at or above their own. Definer: reads roles.
declare
  v_level integer := (select hierarchy_level from public.user_roles where id = new.role_id);
begin
  if v_level = 1 or v_level <= private.my_role_level(new.studio_id) then
    raise exception 'You can only change the permissions of roles below your own' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger role_permissions_before_update_guard before update on public.role_permissions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_guard_permission();

create function private.is_email_allowed(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether an address is inside the deployment's domains; any address where none are configured. Definer: reads private settings.
  select coalesce((
    select cardinality(d.domains) = 0 or lower(split_part(p_email, '@', 2)) = any(d.domains) and p_email !~ '@.*@'
    from (select private.text_array(lower(s.value::text)::jsonb) as domains from private.deployment_settings s where s.key = 'allowed_email_domains') d
  ), true)
$$;

create function private.tg_check_email_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Refuses accounts outside the allowed e-mail domains. Definer: reads private settings.
begin
  if not private.is_email_allowed(coalesce(new.email, '')) then
    raise exception 'This e-mail address is not allowed here. Use your company account.' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger users_before_insert_domain before insert on auth.users for each row execute function private.tg_check_email_domain();
create trigger users_before_update_domain before update of email on auth.users for each row execute function private.tg_check_email_domain();

create function private.tg_make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Every account has a profile: the name its provider gives, else the part of the e-mail before the @. Definer: runs as the auth service.
begin
  insert into public.user_profiles (id, email, display_name, avatar_url)
  values (new.id, coalesce(new.email, ''),
    left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), nullif(trim(new.raw_user_meta_data ->> 'name'), ''), split_part(coalesce(new.email, 'member'), '@', 1)), 200),
    new.raw_user_meta_data ->> 'avatar_url')
  on conflict (id) do update set email = excluded.email;
  return new;
end $$;
create trigger users_after_insert_profile after insert on auth.users for each row execute function private.tg_make_profile();
create trigger users_after_update_profile after update of email on auth.users for each row execute function private.tg_make_profile();

create function private.tg_profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A changed name or picture reaches the members lists of the person's studios. Definer: touches memberships.
begin
  update public.studio_members set updated_at = now() where user_id = new.id;
  return null;
end $$;
create trigger user_profiles_after_update_members after update of display_name, avatar_url, email on public.user_profiles
  for each row execute function private.tg_profile_changed();
create trigger user_profiles_before_update_keep before update on public.user_profiles
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('id', 'email', 'created_at');
