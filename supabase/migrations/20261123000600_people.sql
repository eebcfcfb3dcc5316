-- Accounts: who may sign up, profiles and preferences.

create table public.user_profiles (
  id uuid primary key,
  email text not null default '' constraint user_profiles_email_limit_check check (length(email) <= 320),
  display_name text not null default ''
    constraint user_profiles_display_name_limit_check check (length(display_name) <= 200),
  avatar_url text constraint user_profiles_avatar_url_limit_check check (length(avatar_url) <= 2000),
  discord_handle text not null default ''
    constraint user_profiles_discord_handle_limit_check check (length(discord_handle) <= 100),
  time_zone text not null default 'UTC' constraint user_profiles_time_zone_limit_check check (length(time_zone) <= 100),
  notifications_enabled boolean not null default true,
  notify_mentions boolean not null default true,
  notify_subscriptions boolean not null default true,
  notify_assignments boolean not null default true,
  -- Off until requested: the app itself shows the same news.
  digest text not null default 'off' constraint user_profiles_digest_check check (digest in ('off', 'daily', 'weekly')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.user_profiles is
  'A person as colleagues see them, with their notification settings. The row outlives the account, stripped of '
  'personal data, so that the person''s work keeps its author.';
-- The author of what no person did: programs with the service key.
insert into public.user_profiles (id, display_name) values ('00000000-0000-0000-0000-000000000000', 'Xsheet');
alter table public.user_profiles enable row level security;
grant select, update on public.user_profiles to authenticated;
grant all on public.user_profiles to service_role;
create policy "user_profiles: colleagues can read" on public.user_profiles
  for select to authenticated
  using (id = any((select private.my_colleague_ids())::uuid[]));
create policy "user_profiles: the person can change" on public.user_profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.my_scope()) is null)
  with check (id = (select auth.uid()) and (select private.my_scope()) is null);

create function private.is_email_allowed(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether an address is within the deployment's domains; any address if none are configured. Definer: reads private
  -- settings.
  select coalesce((
    select cardinality(d.domains) = 0 or lower(split_part(p_email, '@', 2)) = any(d.domains) and p_email !~ '@.*@'
    from (select private.text_array(lower(s.value::text)::jsonb) as domains from private.deployment_settings s
      where s.key = 'allowed_email_domains') d
  ), true)
$$;

-- A service account has no address, whatever domains a deployment allows.
create function private.tg_check_email_domain() returns trigger
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

create function private.before_user_created(p_event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- The auth hook of the same name, to be turned on in a hosted project; its messages reach the person. {} lets the
-- account be created, {error: {http_code, message}} does not. By e-mail only within the domains; by a provider only
-- with an address that it has verified; by Google only with an account of a domain, because anyone can register a
-- personal account with a company's address. Definer: reads private settings.
declare
  v_user jsonb := p_event -> 'user';
  v_about jsonb := coalesce(v_user -> 'user_metadata', '{}');
  v_provider text := coalesce(v_user -> 'app_metadata' ->> 'provider', 'email');
  v_domains text[] := (select private.text_array(lower(s.value::text)::jsonb) from private.deployment_settings s
    where s.key = 'allowed_email_domains');
  v_refusal text;
begin
  if cardinality(v_domains) > 0 then
    v_refusal := case
      when not private.is_email_allowed(coalesce(v_user ->> 'email', ''))
        then 'This e-mail address is not allowed here. Use your company account.'
      when v_provider <> 'email' and coalesce(v_about ->> 'email_verified', '') <> 'true'
        then 'The e-mail address is not verified'
      when v_provider = 'google' and
        not coalesce(lower(coalesce(v_about -> 'custom_claims' ->> 'hd', v_about ->> 'hd')) = any(v_domains), false)
        then 'The Google account does not belong to an allowed domain'
      end;
  end if;
  if v_refusal is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', v_refusal));
end $$;

do $$
begin
  -- The role that Supabase's auth service runs as; the embedded host has none.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $$;

create function private.tg_make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Every account has a profile: the name its provider gives, else the part of the e-mail before the @. Definer: runs as
-- the auth service.
begin
  insert into public.user_profiles (id, email, display_name, avatar_url)
  values (new.id, coalesce(new.email, ''),
    left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''),
      nullif(trim(new.raw_user_meta_data ->> 'name'), ''), split_part(coalesce(new.email, 'member'), '@', 1)), 200),
    new.raw_user_meta_data ->> 'avatar_url')
  on conflict (id) do update set email = excluded.email;
  return new;
end $$;

create function private.tg_empty_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Clears the personal data from the profile of a deleted account. Definer: runs as the auth service.
begin
  update public.user_profiles p set email = '', display_name = 'Former member', avatar_url = null, discord_handle = '',
    time_zone = 'UTC', notifications_enabled = false, digest = 'off'
  where p.id = old.id;
  return null;
end $$;

create function private.tg_limit_account() returns trigger
language plpgsql set search_path = '' as $$
-- An account's own metadata is sent with each of its sessions.
begin
  if octet_length(new.raw_user_meta_data::text) > 65536 then
    raise exception 'The details of an account have at most 64 kB' using errcode = '22001';
  end if;
  return new;
end $$;

create trigger users_before_write_limit before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.tg_limit_account();
create trigger users_before_insert_domain before insert on auth.users
  for each row execute function private.tg_check_email_domain();
create trigger users_before_update_domain before update of email on auth.users
  for each row execute function private.tg_check_email_domain();
create trigger users_after_insert_profile after insert on auth.users
  for each row execute function private.tg_make_profile();
create trigger users_after_update_profile after update of email on auth.users
  for each row execute function private.tg_make_profile();
create trigger users_after_delete_profile after delete on auth.users
  for each row execute function private.tg_empty_profile();

create function private.tg_profile_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A changed name or picture is pushed to the member lists of the person's studios. Definer: touches memberships.
begin
  update public.studio_members set updated_at = now() where user_id = new.id;
  return null;
end $$;

create trigger user_profiles_before_update_stamp before update on public.user_profiles
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger user_profiles_before_update_keep before update on public.user_profiles
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns('id', 'email', 'created_at');
create trigger user_profiles_after_update_members
  after update of display_name, avatar_url, email on public.user_profiles
  for each row execute function private.tg_profile_changed();

create table public.user_preferences (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  key text not null constraint user_preferences_key_check check (length(key) between 1 and 300),
  value jsonb not null constraint user_preferences_value_limit_check check (octet_length(value::text) <= 65536),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table public.user_preferences is 'What a person saved for themselves: filters, keys, view modes.';
alter table public.user_preferences enable row level security;
grant select, insert, update, delete on public.user_preferences to authenticated;
grant all on public.user_preferences to service_role;
-- What belongs to the person rather than to a studio is out of a token's reach.
create policy "user_preferences: their owner can read" on public.user_preferences
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null);
create policy "user_preferences: their owner can add" on public.user_preferences
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.my_scope()) is null);
create policy "user_preferences: their owner can change" on public.user_preferences
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null)
  with check (user_id = (select auth.uid()) and (select private.my_scope()) is null);
create policy "user_preferences: their owner can delete" on public.user_preferences
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.my_scope()) is null);

create trigger user_preferences_before_insert_stamp before insert on public.user_preferences
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger user_preferences_before_update_stamp before update on public.user_preferences
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
