-- Invite links of a studio.

create table public.studio_invites (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  token_hash text not null
    constraint studio_invites_token_hash_key unique
    constraint studio_invites_token_hash_limit_check check (length(token_hash) <= 100),
  created_by uuid not null references public.user_profiles (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  revoked_at timestamptz
);
comment on table public.studio_invites is
  'Invite links of a studio. Only a SHA-256 of the token is stored; a link admits many people until it expires or is '
  'revoked.';
create index studio_invites_created_by_idx on public.studio_invites (created_by);
create index studio_invites_studio_id_idx on public.studio_invites (studio_id);
alter table public.studio_invites enable row level security;
grant select on public.studio_invites to authenticated;
grant all on public.studio_invites to service_role;
create policy "studio_invites: user admins can read" on public.studio_invites
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

create table public.studio_invite_uses (
  invite_id uuid not null references public.studio_invites (id) on delete cascade,
  user_id uuid not null,
  studio_id uuid not null references public.studios (id) on delete cascade,
  used_at timestamptz not null default now(),
  primary key (invite_id, user_id)
);
comment on table public.studio_invite_uses is 'Who joined by which link, and when.';
create index studio_invite_uses_studio_id_idx on public.studio_invite_uses (studio_id);
alter table public.studio_invite_uses enable row level security;
grant select on public.studio_invite_uses to authenticated;
grant all on public.studio_invite_uses to service_role;
create policy "studio_invite_uses: user admins can read" on public.studio_invite_uses
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids_with('admin_users'))::uuid[]));

-- Wrong tries are counted in sequences: a refused call rolls everything else back, and its count must stay. A value is
-- minute * 1000 + tries. All people share 64 sequences, so one person's tries seldom block another for the rest of a
-- minute.
do $$
begin
  for i in 0 .. 63 loop
    execute format('create sequence private.wrong_tries_%s minvalue 0 start 0', i);
  end loop;
end $$;

create function private.count_wrong_try(p_add boolean) returns integer
language plpgsql security definer set search_path = '' as $$
-- The caller's wrong tries in this minute, plus one if p_add. Definer: the sequences are private.
declare
  v_sequence text := format('private.wrong_tries_%s', abs(hashtext(auth.uid()::text)::bigint) % 64);
  v_minute bigint := floor(extract(epoch from clock_timestamp()) / 60);
  v_value bigint;
begin
  execute 'select last_value from ' || v_sequence into v_value;
  if v_value / 1000 <> v_minute then
    v_value := setval(v_sequence::regclass, v_minute * 1000);
  end if;
  if p_add then
    v_value := nextval(v_sequence::regclass);
  end if;
  return v_value % 1000;
end $$;

create function private.generate_studio_invite(p_studio_id uuid, p_expires_in_days integer) returns table (
  token text, expires_at timestamptz, id uuid
)
language plpgsql security definer set search_path = '' as $$
-- See public.generate_studio_invite. Definer: nobody writes invites directly.
declare
  v_token text := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 24);
begin
  perform private.require_member_admin(p_studio_id);
  if coalesce(p_expires_in_days, 14) not between 1 and 365 then
    raise exception 'An invite link is valid for 1 to 365 days' using errcode = '22023';
  end if;
  return query
    insert into public.studio_invites as i (studio_id, token_hash, created_by, expires_at)
    values (p_studio_id, encode(sha256(convert_to(v_token, 'UTF8')), 'hex'), private.require_user(),
      now() + make_interval(days => coalesce(p_expires_in_days, 14)))
    returning v_token, i.expires_at, i.id;
end $$;

create function public.generate_studio_invite(p_studio_id uuid, p_expires_in_days integer default 14) returns table (
  token text, expires_at timestamptz, id uuid
)
language sql set search_path = '' as $$
  -- Creates an invite link that admits many people as Member until it expires or is revoked: one row with its token, 24
  -- hexadecimal characters shown only now. P0002 unknown studio, 42501 a role that may not manage users, 22023 days
  -- outside 1 to 365.
  select * from private.generate_studio_invite(p_studio_id, p_expires_in_days)
