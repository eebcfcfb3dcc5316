-- Purpose: access tokens and service accounts of a studio, the sessions they are exchanged for, and what such a session may reach.
-- Reversal: restore the replaced functions and policies from create_access_rules and the files named beside them, drop the rest.

create table private.service_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade deferrable initially deferred,
  studio_id uuid not null references public.studios (id) on delete cascade,
  name text not null constraint service_accounts_name_check check (length(trim(name)) between 1 and 100),
  created_by uuid,
  created_at timestamptz not null default now()
);
comment on table private.service_accounts is 'Accounts of programs: users who cannot sign in, members of one studio, acting by tokens alone.';
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
comment on table private.access_tokens is 'Tokens that act as a person or a service account inside one studio. Only a hash is kept; hint is the token''s end, to tell them apart.';
create index access_tokens_studio_id_idx on private.access_tokens (studio_id);
create index access_tokens_user_id_idx on private.access_tokens (user_id);

create table private.token_sessions (
  id uuid primary key default gen_random_uuid(),
  token_id uuid not null references private.access_tokens (id) on delete cascade,
  ends_at timestamptz not null
);
comment on table private.token_sessions is 'The short sessions that tokens were exchanged for. One that is not here, or whose token was revoked, opens nothing.';
create index token_sessions_token_id_idx on private.token_sessions (token_id);
create index token_sessions_ends_at_idx on private.token_sessions (ends_at);

create function private.my_scope() returns uuid
language sql stable security definer set search_path = '' as $$
  -- The one studio a token's session may reach: null for a person's own session, which reaches all of theirs, and a studio that is none where the
  -- session ended or its token was revoked. Definer: the tables are private.
  select case when c.claims ? 'studio_id' then coalesce((
    select t.studio_id from private.token_sessions s join private.access_tokens t on t.id = s.token_id
    where s.id::text = c.claims ->> 'session_id' and t.studio_id::text = c.claims ->> 'studio_id' and t.user_id = (select auth.uid())
      and s.ends_at > now() and t.expires_at > now() and t.revoked_at is null), '00000000-0000-0000-0000-000000000000') end
  from (select auth.jwt() as claims) as c
$$;

create function private.require_person() returns uuid
language plpgsql stable set search_path = '' as $$
-- The caller's id; 42501 for nobody and for a token's session, which does only what is about its studio.
begin
  if private.my_scope() is not null then
    raise exception 'An access token cannot do this: sign in' using errcode = '42501';
  end if;
  return private.require_user();
end $$;

create or replace function private.my_studio_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Studios the caller is an active member of, inside what their session may reach. Definer: row rules of studio_members call it.
  select coalesce(array_agg(m.studio_id), '{}') from public.studio_members m, (select private.my_scope() as id) as scope
  where m.user_id = auth.uid() and m.archived_at is null and (scope.id is null or m.studio_id = scope.id)
$$;

