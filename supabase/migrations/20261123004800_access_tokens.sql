-- Access tokens, and the sessions they are exchanged for.

create table private.service_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade deferrable initially deferred,
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null constraint service_accounts_name_check check (length(trim(name)) between 1 and 100),
  created_by uuid,
  created_at timestamptz not null default now()
);
comment on table private.service_accounts is
  'Accounts of programs: users who cannot sign in, members of one studio, acting only by tokens.';
create index service_accounts_studio_id_idx on private.service_accounts (studio_id);

create table private.access_tokens (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null constraint access_tokens_name_check check (length(trim(name)) between 1 and 100),
  token_hash text not null constraint access_tokens_token_hash_key unique,
  hint text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
comment on table private.access_tokens is
  'Tokens that act as a person or a service account inside one studio. Only a hash is stored; hint is the token''s '
  'end, to tell tokens apart.';
create index access_tokens_studio_id_idx on private.access_tokens (studio_id);
create index access_tokens_user_id_idx on private.access_tokens (user_id);

create table private.token_sessions (
  id uuid primary key default gen_random_uuid(),
  token_id uuid not null references private.access_tokens (id) on delete cascade,
  ends_at timestamptz not null
);
comment on table private.token_sessions is
  'The short sessions that tokens were exchanged for. A session that is missing here, or whose token was revoked, '
  'grants nothing.';
create index token_sessions_token_id_idx on private.token_sessions (token_id);
create index token_sessions_ends_at_idx on private.token_sessions (ends_at);

create function private.make_secret() returns text
language sql volatile set search_path = '' as $$
  -- 64 random hexadecimal characters.
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    'hex')
$$;

create function private.hash_secret(p_secret text) returns text
language sql immutable set search_path = '' as $$
  -- The stored form of a secret: its SHA-256 in hexadecimal.
  select encode(sha256(convert_to(coalesce(p_secret, ''), 'UTF8')), 'hex')
$$;

create function private.add_access_token(
  p_studio_id uuid, p_user_id uuid, p_name text, p_days integer, p_created_by uuid
) returns jsonb
language plpgsql set search_path = '' as $$
-- Creates a token and returns it with its secret, which can only be read this once. The callers have checked
-- permission.
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
  values (p_studio_id, p_user_id, v_name, private.hash_secret(v_secret), right(v_secret, 4), p_created_by,
    now() + make_interval(days => coalesce(p_days, 90)))
  returning * into v_token;
  return jsonb_build_object('id', v_token.id, 'token', v_secret, 'name', v_token.name,
    'expires_at', v_token.expires_at);
end $$;

create function private.require_service_account(p_user_id uuid) returns private.service_accounts
language plpgsql stable set search_path = '' as $$
-- A service account the caller may manage: P0002 if they know of none, 42501 if its role is at or above theirs.
declare
  v_account private.service_accounts;
begin
  select a.* into v_account from private.service_accounts a
    where a.user_id = p_user_id and a.studio_id = any(private.my_studio_ids());
  if v_account.user_id is null then
    perform private.refuse_missing('Service account not found');
  end if;
  perform private.require_member_admin(v_account.studio_id);
  if (select r.hierarchy_level from public.studio_members m join public.user_roles r on r.id = m.role_id
      where m.studio_id = v_account.studio_id and m.user_id = p_user_id)
    <= private.my_role_level(v_account.studio_id) then
    raise exception 'You can only manage members below your own role' using errcode = '42501';
  end if;
  return v_account;
end $$;

create function private.create_access_token(
  p_studio_id uuid, p_name text, p_days integer, p_service_account_id uuid
) returns jsonb
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
    perform private.require_permissions_of(p_studio_id, (select m.role_id from public.studio_members m
      where m.studio_id = p_studio_id and m.user_id = p_service_account_id));
  end if;
  if (select count(*) from private.access_tokens t
      where t.user_id = coalesce(p_service_account_id, v_user) and t.studio_id = p_studio_id
        and t.revoked_at is null and t.expires_at > now()) >= 50 then
    raise exception 'There are 50 valid tokens already: revoke one first' using errcode = '22023';
  end if;
  return private.add_access_token(p_studio_id, coalesce(p_service_account_id, v_user), p_name, p_days, v_user);
end $$;

