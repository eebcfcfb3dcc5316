-- Purpose: making, listing, revoking and exchanging access tokens; making and removing service accounts.
-- Reversal: drop the functions below.

create function private.make_secret() returns text
language sql volatile set search_path = '' as $$
  -- 64 hexadecimal characters that nobody can guess.
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
$$;

create function private.hash_secret(p_secret text) returns text
language sql immutable set search_path = '' as $$
  -- What is kept of a secret: its SHA-256 in hexadecimal.
  select encode(sha256(convert_to(coalesce(p_secret, ''), 'UTF8')), 'hex')
$$;

create function private.add_access_token(p_studio_id uuid, p_user_id uuid, p_name text, p_days integer, p_created_by uuid) returns jsonb
language plpgsql set search_path = '' as $$
-- Writes a token and answers it with its secret, the only time that can be read. Callers have checked who may.
declare
  v_name text := private.clean_name(p_name);
  v_secret text := 'xst_' || private.make_secret();
  v_token private.access_tokens;
begin
  if length(v_name) not between 1 and 100 then
    raise exception 'A token needs a name of 1 to 100 characters' using errcode = '22023';
  end if;
  if coalesce(p_days, 90) not between 1 and 366 then
    raise exception 'A token is valid for 1 to 366 days' using errcode = '22023';
  end if;
  insert into private.access_tokens (studio_id, user_id, name, token_hash, hint, created_by, expires_at)
  values (p_studio_id, p_user_id, v_name, private.hash_secret(v_secret), right(v_secret, 4), p_created_by, now() + make_interval(days => coalesce(p_days, 90)))
  returning * into v_token;
  return jsonb_build_object('id', v_token.id, 'token', v_secret, 'name', v_token.name, 'expires_at', v_token.expires_at);
end $$;

create function private.require_service_account(p_user_id uuid) returns private.service_accounts
language plpgsql stable set search_path = '' as $$
-- A service account the caller may manage: P0002 where there is none they know of, 42501 where it stands at or above them.
declare
  v_account private.service_accounts;
begin
  select a.* into v_account from private.service_accounts a where a.user_id = p_user_id and a.studio_id = any(private.my_studio_ids());
  if v_account.user_id is null then
    perform private.refuse_missing('Service account not found');
  end if;
  perform private.require_member_admin(v_account.studio_id);
  if (select r.hierarchy_level from public.studio_members m join public.user_roles r on r.id = m.role_id
    where m.studio_id = v_account.studio_id and m.user_id = p_user_id) <= private.my_role_level(v_account.studio_id) then
    raise exception 'You can only manage members below your own role' using errcode = '42501';
  end if;
  return v_account;
end $$;