create or replace function private.my_studio_ids_with(p_permission text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Studios where the caller's role has a permission; an owner has every one. Definer: reads the matrix for row rules.
  select coalesce(array_agg(m.studio_id), '{}')
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  cross join (select private.my_scope() as id) as scope
  left join public.role_permissions p on p.studio_id = m.studio_id and p.role_id = m.role_id and p.permission = p_permission
  where m.user_id = auth.uid() and m.archived_at is null and (r.name = 'owner' or p.is_allowed) and (scope.id is null or m.studio_id = scope.id)
$$;

create or replace function private.my_role_level(p_studio_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  -- The caller's hierarchy level in a studio (1 owner … 5 viewer), null for outsiders and archived members. Definer: as above.
  select r.hierarchy_level from public.studio_members m join public.user_roles r on r.id = m.role_id
  where m.studio_id = p_studio_id and m.user_id = auth.uid() and m.archived_at is null and coalesce((select private.my_scope()), p_studio_id) = p_studio_id
$$;

create or replace function private.my_colleague_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Everyone who shares a studio with the caller, the caller included; archived colleagues keep their names. Definer: as above.
  select coalesce(array_agg(distinct c.user_id), '{}') || auth.uid()
  from public.studio_members c where c.studio_id = any((select private.my_studio_ids())::uuid[])
$$;

create or replace function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether the caller's confirmed e-mail is the deployment's super-admin address; never by a token. Definer: reads auth.users, never a claim the caller can edit.
  select private.my_scope() is null and exists (
    select from auth.users u join private.deployment_settings s on s.key = 'super_admin_email'
    where u.id = auth.uid() and u.email_confirmed_at is not null and s.value #>> '{}' <> '' and lower(u.email) = lower(s.value #>> '{}'))
$$;

create or replace function private.my_project_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- Projects the caller may open. Definer: row rules call it.
  select coalesce(array_agg(p.id), '{}')
  from public.studio_members m
  join public.user_roles r on r.id = m.role_id
  join public.projects p on p.studio_id = m.studio_id
  cross join (select private.my_scope() as id) as scope
  left join public.role_permissions v on v.studio_id = m.studio_id and v.role_id = m.role_id and v.permission = 'view_all_projects'
  left join public.project_role_access a on a.project_id = p.id
    and a.role_id = (select f.id from public.user_roles f where f.name = case r.name when 'lead' then 'member' else r.name end)
  where m.user_id = auth.uid() and m.archived_at is null and (r.name = 'owner' or v.is_allowed or coalesce(a.is_allowed, true))
    and (scope.id is null or m.studio_id = scope.id)
$$;

-- What belongs to the person, not to a studio, stays out of a token's reach.
alter policy "user_preferences: their owner can read" on public.user_preferences using (user_id = (select auth.uid()) and (select private.my_scope()) is null);
alter policy "user_preferences: their owner can add" on public.user_preferences with check (user_id = (select auth.uid()) and (select private.my_scope()) is null);
alter policy "user_preferences: their owner can change" on public.user_preferences
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null) with check (user_id = (select auth.uid()) and (select private.my_scope()) is null);
alter policy "user_preferences: their owner can delete" on public.user_preferences using (user_id = (select auth.uid()) and (select private.my_scope()) is null);
alter policy "user_profiles: the person can change" on public.user_profiles
  using (id = (select auth.uid()) and (select private.my_scope()) is null) with check (id = (select auth.uid()) and (select private.my_scope()) is null);

create function private.tg_refuse_tokens() returns trigger
language plpgsql set search_path = '' as $$
-- Studios and memberships are made by people: a token makes no studio and joins none. A service account's own membership is made by its maker.
begin
  perform private.require_person();
  return null;
end $$;
create trigger studios_before_insert_person before insert on public.studios for each statement when (current_setting('request.jwt.claims', true) like '%studio_id%')
  execute function private.tg_refuse_tokens();
create trigger studio_members_before_insert_person before insert on public.studio_members for each statement when (current_setting('request.jwt.claims', true) like '%studio_id%')
  execute function private.tg_refuse_tokens();

create or replace function private.my_memberships() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The caller's own memberships, archived ones too, inside what their session may reach. Definer: an archived member sees no studio.
  select coalesce(jsonb_agg(jsonb_build_object('studio_id', m.studio_id, 'studio_name', s.name, 'role', r.name, 'is_archived', m.archived_at is not null,
    'project_count', (select count(*) from public.projects p where p.studio_id = m.studio_id and p.id = any(private.my_project_ids()))) order by m.created_at, m.studio_id), '[]')
  from public.studio_members m join public.studios s on s.id = m.studio_id join public.user_roles r on r.id = m.role_id
  where m.user_id = auth.uid() and coalesce((select private.my_scope()), m.studio_id) = m.studio_id
$$;

create or replace function private.get_or_create_user_studio() returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.get_or_create_user_studio. Definer: makes a studio.
declare
  v_user uuid := private.require_user();
  v_studio jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(v_user::text, 0)); -- asked twice at once, one studio is made
  v_studio := coalesce(public.get_user_active_studio(), (
    select to_jsonb(s) from public.studios s join public.studio_members m on m.studio_id = s.id
    where m.user_id = v_user and s.id = any(private.my_studio_ids()) order by m.created_at, s.id limit 1));
  if v_studio is not null then
    return v_studio;
  end if;
  return to_jsonb(private.create_studio((select left(coalesce(nullif(trim(u.display_name), ''), 'My'), 180) || '''s studio' from public.user_profiles u where u.id = v_user), null));
end $$;

create or replace function private.can_join_topic(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Channels are studio:<id> (revisions, presence), space:<id>, board:<id> and user:<id>; each admits whoever may see what it is about.
  -- Definer: called for people who may not see it.
  select case
    when p_topic !~ '^(studio|space|board|user):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then false
    when p_topic like 'studio:%' then substr(p_topic, 8)::uuid = any(private.my_studio_ids())
    when p_topic like 'space:%' then exists (select from public.spaces s where s.id = substr(p_topic, 7)::uuid and s.project_id = any(private.my_project_ids()))
    when p_topic like 'board:%' then exists (select from public.boards b where b.id = substr(p_topic, 7)::uuid and b.project_id = any(private.my_project_ids()))
    else substr(p_topic, 6)::uuid = auth.uid() and private.my_scope() is null
  end
$$;

create or replace function public.pull_studio(p_studio_id uuid, p_since bigint default 0) returns json
language plpgsql stable set search_path = '' as $$
-- The studio's catalogue as columns (table → column → values): all of it for p_since 0, else the rows changed after that revision and the keys
-- of deleted ones, with the revision to pull from next and what the caller may do. P0002 for whoever is not an active member.
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  return private.pull_studio(p_studio_id, p_since);
end $$;

-- A service account has no address, whatever domains a deployment allows.
create or replace function private.tg_check_email_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Refuses accounts outside the allowed e-mail domains. Definer: reads private settings.
begin
  if new.email is null and exists (select from private.service_accounts a where a.user_id = new.id) then
    return new;
  end if;
  if not private.is_email_allowed(coalesce(new.email, '')) then
    raise exception 'This e-mail address is not allowed here. Use your company account.' using errcode = '42501';
  end if;
  return new;
end $$;

revoke execute on function private.my_scope(), private.require_person(), private.tg_refuse_tokens() from public, anon;
grant execute on function private.my_scope(), private.require_person() to authenticated, service_role;