$$;

create function public.list_studio_invites(p_studio_id uuid) returns table (
  id uuid, created_by uuid, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, is_valid boolean,
  use_count integer
)
language sql stable set search_path = '' as $$
  -- Lists a studio's invite links, newest first, with how many people joined by each. Empty for callers who may not
  -- manage its users.
  select i.id, i.created_by, i.created_at, i.expires_at, i.revoked_at, i.revoked_at is null and i.expires_at > now(),
    (select count(*)::integer from public.studio_invite_uses u where u.invite_id = i.id)
  from public.studio_invites i where i.studio_id = p_studio_id order by i.created_at desc, i.id
$$;

create function private.revoke_studio_invite(p_invite_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.revoke_studio_invite. Definer: nobody writes invites directly.
begin
  update public.studio_invites i set revoked_at = coalesce(i.revoked_at, now())
  where i.id = p_invite_id and i.studio_id = any(private.my_studio_ids_with('admin_users'));
  if not found then
    perform private.refuse_missing('Invite not found');
  end if;
  return true;
end $$;

create function public.revoke_studio_invite(p_invite_id uuid) returns boolean
language sql set search_path = '' as $$
  -- Ends an invite link at once; returns true, also on a repeat. P0002 no such link the caller may manage.
  select private.revoke_studio_invite(p_invite_id)
$$;

create function private.accept_studio_invite(p_token text) returns public.studios
language plpgsql security definer set search_path = '' as $$
-- See public.accept_studio_invite. Definer: the caller is not a member yet.
declare
  v_user uuid := private.require_user();
  v_seconds integer := 60 - extract(second from clock_timestamp())::integer % 60;
  v_invite public.studio_invites;
  v_studio public.studios;
begin
  if private.count_wrong_try(false) >= 10 then
    perform private.refuse(429, 'rate_limited',
      format('Rate limit exceeded. Please wait %s seconds before trying again.', v_seconds),
      jsonb_build_object('Retry-After', v_seconds::text));
  end if;
  select i.* into v_invite from public.studio_invites i
  where i.token_hash = encode(sha256(convert_to(lower(trim(coalesce(p_token, ''))), 'UTF8')), 'hex')
    and i.revoked_at is null and i.expires_at > now()
  for share;
  if v_invite.id is null
    or exists (select from private.removed_members g where g.studio_id = v_invite.studio_id and g.user_id = v_user)
    or exists (select from public.studio_members m
      where m.studio_id = v_invite.studio_id and m.user_id = v_user and m.archived_at is not null) then
    perform private.count_wrong_try(true);
    raise exception 'Invalid invite link' using errcode = '22023';
  end if;
  insert into public.studio_members (studio_id, user_id, role_id)
  values (v_invite.studio_id, v_user, (select r.id from public.user_roles r where r.name = 'member'))
  on conflict do nothing;
  if found then
    insert into public.studio_invite_uses (invite_id, user_id, studio_id)
      values (v_invite.id, v_user, v_invite.studio_id) on conflict do nothing;
  end if;
  select s.* into v_studio from public.studios s where s.id = v_invite.studio_id;
  return v_studio;
end $$;

create function public.accept_studio_invite(p_token text) returns public.studios
language sql set search_path = '' as $$
  -- Joins the studio of an invite link as Member and returns its row; nothing changes for an existing member. Unknown,
  -- expired and revoked links, and people who were removed or archived, get the same error: 22023 'Invalid invite
  -- link'. After ten wrong tries in a minute, 429 with Retry-After.
  select private.accept_studio_invite(p_token)
$$;

grant execute on function
  private.generate_studio_invite(uuid, integer), public.generate_studio_invite(uuid, integer),
  public.list_studio_invites(uuid), private.revoke_studio_invite(uuid), public.revoke_studio_invite(uuid),
  private.accept_studio_invite(text), public.accept_studio_invite(text)
to authenticated, service_role;
