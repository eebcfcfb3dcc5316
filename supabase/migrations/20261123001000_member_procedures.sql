-- Listing, changing, removing and readmitting members.

create function public.list_studio_members(p_studio uuid) returns table (
  user_id uuid, role text, role_id uuid, is_archived boolean, archived_at timestamptz, display_name text, email text,
  avatar_url text
)
language sql stable set search_path = '' as $$
  -- Lists the members of one of the caller's studios by role, then name, archived last. Empty for non-members.
  select m.user_id, r.name, m.role_id, m.archived_at is not null, m.archived_at, u.display_name, u.email, u.avatar_url
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  join public.user_profiles u on u.id = m.user_id
  where m.studio_id = p_studio
  order by m.archived_at is not null, r.hierarchy_level, lower(u.display_name), m.user_id
$$;

create function public.get_user_basic_info(studio_id_param uuid) returns table (
  user_id uuid, email text, display_name text, avatar_url text
)
language sql stable set search_path = '' as $$
  -- Lists the name, e-mail address and picture of everyone in one of the caller's studios, archived members included.
  -- Empty for non-members.
  select u.id, u.email, u.display_name, u.avatar_url
  from public.studio_members m join public.user_profiles u on u.id = m.user_id
  where m.studio_id = studio_id_param order by lower(u.display_name), u.id
$$;

create function public.get_team_members_for_studio(p_studio_id uuid) returns table (
  user_id uuid, display_name text, role text, avatar_url text
)
language sql stable set search_path = '' as $$
  -- Lists who can be assigned work in one of the caller's studios: active members by name. Empty for non-members.
  select m.user_id, u.display_name, r.name, u.avatar_url
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  join public.user_profiles u on u.id = m.user_id
  where m.studio_id = p_studio_id and m.archived_at is null order by lower(u.display_name), m.user_id
$$;

create function public.can_edit_studio_roles(p_studio_id uuid) returns boolean
language sql stable set search_path = '' as $$
  -- Returns whether the caller may change members' roles: an owner or admin whose role may manage users.
  select coalesce(private.my_role_level(p_studio_id) <= 2
    and p_studio_id = any(private.my_studio_ids_with('admin_users')), false)
$$;

