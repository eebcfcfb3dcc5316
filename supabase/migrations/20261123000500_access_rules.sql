-- What row rules ask about the caller. Written in plpgsql, because a connection plans each of these once; in sql, every
-- statement that calls them would plan them again, which costs more than running them.

create function private.my_scope() returns uuid
language plpgsql stable security definer set search_path = '' as $$
-- The one studio that a token's session may reach: null for a person's own session, which reaches all of theirs, and
-- the id of no studio if the session ended or its token was revoked. Definer: the tables are private.
declare
  v_claims jsonb := auth.jwt();
begin
  if not coalesce(v_claims ? 'studio_id', false) then
    return null;
  end if;
  return coalesce((
    select t.studio_id from private.token_sessions s join private.access_tokens t on t.id = s.token_id
    where s.id::text = v_claims ->> 'session_id' and t.studio_id::text = v_claims ->> 'studio_id'
      and t.user_id = auth.uid()
      and s.ends_at > now() and t.expires_at > now() and t.revoked_at is null), '00000000-0000-0000-0000-000000000000');
end $$;

create function private.my_studio_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Studios the caller is an active member of, within what their session may reach. Definer: row rules of studio_members
-- call it.
declare
  v_user uuid := auth.uid();
  v_scope uuid := private.my_scope();
begin
  return array(select m.studio_id from public.studio_members m
    where m.user_id = v_user and m.archived_at is null and (v_scope is null or m.studio_id = v_scope));
end $$;

create function private.my_studio_ids_with(p_permission text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Studios where the caller's role has a permission; an owner has every permission. Definer: reads the matrix for row
-- rules.
declare
  v_user uuid := auth.uid();
  v_scope uuid := private.my_scope();
begin
  return array(select m.studio_id
    from public.studio_members m
    join public.user_roles r on r.id = m.role_id
    left join public.role_permissions p on p.studio_id = m.studio_id and p.role_id = m.role_id
      and p.permission = p_permission
    where m.user_id = v_user and m.archived_at is null and (r.name = 'owner' or p.is_allowed)
      and (v_scope is null or m.studio_id = v_scope));
end $$;

create function private.refuse_without(p_studio_id uuid, p_permission text, p_what text) returns void
language plpgsql stable set search_path = '' as $$
-- Refuses (42501) a caller whose role in a studio lacks a permission, with a message that continues "Your role may
-- not".
begin
  if auth.uid() is not null and not coalesce(p_studio_id = any(private.my_studio_ids_with(p_permission)), false) then
    raise exception 'Your role may not %', p_what using errcode = '42501';
  end if;
end $$;

create function private.my_led_studio_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Studios where the caller's role is lead or above. Definer: row rules call it.
declare
  v_user uuid := auth.uid();
begin
  return array(select m.studio_id from public.studio_members m join public.user_roles r on r.id = m.role_id
    where m.user_id = v_user and m.archived_at is null and r.hierarchy_level <= 3);
end $$;

create function private.my_role_level(p_studio_id uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
-- The caller's hierarchy level in a studio (1 owner … 5 viewer), null for non-members and archived members. Definer: as
-- above.
declare
  v_user uuid := auth.uid();
begin
  if coalesce(private.my_scope(), p_studio_id) <> p_studio_id then
    return null;
  end if;
  return (select r.hierarchy_level from public.studio_members m join public.user_roles r on r.id = m.role_id
    where m.studio_id = p_studio_id and m.user_id = v_user and m.archived_at is null);
end $$;

create function private.my_colleague_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Everyone who shares a studio with the caller, the caller included; archived colleagues keep their names. Definer: as
-- above.
declare
  v_studios uuid[] := private.my_studio_ids();
begin
  return array(select distinct c.user_id from public.studio_members c where c.studio_id = any(v_studios)) || auth.uid();
end $$;

create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
-- Whether the caller's confirmed e-mail is the deployment's super-admin address; always false for a token. Definer:
-- reads auth.users, never a claim the caller can edit.
declare
  v_user uuid := auth.uid();
begin
  return private.my_scope() is null and exists (
    select from auth.users u join private.deployment_settings s on s.key = 'super_admin_email'
    where u.id = v_user and u.email_confirmed_at is not null and s.value #>> '{}' <> ''
      and lower(u.email) = lower(s.value #>> '{}'));
end $$;

create function private.my_project_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Projects the caller may open. Definer: row rules call it.
declare
  v_user uuid := auth.uid();
  v_scope uuid := private.my_scope();
begin
  return array(select p.id
    from public.studio_members m
    join public.user_roles r on r.id = m.role_id
    join public.projects p on p.studio_id = m.studio_id
    left join public.role_permissions v on v.studio_id = m.studio_id and v.role_id = m.role_id
      and v.permission = 'view_all_projects'
    left join public.project_role_access a on a.project_id = p.id
      and a.role_id = (select f.id from public.user_roles f
        where f.name = case r.name when 'lead' then 'member' else r.name end)
    where m.user_id = v_user and m.archived_at is null
      and (r.name = 'owner' or v.is_allowed or coalesce(a.is_allowed, true))
      and (v_scope is null or m.studio_id = v_scope));
end $$;

create function private.my_project_ids_with(p_permission text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Projects the caller may open in studios where their role has a permission. Definer: row rules call it.
declare
  v_studios uuid[] := private.my_studio_ids_with(p_permission);
  v_projects uuid[] := private.my_project_ids();
begin
  return array(select p.id from public.projects p where p.id = any(v_projects) and p.studio_id = any(v_studios));
end $$;

create function private.my_closed_project_ids() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
-- Projects of the caller's studios that they may not open. Definer: row rules call it.
declare
  v_studios uuid[] := private.my_studio_ids();
  v_projects uuid[] := private.my_project_ids();
begin
  return array(select p.id from public.projects p where p.studio_id = any(v_studios) and p.id <> all(v_projects));
end $$;

create function private.require_person() returns uuid
language plpgsql stable set search_path = '' as $$
-- The caller's id; 42501 for nobody and for a token's session, which may only do what concerns its studio.
begin
  if private.my_scope() is not null then
    raise exception 'An access token cannot do this: sign in' using errcode = '42501';
  end if;
  return private.require_user();
end $$;

grant execute on function
  private.my_scope(), private.my_studio_ids(), private.my_studio_ids_with(text), private.my_led_studio_ids(),
  private.my_role_level(uuid), private.my_colleague_ids(), private.is_super_admin(), private.my_project_ids(),
  private.my_project_ids_with(text), private.my_closed_project_ids(), private.require_person()
to authenticated, service_role;
