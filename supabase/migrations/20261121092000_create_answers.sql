-- Purpose: refusals that carry their own HTTP status, and who is asking.
-- Reversal: drop the functions below.

create function private.refuse(p_status integer, p_code text, p_message text, p_headers jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
-- Ends the call with an HTTP status the API would not choose by itself: {code, message, details, hint} as for any other error.
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', p_code, 'message', p_message, 'details', null, 'hint', null)::text,
    detail = jsonb_build_object('status', p_status, 'headers', p_headers)::text;
end $$;

create function private.refuse_missing(p_message text) returns void
language sql set search_path = '' as $$
  -- Ends the call as not found: code P0002, HTTP 404. What may not be seen and what does not exist are answered alike.
  select private.refuse(404, 'P0002', p_message)
$$;

create function private.require_user() returns uuid
language plpgsql stable set search_path = '' as $$
-- The caller's id; 42501 'Not authenticated' where a token names nobody.
begin
  if auth.uid() is null then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  return auth.uid();
end $$;

create function private.has_duplicates(p_ids uuid[]) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a list names an id twice or holds a null.
  select count(*) <> count(distinct i) from unnest(p_ids) as i
$$;

create function private.clean_name(p_name text) returns text
language sql immutable set search_path = '' as $$
  -- A name without the white space around it, whatever kind of white space; never null.
  select regexp_replace(coalesce(p_name, ''), '^\s+|\s+$', '', 'g')
$$;

revoke execute on function private.clean_name(text), private.refuse(integer, text, text, jsonb), private.refuse_missing(text), private.require_user(), private.has_duplicates(uuid[]) from public, anon;
grant execute on function private.clean_name(text), private.refuse(integer, text, text, jsonb), private.refuse_missing(text), private.require_user(), private.has_duplicates(uuid[]) to authenticated, service_role;