create function public.update_studio_member_role(
  p_studio_id uuid, p_user_id uuid, p_new_role_id uuid, p_operation_id uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Gives a member another role. Returns {success, error, data}: data is {studio_id, user_id, role_id}; error gives the
-- reason for a refusal. For owners and admins only; an owner's role never changes, and nobody can be made owner. A
-- repeat returns the same and changes nothing, even if the role was changed since.
declare
  v_payload text := concat_ws('|', p_studio_id, p_user_id, p_new_role_id);
  v_known jsonb := private.begin_operation(p_operation_id, 'update_studio_member_role', v_payload);
  v_member public.studio_members;
  v_error text;
begin
  if v_known is not null then
    return v_known;
  end if;
  if not public.can_edit_studio_roles(p_studio_id) then
    v_error := 'Only owners and admins can change roles';
  elsif not exists (select from public.user_roles r where r.id = p_new_role_id) then
    v_error := 'Unknown role';
  else
    begin
      update public.studio_members m set role_id = p_new_role_id
      where m.studio_id = p_studio_id and m.user_id = p_user_id returning m.* into v_member;
      if v_member.user_id is null then
        v_error := 'This person is not a member of the studio';
      end if;
    exception when insufficient_privilege then
      v_error := sqlerrm;
    end;
  end if;
  return private.end_operation(p_operation_id, jsonb_build_object('success', v_error is null, 'error', v_error,
    'data', case when v_error is null then jsonb_build_object('studio_id', v_member.studio_id,
      'user_id', v_member.user_id, 'role_id', v_member.role_id) end));
end $$;

create function private.require_member_admin(p_studio_id uuid) returns void
language plpgsql stable set search_path = '' as $$
-- Ends the call unless the caller's role may manage users: P0002 for non-members, 42501 for others.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif not p_studio_id = any(private.my_studio_ids_with('admin_users')) then
    raise exception 'Your role may not manage users' using errcode = '42501';
  end if;
end $$;

create function public.set_member_archived(
  p_studio_id uuid, p_user_id uuid, p_is_archived boolean default true
) returns public.studio_members
language plpgsql set search_path = '' as $$
-- Archives a member, who keeps their history and loses access, or restores them; returns the membership. A repeat
-- changes nothing. P0002 unknown studio or member, 42501 not allowed: an owner cannot be archived.
declare
  v_member public.studio_members;
begin
  perform private.require_member_admin(p_studio_id);
  select m.* into v_member from public.studio_members m where m.studio_id = p_studio_id and m.user_id = p_user_id;
  if v_member.user_id is null then
    perform private.refuse_missing('This person is not a member of the studio');
  end if;
  if (v_member.archived_at is not null) = coalesce(p_is_archived, true) then
    return v_member;
  end if;
  update public.studio_members m set archived_at = case when coalesce(p_is_archived, true) then now() end
  where m.studio_id = p_studio_id and m.user_id = p_user_id returning m.* into v_member;
  return v_member;
end $$;

create function public.remove_studio_member(p_studio_id uuid, p_user_id uuid) returns boolean
language plpgsql set search_path = '' as $$
-- Ends a membership but keeps the person's comments and revisions; no invite link lets them in again. Returns true if
-- there was a membership, false on a repeat. P0002 unknown studio, 42501 not allowed: an owner cannot be removed.
begin
  perform private.require_member_admin(p_studio_id);
  delete from public.studio_members m where m.studio_id = p_studio_id and m.user_id = p_user_id;
  return found;
end $$;

create function private.list_removed_members(p_studio_id uuid) returns table (
  user_id uuid, role text, removed_at timestamptz, display_name text, email text, avatar_url text
)
language sql stable security definer set search_path = '' as $$
  -- See public.list_removed_members. Definer: the table is private, and the caller cannot read profiles of people
  -- outside the studio.
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
  user_id uuid, role text, removed_at timestamptz, display_name text, email text, avatar_url text
)
language sql stable set search_path = '' as $$
  -- Lists the people the caller may readmit, last removed first: those below the caller's own role. Empty for callers
  -- who may not manage users.
  select * from private.list_removed_members(p_studio_id)
$$;

create function private.readmit_member(p_studio_id uuid, p_user_id uuid) returns public.studio_members
language plpgsql security definer set search_path = '' as $$
-- See public.readmit_member. Definer: nobody adds members directly.
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
  perform private.require_permissions_of(p_studio_id, v_role.id);
  delete from private.removed_members g where g.studio_id = p_studio_id and g.user_id = p_user_id;
  insert into public.studio_members (studio_id, user_id, role_id) values (p_studio_id, p_user_id, v_role.id)
    returning * into v_member;
  return v_member;
end $$;

create function public.readmit_member(p_studio_id uuid, p_user_id uuid) returns public.studio_members
language sql set search_path = '' as $$
  -- Readmits a removed member with the role they had, and returns the membership; a repeat returns it again. Their
  -- comments and revisions were never deleted. P0002 unknown studio or nobody removed, 42501 not allowed: only people
  -- below the caller's own role.
  select private.readmit_member(p_studio_id, p_user_id)
$$;

grant execute on function
  public.list_studio_members(uuid), public.get_user_basic_info(uuid), public.get_team_members_for_studio(uuid),
  public.can_edit_studio_roles(uuid), public.update_studio_member_role(uuid, uuid, uuid, uuid),
  private.require_member_admin(uuid), public.set_member_archived(uuid, uuid, boolean),
  public.remove_studio_member(uuid, uuid), private.list_removed_members(uuid), public.list_removed_members(uuid),
  private.readmit_member(uuid, uuid), public.readmit_member(uuid, uuid)
to authenticated, service_role;