create function public.create_access_token(
  p_studio_id uuid, p_name text, p_days integer default 90, p_service_account_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Creates a token that acts as the caller, or as a service account they manage, in this studio alone, for p_days (1
  -- to 366): {id, token, name, expires_at}. The token is shown only now. P0002 unknown studio or account, 42501 not
  -- allowed, including by a token, 22023 bad name or days.
  select private.create_access_token(p_studio_id, p_name, p_days, p_service_account_id)
$$;

create function private.list_access_tokens(p_studio_id uuid) returns table (
  id uuid, name text, hint text, user_id uuid, user_name text, is_service boolean, created_at timestamptz,
  expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  -- See public.list_access_tokens. Definer: the table is private.
  select t.id, t.name, t.hint, t.user_id, u.display_name, a.user_id is not null, t.created_at, t.expires_at,
    t.last_used_at, t.revoked_at
  from private.access_tokens t
  left join private.service_accounts a on a.user_id = t.user_id
  left join public.user_profiles u on u.id = t.user_id
  where t.studio_id = p_studio_id and p_studio_id = any(private.my_studio_ids())
    and (t.user_id = auth.uid() or p_studio_id = any(private.my_studio_ids_with('admin_users')))
  order by t.created_at desc, t.id
$$;

create function public.list_access_tokens(p_studio_id uuid) returns table (
  id uuid, name text, hint text, user_id uuid, user_name text, is_service boolean, created_at timestamptz,
  expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz
)
language sql stable set search_path = '' as $$
  -- Lists the caller's tokens in a studio, or everyone's for callers who may manage its users, newest first. Never the
  -- tokens themselves: hint is the end of one.
  select * from private.list_access_tokens(p_studio_id)
$$;

create function private.revoke_access_token(p_token_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.revoke_access_token. Definer: the table is private.
declare
  v_token private.access_tokens;
begin
  select t.* into v_token from private.access_tokens t
    where t.id = p_token_id and t.studio_id = any(private.my_studio_ids())
    and (t.user_id = private.require_user() or t.studio_id = any(private.my_studio_ids_with('admin_users')));
  if v_token.id is null then
    perform private.refuse_missing('Token not found');
  end if;
  update private.access_tokens t set revoked_at = now() where t.id = p_token_id and t.revoked_at is null;
  return true;
end $$;

create function public.revoke_access_token(p_token_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends a token and the sessions it was exchanged for at once; returns true, also on a repeat. One's own, or any of
  -- the studio for callers who may manage its users. P0002 no such token the caller may end.
  select private.revoke_access_token(p_token_id)
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
    and exists (select from public.studio_members m
      where m.studio_id = t.studio_id and m.user_id = t.user_id and m.archived_at is null)
  returning * into v_token;
  if v_token.id is null then
    return jsonb_build_object('refused', coalesce((
      select case when t.revoked_at is not null then 'This access token was revoked'
        when t.expires_at <= now() then 'This access token has expired'
        else 'The owner of this access token is no longer in the studio' end
      from private.access_tokens t where t.token_hash = p_token_hash), 'This access token is unknown'));
  end if;
  delete from private.token_sessions s where s.ends_at < now();
  insert into private.token_sessions (token_id, ends_at)
    values (v_token.id, least(now() + interval '15 minutes', v_token.expires_at)) returning * into v_session;
  return (
    select jsonb_build_object('session_id', v_session.id, 'user_id', u.id, 'user_name', u.display_name,
      'email', u.email, 'studio_id', v_token.studio_id, 'expires_at', v_session.ends_at)
    from public.user_profiles u where u.id = v_token.user_id);
end $$;

create function public.start_token_session(p_token_hash text) returns jsonb
language sql set search_path = '' as $$
  -- Starts a session of 15 minutes for a token, given by its hash: {session_id, user_id, user_name, email, studio_id,
  -- expires_at}; {refused}, the reason in a sentence, if the token is unknown, expired or revoked, or its owner has
  -- left the studio. For the service that signs sessions only.
  select private.start_token_session(p_token_hash)
$$;

grant execute on function
  private.create_access_token(uuid, text, integer, uuid), public.create_access_token(uuid, text, integer, uuid),
  private.list_access_tokens(uuid), public.list_access_tokens(uuid), private.revoke_access_token(uuid),
  public.revoke_access_token(uuid)
to authenticated, service_role;
grant execute on function private.start_token_session(text), public.start_token_session(text) to service_role;
