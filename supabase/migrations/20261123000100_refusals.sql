-- How procedures refuse a call, and checks that many of them share.

create function private.refuse(p_status integer, p_code text, p_message text, p_headers jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
-- Ends the call with an HTTP status that the API would not choose by itself: {code, message, details, hint} as for any
-- other error.
begin
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', p_code, 'message', p_message, 'details', null, 'hint', null)::text,
    detail = jsonb_build_object('status', p_status, 'headers', p_headers)::text;
end $$;

create function private.refuse_missing(p_message text) returns void
language sql set search_path = '' as $$
  -- Ends the call as not found: code P0002, HTTP 404. Hidden and missing rows get the same response.
  select private.refuse(404, 'P0002', p_message)
$$;

create function private.require_user() returns uuid
language plpgsql stable set search_path = '' as $$
-- The caller's id; 42501 'Not authenticated' if the token names nobody.
begin
  if auth.uid() is null then
    raise exception 'Not authenticated' using errcode = '42501';
  end if;
  return auth.uid();
end $$;

create function private.check_page(p_limit integer, p_most integer) returns integer
language plpgsql immutable set search_path = '' as $$
-- How many rows a page has: p_most by default; 22023 outside 1 to p_most.
begin
  if coalesce(p_limit, p_most) not between 1 and p_most then
    raise exception 'limit must be between 1 and %', p_most using errcode = '22023';
  end if;
  return coalesce(p_limit, p_most);
end $$;

grant execute on function
  private.refuse(integer, text, text, jsonb), private.refuse_missing(text), private.require_user(),
  private.check_page(integer, integer)
to authenticated, service_role;
