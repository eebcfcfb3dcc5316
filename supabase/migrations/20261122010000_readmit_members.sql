-- Purpose: somebody who was removed from a studio can be let in again, by whoever stands above the role they had.
-- Reversal: drop the four functions below, restore tg_guard_member from create_access_rules, drop the column.

alter table private.removed_members add column role_id uuid references public.user_roles (id);
comment on column private.removed_members.role_id is 'What they were when they were removed; Member where that was not written down.';
create index removed_members_role_id_idx on private.removed_members (role_id);

create or replace function private.tg_guard_member() returns trigger
language plpgsql security definer set search_path = '' as $$
-- An owner can be neither demoted, archived nor removed, owner is given to nobody, only owners and admins change roles, and nobody manages a
-- member at or above their own role. Who is removed is remembered with the role they had. Definer: reads roles of both sides.
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
    raise exception 'Only owners and admins change roles, and nobody becomes owner by it' using errcode = '42501';
  end if;
  return new;
end $$;

create function private.list_removed_members(p_studio_id uuid) returns table (
  user_id uuid, role text, removed_at timestamptz, display_name text, email text, avatar_url text)
language sql stable security definer set search_path = '' as $$
  -- See public.list_removed_members. Definer: the table is private, and profiles of people outside the studio are not the caller's to read.
  select g.user_id, r.name, g.removed_at, u.display_name, u.email, u.avatar_url
  from private.removed_members g
  join public.user_roles r on r.id = coalesce(g.role_id, (select m.id from public.user_roles m where m.name = 'member'))
  join public.user_profiles u on u.id = g.user_id
  where g.studio_id = p_studio_id
    and p_studio_id = any(private.my_studio_ids_with('admin_users'))
    and r.hierarchy_level > private.my_role_level(p_studio_id)
    and not exists (select from public.studio_members s where s.studio_id = g.studio_id and s.user_id = g.user_id)
  order by g.removed_at desc, g.user_id
$$;

create function public.list_removed_members(p_studio_id uuid) returns table (
  user_id uuid, role text, removed_at timestamptz, display_name text, email text, avatar_url text)
language sql stable set search_path = '' as $$
  -- Whom the caller may let in again, the last removed first: people below the caller's own role. Empty for whoever may not manage users.
  select * from private.list_removed_members(p_studio_id)
$$;

create function private.readmit_member(p_studio_id uuid, p_user_id uuid) returns public.studio_members
language plpgsql security definer set search_path = '' as $$
-- See public.readmit_member. Definer: members are added by nobody directly.
declare
  v_role public.user_roles;
  v_member public.studio_members;
begin
  perform private.require_member_admin(p_studio_id);
  perform private.next_rev(p_studio_id);
  select m.* into v_member from public.studio_members m where m.studio_id = p_studio_id and m.user_id = p_user_id;
  if v_member.user_id is not null then
    return v_member;
  end if;
  select r.* into v_role from private.removed_members g
  join public.user_roles r on r.id = coalesce(g.role_id, (select m.id from public.user_roles m where m.name = 'member'))
  where g.studio_id = p_studio_id and g.user_id = p_user_id;
  if v_role.id is null then
    perform private.refuse_missing('Nobody of this id was removed from the studio');
  end if;
  if v_role.hierarchy_level <= private.my_role_level(p_studio_id) then
    raise exception 'You can only manage members below your own role' using errcode = '42501';
  end if;
  delete from private.removed_members g where g.studio_id = p_studio_id and g.user_id = p_user_id;
  insert into public.studio_members (studio_id, user_id, role_id) values (p_studio_id, p_user_id, v_role.id) returning * into v_member;
  return v_member;
end $$;

create function public.readmit_member(p_studio_id uuid, p_user_id uuid) returns public.studio_members
language sql set search_path = '' as $$
  -- Lets somebody who was removed in again, with the role they had, and answers the membership; a repeat answers it again. Their comments and
  -- revisions were never gone. P0002 unknown studio or nobody removed, 42501 not allowed: only people below the caller's own role.
  select private.readmit_member(p_studio_id, p_user_id)
$$;

revoke execute on function public.list_removed_members(uuid), private.list_removed_members(uuid), public.readmit_member(uuid, uuid),
  private.readmit_member(uuid, uuid) from public, anon;
grant execute on function public.list_removed_members(uuid), private.list_removed_members(uuid), public.readmit_member(uuid, uuid),
  private.readmit_member(uuid, uuid) to authenticated, service_role;