create function private.create_access_token(p_studio_id uuid, p_name text, p_days integer, p_service_account_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_access_token. Definer: the tables are private.
declare
  v_user uuid := private.require_person();
  v_account private.service_accounts;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  if p_service_account_id is not null then
    v_account := private.require_service_account(p_service_account_id);
    if v_account.studio_id <> p_studio_id then
      perform private.refuse_missing('Service account not found');
    end if;
  end if;
  if (select count(*) from private.access_tokens t where t.user_id = coalesce(p_service_account_id, v_user) and t.studio_id = p_studio_id
    and t.revoked_at is null and t.expires_at > now()) >= 50 then
    raise exception 'There are 50 valid tokens already: revoke one first' using errcode = '22023';
  end if;
  return private.add_access_token(p_studio_id, coalesce(p_service_account_id, v_user), p_name, p_days, v_user);
end $$;

create function public.create_access_token(p_studio_id uuid, p_name text, p_days integer default 90, p_service_account_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Makes a token that acts as the caller, or as a service account they manage, in this studio alone, for p_days (1 to 366): {id, token, name,
  -- expires_at}. The token is shown only now. P0002 unknown studio or account, 42501 not allowed, also by a token, 22023 bad name or days.
  select private.create_access_token(p_studio_id, p_name, p_days, p_service_account_id)
$$;

create function private.list_access_tokens(p_studio_id uuid) returns table (
  id uuid, name text, hint text, user_id uuid, user_name text, is_service boolean, created_at timestamptz, expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- See public.list_access_tokens. Definer: the table is private.
  select t.id, t.name, t.hint, t.user_id, u.display_name, a.user_id is not null, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
  from private.access_tokens t
  left join private.service_accounts a on a.user_id = t.user_id
  left join public.user_profiles u on u.id = t.user_id
  where t.studio_id = p_studio_id and p_studio_id = any(private.my_studio_ids())
    and (t.user_id = auth.uid() or p_studio_id = any(private.my_studio_ids_with('admin_users')))
  order by t.created_at desc, t.id
$$;

create function public.list_access_tokens(p_studio_id uuid) returns table (
  id uuid, name text, hint text, user_id uuid, user_name text, is_service boolean, created_at timestamptz, expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
language sql stable set search_path = '' as $$
  -- The caller's tokens in a studio, and everybody's for whoever may manage its users, the newest first. Never the tokens themselves: hint is their end.
  select * from private.list_access_tokens(p_studio_id)
$$;

create function private.revoke_access_token(p_token_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.revoke_access_token. Definer: the table is private.
declare
  v_token private.access_tokens;
begin
  select t.* into v_token from private.access_tokens t where t.id = p_token_id and t.studio_id = any(private.my_studio_ids())
    and (t.user_id = private.require_user() or t.studio_id = any(private.my_studio_ids_with('admin_users')));
  if v_token.id is null then
    perform private.refuse_missing('Token not found');
  end if;
  update private.access_tokens t set revoked_at = now() where t.id = p_token_id and t.revoked_at is null;
  return true;
end $$;

create function public.revoke_access_token(p_token_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends a token and the sessions it was exchanged for at once; true, also on a repeat. One's own, or any of the studio for whoever may manage its
  -- users. P0002 where there is none the caller may end.
  select private.revoke_access_token(p_token_id)
$$;

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
  -- First, because an account without an address is let in by this row.
  insert into private.service_accounts (user_id, studio_id, name, created_by) values (v_id, p_studio_id, v_name, v_creator);
  -- Its tokens are texts to the auth service, not null, as it makes them itself.
  insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at)
  values (v_id, 'authenticated', 'authenticated', '{"provider": "service", "providers": []}', jsonb_build_object('full_name', v_name), '', '', '', '', now(), now());
  insert into public.studio_members (studio_id, user_id, role_id) values (p_studio_id, v_id, v_role.id);
  return jsonb_build_object('id', v_id, 'name', v_name, 'role', v_role.name);
end $$;

create function public.create_service_account(p_studio_id uuid, p_name text, p_role text default 'member') returns jsonb
language sql set search_path = '' as $$
  -- Makes an account for programs, a member of this studio alone in a role below the caller's: {id, name, role}. It cannot sign in; its tokens act for
  -- it. P0002 unknown studio, 42501 not allowed, 22023 bad name or role.
  select private.create_service_account(p_studio_id, p_name, p_role)
$$;

create function private.list_service_accounts(p_studio_id uuid) returns table (
  id uuid, name text, role text, is_archived boolean, created_at timestamptz, token_count integer, last_used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  -- See public.list_service_accounts. Definer: the tables are private.
  select a.user_id, a.name, r.name, m.archived_at is not null, a.created_at,
    (select count(*)::integer from private.access_tokens t where t.user_id = a.user_id and t.revoked_at is null and t.expires_at > now()),
    (select max(t.last_used_at) from private.access_tokens t where t.user_id = a.user_id)
  from private.service_accounts a
  join public.studio_members m on m.user_id = a.user_id and m.studio_id = a.studio_id
  join public.user_roles r on r.id = m.role_id
  where a.studio_id = p_studio_id and p_studio_id = any(private.my_studio_ids_with('admin_users'))
  order by a.name, a.user_id
$$;

create function public.list_service_accounts(p_studio_id uuid) returns table (
  id uuid, name text, role text, is_archived boolean, created_at timestamptz, token_count integer, last_used_at timestamptz)
language sql stable set search_path = '' as $$
  -- A studio's service accounts by name with how many valid tokens each has. Empty for whoever may not manage its users.
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
  -- Ends a service account's tokens and its membership; what it posted keeps its name. P0002 unknown account, 42501 not allowed.
  select private.delete_service_account(p_id)
$$;

create function private.start_token_session(p_token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.start_token_session. Definer: the tables are private.
declare
  v_token private.access_tokens;
  v_session private.token_sessions;
begin
  update private.access_tokens t set last_used_at = now()
  where t.token_hash = p_token_hash and t.revoked_at is null and t.expires_at > now()
    and exists (select from public.studio_members m where m.studio_id = t.studio_id and m.user_id = t.user_id and m.archived_at is null)
  returning * into v_token;
  if v_token.id is null then
    return null;
  end if;
  delete from private.token_sessions s where s.ends_at < now();
  insert into private.token_sessions (token_id, ends_at) values (v_token.id, least(now() + interval '15 minutes', v_token.expires_at)) returning * into v_session;
  return (
    select jsonb_build_object('session_id', v_session.id, 'user_id', u.id, 'user_name', u.display_name, 'email', u.email, 'studio_id', v_token.studio_id, 'expires_at', v_session.ends_at)
    from public.user_profiles u where u.id = v_token.user_id);
end $$;

create function public.start_token_session(p_token_hash text) returns jsonb
language sql set search_path = '' as $$
  -- A session of 15 minutes for a token, known by its hash: {session_id, user_id, user_name, email, studio_id, expires_at}; null for a token that is
  -- unknown, expired or revoked, or whose owner left the studio. Only for the edge function that signs sessions.
  select private.start_token_session(p_token_hash)
$$;

revoke execute on function private.make_secret(), private.hash_secret(text), private.add_access_token(uuid, uuid, text, integer, uuid), private.require_service_account(uuid)
  from public, anon, authenticated;
revoke execute on function public.start_token_session(text), private.start_token_session(text) from public, anon, authenticated;
grant execute on function public.start_token_session(text), private.start_token_session(text) to service_role;
revoke execute on function public.create_access_token(uuid, text, integer, uuid), private.create_access_token(uuid, text, integer, uuid), public.list_access_tokens(uuid),
  private.list_access_tokens(uuid), public.revoke_access_token(uuid), private.revoke_access_token(uuid), public.create_service_account(uuid, text, text),
  private.create_service_account(uuid, text, text), public.list_service_accounts(uuid), private.list_service_accounts(uuid), public.delete_service_account(uuid),
  private.delete_service_account(uuid) from public, anon;
grant execute on function public.create_access_token(uuid, text, integer, uuid), private.create_access_token(uuid, text, integer, uuid), public.list_access_tokens(uuid),
  private.list_access_tokens(uuid), public.revoke_access_token(uuid), private.revoke_access_token(uuid), public.create_service_account(uuid, text, text),
  private.create_service_account(uuid, text, text), public.list_service_accounts(uuid), private.list_service_accounts(uuid), public.delete_service_account(uuid),
  private.delete_service_account(uuid) to authenticated, service_role;
