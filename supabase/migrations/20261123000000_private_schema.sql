-- The private schema, the deployment's settings, and helpers for names, texts and JSON.

-- Nothing is granted by default: every table, sequence and function states its own grants.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges revoke execute on functions from public;

-- Not exposed by the API. Its tables have no row rules and no grants; its functions are granted one by one.
create schema if not exists private;
grant usage on schema private to authenticated, service_role;

-- Written by the host at every start; the embedded host creates it before the first migration.
create table if not exists private.deployment_settings (
  key text primary key,
  value jsonb not null
);
comment on table private.deployment_settings is
  'Settings of the deployment: allowed_email_domains (array), super_admin_email (string), demo_available (boolean).';

create function private.text_array(p_json jsonb) returns text[]
language sql immutable set search_path = '' as $$
  -- The strings of a JSON array; empty for anything else.
  select coalesce(array_agg(e), '{}')
    from jsonb_array_elements_text(case jsonb_typeof(p_json) when 'array' then p_json else '[]' end) as e
$$;

create function private.json_list(p_value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- A JSON array as it is; an empty one for anything else.
  select case jsonb_typeof(p_value) when 'array' then p_value else '[]' end
$$;

create function private.is_uuid(p_text text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a text is a UUID; false for null.
  select coalesce(p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false)
$$;

create function private.has_duplicates(p_ids uuid[]) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a list contains an id twice or a null.
  select count(*) <> count(distinct i) from unnest(p_ids) as i
$$;

create function private.clean_name(p_name text) returns text
language sql immutable set search_path = '' as $$
  -- A name trimmed of any kind of white space; never null.
  select regexp_replace(coalesce(p_name, ''), '^\s+|\s+$', '', 'g')
$$;

create function private.make_slug(p_name text) returns text
language sql immutable set search_path = '' as $$
  -- Lower-case ASCII letters and digits joined by single dashes, at most 60 characters; 'untitled' if nothing remains.
  select coalesce(nullif(trim(both '-' from left(trim(both '-' from regexp_replace(
    lower(regexp_replace(normalize(
      replace(replace(replace(replace(translate(lower(p_name), 'ÆØŁẞ', 'æøłß'), 'ß', 'ss'), 'æ', 'ae'), 'ø', 'o'),
        'ł', 'l'), nfkd), '[^ -~]', '', 'g')),
    '[^a-z0-9]+', '-', 'g')), 60)), ''), 'untitled')
$$;

create function private.free_slug(p_name text, p_taken text[]) returns text
language sql immutable set search_path = '' as $$
  -- The slug of a name, with -2, -3, … if it is taken.
  select s from (
    select private.make_slug(p_name) as s, 1 as n
    union all
    select private.make_slug(p_name) || '-' || n, n from generate_series(2, cardinality(p_taken) + 2) as n
  ) as candidates
  where not s = any(p_taken) order by n limit 1
$$;

create function private.encode_url(p_text text) returns text
language sql immutable set search_path = '' as $$
  -- Percent-encodes a text for use in a URL: everything but unreserved characters.
  select coalesce(string_agg(case when c ~ '[A-Za-z0-9_.~-]' then c
    else regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by n), '')
  from regexp_split_to_table(p_text, '') with ordinality as s (c, n)
$$;

grant execute on function
  private.is_uuid(text), private.has_duplicates(uuid[]), private.clean_name(text), private.encode_url(text)
to authenticated, service_role;
