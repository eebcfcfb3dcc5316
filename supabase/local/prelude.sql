-- What a Supabase project has before its first migration and lite does not create by itself. Runs at every start of the
-- embedded host, between lite's system schemas and the migrations; hosted projects never run it.

-- Roles belong to the whole server: another of its databases may have created them, or be creating them right now.
do $$
declare
  definition text;
  made regrole;
begin
  foreach definition in array array[
    'anon nologin noinherit', 'authenticated nologin noinherit', 'service_role nologin noinherit bypassrls'
  ] loop
    if to_regrole(split_part(definition, ' ', 1)) is null then
      begin
        execute 'create role ' || definition;
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    -- The host acts as these roles; a superuser may do so anyway, but need not remain one.
    made := to_regrole(split_part(definition, ' ', 1));
    if not exists (
      select from pg_auth_members m where m.roleid = made and m.member = to_regrole(quote_ident(current_user)) and (to_jsonb(m) ->> 'set_option') is distinct from 'false'
    ) then
      begin
        execute format('grant %s to %I', made, current_user);
      exception when insufficient_privilege or unique_violation or internal_error then null;
      end;
    end if;
  end loop;
end $$;

create schema if not exists extensions;
create schema if not exists private;

-- Only once in a database's life: repeating the grants would undo the revokes of the migrations.
do $$
begin
  if to_regclass('private.deployment_settings') is not null then
    return;
  end if;

  grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
end $$;

-- Storage has row rules on top of these grants, as on a hosted project. An older host granted everything, including
-- truncate.
do $$
begin
  if has_table_privilege('anon', 'storage.objects', 'truncate') then
    revoke all on all tables in schema storage from anon, authenticated;
    revoke all on all sequences in schema storage from anon, authenticated;
    alter default privileges in schema storage revoke all on tables from anon, authenticated, service_role;
    alter default privileges in schema storage revoke all on sequences from anon, authenticated, service_role;
  end if;
  if not has_table_privilege('anon', 'storage.objects', 'select') then
    grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
    grant all on storage.buckets, storage.objects to service_role;
  end if;
end $$;

-- The deployment's settings, for triggers and procedures to read; written at every start.
create table if not exists private.deployment_settings (
  key text primary key,
  value jsonb not null
);

-- The trigger of an OAuth sign-in runs in the transaction that creates the user, so refusing here leaves nothing
-- behind. Google puts the company's domain into the hosted-domain claim; an address alone may belong to a personal
-- account.
create or replace function private.tg_check_identity_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  domains jsonb := (select value from private.deployment_settings where key = 'allowed_email_domains');
begin
  if coalesce(jsonb_array_length(domains), 0) = 0 or new.provider = 'email' then
    return new;
  end if;
  if new.identity_data ->> 'email_verified' is distinct from 'true' then
    raise exception 'The e-mail address is not verified' using errcode = '42501';
  end if;
  if new.provider = 'google'
    and not domains ? lower(coalesce(new.identity_data -> 'custom_claims' ->> 'hd', new.identity_data ->> 'hd', '')) then
    raise exception 'The Google account does not belong to an allowed domain' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger identities_before_write_check_domain
before insert or update of identity_data on auth.identities
for each row execute function private.tg_check_identity_domain();

-- lite sets the claims of subject and role, but not the one of the e-mail address.
create or replace function auth.email() returns text
language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
