-- Purpose: members of a studio: who they are, their roles, archiving and removing them.
-- Reversal: drop the functions below.

create function public.list_studio_members(p_studio uuid) returns table (
  user_id uuid, role text, role_id uuid, is_archived boolean, archived_at timestamptz, display_name text, email text, avatar_url text)
language sql stable set search_path = '' as $$
  -- The members of one of the caller's studios by role, then name, archived last. Empty for anybody else.
  select m.user_id, r.name, m.role_id, m.archived_at is not null, m.archived_at, u.display_name, u.email, u.avatar_url
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  join public.user_profiles u on u.id = m.user_id
  where m.studio_id = p_studio
  order by m.archived_at is not null, r.hierarchy_level, lower(u.display_name), m.user_id
$$;

create function public.get_user_basic_info(studio_id_param uuid) returns table (user_id uuid, email text, display_name text, avatar_url text)
language sql stable set search_path = '' as $$
  -- Name, address and picture of everybody in one of the caller's studios, archived members included. Empty for anybody else.
  select u.id, u.email, u.display_name, u.avatar_url
  from public.studio_members m join public.user_profiles u on u.id = m.user_id
  where m.studio_id = studio_id_param order by lower(u.display_name), u.id
$$;

create function public.get_team_members_for_studio(p_studio_id uuid) returns table (user_id uuid, display_name text, role text, avatar_url text)
language sql stable set search_path = '' as $$
  -- Whom work can be given to in one of the caller's studios: active members by name. Empty for anybody else.
  select m.user_id, u.display_name, r.name, u.avatar_url
  from public.studio_members m join public.user_roles r on r.id = m.role_id join public.user_profiles u on u.id = m.user_id
  where m.studio_id = p_studio_id and m.archived_at is null order by lower(u.display_name), m.user_id
$$;

create function public.can_edit_studio_roles(p_studio_id uuid) returns boolean
language sql stable set search_path = '' as $$
  -- Whether the caller may change members' roles: an owner or admin whose role may manage users.
  select coalesce(private.my_role_level(p_studio_id) <= 2 and p_studio_id = any(private.my_studio_ids_with('admin_users')), false)
$$;

create function public.update_studio_member_role(p_studio_id uuid, p_user_id uuid, p_new_role_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
-- Gives a member another role. Answers {success, error, data}: data is {studio_id, user_id, role_id}; error says why not. Only owners and admins
-- may; an owner's role never changes and is given to nobody.
declare
  v_member public.studio_members;
begin
  if not public.can_edit_studio_roles(p_studio_id) then
    return jsonb_build_object('success', false, 'error', 'Only owners and admins can change roles', 'data', null);
  end if;
  if not exists (select from public.user_roles r where r.id = p_new_role_id) then
    return jsonb_build_object('success', false, 'error', 'Unknown role', 'data', null);
  end if;
  update public.studio_members m set role_id = p_new_role_id where m.studio_id = p_studio_id and m.user_id = p_user_id returning m.* into v_member;
  if v_member.user_id is null then
    return jsonb_build_object('success', false, 'error', 'This person is not a member of the studio', 'data', null);
  end if;
  return jsonb_build_object('success', true, 'error', null,
    'data', jsonb_build_object('studio_id', v_member.studio_id, 'user_id', v_member.user_id, 'role_id', v_member.role_id));
exception when insufficient_privilege then
  return jsonb_build_object('success', false, 'error', sqlerrm, 'data', null);
end $$;

create function private.require_member_admin(p_studio_id uuid) returns void
language plpgsql stable set search_path = '' as $$
-- Ends the call unless the caller's role may manage users: P0002 for outsiders, 42501 for the rest.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  elsif not p_studio_id = any(private.my_studio_ids_with('admin_users')) then
    raise exception 'Your role may not manage users' using errcode = '42501';
  end if;
end $$;

create function public.set_member_archived(p_studio_id uuid, p_user_id uuid, p_is_archived boolean default true) returns public.studio_members
language plpgsql set search_path = '' as $$
-- Archives a member, who keeps their history and loses access, or brings them back; answers the membership. A repeat changes nothing.
-- P0002 unknown studio or member, 42501 not allowed: an owner cannot be archived.
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
-- Ends a membership, never the person's comments or revisions; no invite link lets them in again. True where there was one, false on a repeat.
-- P0002 unknown studio, 42501 not allowed: an owner cannot be removed.
begin
  perform private.require_member_admin(p_studio_id);
  delete from public.studio_members m where m.studio_id = p_studio_id and m.user_id = p_user_id;
  return found;
end $$;

create function public.diagnose_user_roles(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- What the caller is in a studio: {user_id, studio_id, is_member, role, level, permissions, can_edit_roles}. Outsiders read that they are not a member.
  select jsonb_build_object('user_id', auth.uid(), 'studio_id', p_studio_id, 'is_member', l.level is not null, 'level', l.level,
    'role', (select r.name from public.user_roles r where r.hierarchy_level = l.level),
    'permissions', (select coalesce(jsonb_agg(p), '[]') from unnest(array['create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects']) as p
      where p_studio_id = any(private.my_studio_ids_with(p))),
    'can_edit_roles', public.can_edit_studio_roles(p_studio_id))
  from (select private.my_role_level(p_studio_id) as level) as l
$$;

revoke execute on function public.list_studio_members(uuid), public.get_user_basic_info(uuid), public.get_team_members_for_studio(uuid), public.can_edit_studio_roles(uuid),
  public.update_studio_member_role(uuid, uuid, uuid), public.set_member_archived(uuid, uuid, boolean), public.remove_studio_member(uuid, uuid), public.diagnose_user_roles(uuid),
  private.require_member_admin(uuid) from public, anon;
grant execute on function public.list_studio_members(uuid), public.get_user_basic_info(uuid), public.get_team_members_for_studio(uuid), public.can_edit_studio_roles(uuid),
  public.update_studio_member_role(uuid, uuid, uuid), public.set_member_archived(uuid, uuid, boolean), public.remove_studio_member(uuid, uuid), public.diagnose_user_roles(uuid),
  private.require_member_admin(uuid) to authenticated, service_role;
