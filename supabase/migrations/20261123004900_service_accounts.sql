-- Accounts of programs.

create function private.create_service_account(p_studio_id uuid, p_name text, p_role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_service_account. Definer: makes a user and their membership.
declare
  v_creator uuid := private.require_person();
  v_id uuid := gen_random_uuid();
  v_name text := private.clean_name(p_name);
  v_role public.user_roles;
begin
  perform private.require_member_admin(p_studio_id);
  perform private.next_rev(p_studio_id);
  select r.* into v_role from public.user_roles r where r.name = coalesce(p_role, 'member');
  if length(v_name) not between 1 and 100 then
    raise exception 'A service account needs a name of 1 to 100 characters' using errcode = '22023';
  end if;
  if v_role.id is null then
    raise exception 'The roles are admin, lead, member and viewer' using errcode = '22023';
  end if;
  if v_role.hierarchy_level <= private.my_role_level(p_studio_id) then
    raise exception 'You can only manage members below your own role' using errcode = '42501';
  end if;
  perform private.require_permissions_of(p_studio_id, v_role.id);
  -- First, because this row lets in an account without an address.
  insert into private.service_accounts (user_id, studio_id, name, created_by)
    values (v_id, p_studio_id, v_name, v_creator);
  -- Its tokens are empty texts rather than null, as the auth service itself writes them.
  insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token,
    email_change_token_new, email_change, created_at, updated_at)
  values (v_id, 'authenticated', 'authenticated', '{"provider": "service", "providers": []}',
    jsonb_build_object('full_name', v_name), '', '', '', '', now(), now());
  insert into public.studio_members (studio_id, user_id, role_id) values (p_studio_id, v_id, v_role.id);
  return jsonb_build_object('id', v_id, 'name', v_name, 'role', v_role.name);
end $$;

create function public.create_service_account(p_studio_id uuid, p_name text, p_role text default 'member') returns jsonb
language sql set search_path = '' as $$
  -- Creates an account for programs, a member of this studio alone in a role below the caller's: {id, name, role}. It
  -- cannot sign in; its tokens act for it. P0002 unknown studio, 42501 not allowed, 22023 bad name or role.
  select private.create_service_account(p_studio_id, p_name, p_role)
$$;

create function private.list_service_accounts(p_studio_id uuid) returns table (
  id uuid, name text, role text, is_archived boolean, created_at timestamptz, token_count integer,
  last_used_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  -- See public.list_service_accounts. Definer: the tables are private.
  select a.user_id, a.name, r.name, m.archived_at is not null, a.created_at,
    (select count(*)::integer from private.access_tokens t
      where t.user_id = a.user_id and t.revoked_at is null and t.expires_at > now()),
    (select max(t.last_used_at) from private.access_tokens t where t.user_id = a.user_id)
  from private.service_accounts a
  join public.studio_members m on m.user_id = a.user_id and m.studio_id = a.studio_id
  join public.user_roles r on r.id = m.role_id
  where a.studio_id = p_studio_id and p_studio_id = any(private.my_studio_ids_with('admin_users'))
  order by a.name, a.user_id
$$;

create function public.list_service_accounts(p_studio_id uuid) returns table (
  id uuid, name text, role text, is_archived boolean, created_at timestamptz, token_count integer,
  last_used_at timestamptz
)
language sql stable set search_path = '' as $$
  -- Lists a studio's service accounts by name with how many valid tokens each has. Empty for callers who may not manage
  -- its users.
  select * from private.list_service_accounts(p_studio_id)
$$;

create function private.delete_service_account(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.delete_service_account. Definer: the tables are private.
declare
  v_account private.service_accounts;
begin
  perform private.require_person();
  v_account := private.require_service_account(p_id);
  perform private.next_rev(v_account.studio_id);
  update private.access_tokens t set revoked_at = now() where t.user_id = p_id and t.revoked_at is null;
  delete from public.studio_members m where m.user_id = p_id and m.studio_id = v_account.studio_id;
  return true;
end $$;

create function public.delete_service_account(p_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends a service account's tokens and its membership; what it posted keeps its name. P0002
  -- unknown account, 42501 not allowed.
  select private.delete_service_account(p_id)
$$;

grant execute on function
  private.create_service_account(uuid, text, text), public.create_service_account(uuid, text, text),
  private.list_service_accounts(uuid), public.list_service_accounts(uuid), private.delete_service_account(uuid),
  public.delete_service_account(uuid)
to authenticated, service_role;
