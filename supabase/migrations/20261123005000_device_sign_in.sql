-- Signing in on a machine without a browser, after RFC 8628: the machine shows a code, a person approves it in the app,
-- and the machine receives an access token.

create table private.device_codes (
  id uuid primary key default gen_random_uuid(),
  device_hash text not null constraint device_codes_device_hash_key unique,
  user_code_hash text not null constraint device_codes_user_code_hash_key unique,
  client_name text not null,
  asked_from text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  polled_at timestamptz,
  decided_by uuid references auth.users (id) on delete cascade,
  studio_id uuid references public.studios (id) on delete cascade,
  is_approved boolean
);
comment on table private.device_codes is
  'Machines waiting to be signed in, after RFC 8628. Both codes are stored as hashes, are valid for ten minutes, and '
  'can be used once.';
create index device_codes_expires_at_idx on private.device_codes (expires_at);
create index device_codes_asked_from_idx on private.device_codes (asked_from, created_at);
create index device_codes_decided_by_idx on private.device_codes (decided_by);
create index device_codes_studio_id_idx on private.device_codes (studio_id);

create function private.make_user_code() returns text
language sql volatile set search_path = '' as $$
  -- Eight letters as XXXX-XXXX, from twenty that form no words and are not mistaken for one another (RFC 8628, section
  -- 6.1).
  select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + get_byte(b.bytes, n) % 20, 1)
    || case n when 3 then '-' else '' end, '' order by n)
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as b,
    generate_series(0, 7) as n
$$;

create function private.hash_user_code(p_code text) returns text
language sql immutable set search_path = '' as $$
  -- The hash of a code as typed: case, spaces and dashes do not matter.
  select private.hash_secret(regexp_replace(upper(coalesce(p_code, '')), '[^A-Z]', '', 'g'))
$$;

create function private.start_device_sign_in(p_client_name text, p_asked_from text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.start_device_sign_in. Definer: the table is private.
declare
  v_device text := private.make_secret();
  v_user text := private.make_user_code();
  v_from text := private.hash_secret(coalesce(p_asked_from, ''));
begin
  delete from private.device_codes d where d.expires_at < now();
  if (select count(*) from private.device_codes d
    where d.asked_from = v_from and d.created_at > now() - interval '1 minute') >= 30 then
    perform private.refuse(429, 'rate_limited', 'Too many machines ask to be let in. Try again in a minute.',
      '{"Retry-After": "60"}');
  end if;
  -- However many addresses ask, the table stays small; machines waiting for their result stay the longest.
  delete from private.device_codes d where d.id in (select o.id from private.device_codes o
    order by coalesce(o.polled_at, o.created_at) desc offset 5000);
  insert into private.device_codes (device_hash, user_code_hash, client_name, asked_from)
  values (private.hash_secret(v_device), private.hash_user_code(v_user),
    left(coalesce(nullif(private.clean_name(p_client_name), ''), 'studio-cli'), 80), v_from);
  return jsonb_build_object('device_code', v_device, 'user_code', v_user, 'expires_in', 600, 'interval', 3);
end $$;

create function public.start_device_sign_in(p_client_name text default null, p_asked_from text default null)
returns jsonb
language sql set search_path = '' as $$
  -- Creates the codes for a machine that waits to sign in: {device_code, user_code, expires_in, interval}, both in
  -- seconds. 429 past 30 in a minute from one address. For the edge function only.
  select private.start_device_sign_in(p_client_name, p_asked_from)
$$;

create function private.poll_device_sign_in(p_device_code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.poll_device_sign_in. Definer: the tables are private.
declare
  v_code private.device_codes;
begin
  select d.* into v_code from private.device_codes d
    where d.device_hash = private.hash_secret(p_device_code) and d.expires_at > now() for update;
  if v_code.id is null then
    return '{"state": "expired"}';
  end if;
  if v_code.is_approved is null then
    update private.device_codes d set polled_at = clock_timestamp() where d.id = v_code.id;
    return jsonb_build_object('state', case when v_code.polled_at > clock_timestamp() - interval '1 second'
      then 'slow_down' else 'pending' end);
  end if;
  delete from private.device_codes d where d.id = v_code.id;
  if not v_code.is_approved or not exists (select from public.studio_members m
    where m.studio_id = v_code.studio_id and m.user_id = v_code.decided_by and m.archived_at is null) then
    return '{"state": "denied"}';
  end if;
  return private.add_access_token(v_code.studio_id, v_code.decided_by, 'studio-cli on ' || v_code.client_name, 90,
    v_code.decided_by) || '{"state": "approved"}';
end $$;

create function public.poll_device_sign_in(p_device_code text) returns jsonb
language sql set search_path = '' as $$
  -- Returns the state of a waiting machine: {state: pending | slow_down | denied | expired}, or {state: approved,
  -- token, id, name, expires_at} once, with an access token of the person who approved it. For the edge function only.
  select private.poll_device_sign_in(p_device_code)
$$;

create function private.find_device_sign_in(p_user_code text) returns private.device_codes
language plpgsql security definer set search_path = '' as $$
-- The machine that waits with this code; 22023 for a wrong code, 429 after ten wrong ones in a minute. Definer: the
-- table is private.
declare
  v_code private.device_codes;
begin
  perform private.require_person();
  if private.count_wrong_try(false) >= 10 then
    perform private.refuse(429, 'rate_limited', 'Too many wrong codes. Try again in a minute.',
      '{"Retry-After": "60"}');
  end if;
  select d.* into v_code from private.device_codes d
  where d.user_code_hash = private.hash_user_code(p_user_code) and d.expires_at > now()
    and d.is_approved is null for update;
  if v_code.id is null then
    perform private.count_wrong_try(true);
    raise exception 'This code is not known or has expired' using errcode = '22023';
  end if;
  return v_code;
end $$;

create function private.describe_device_sign_in(p_user_code text) returns jsonb
language sql security definer set search_path = '' as $$
  -- See public.describe_device_sign_in. Definer: the table is private.
  select jsonb_build_object('client_name', d.client_name, 'created_at', d.created_at, 'expires_at', d.expires_at)
    from private.find_device_sign_in(p_user_code) as d
$$;

create function public.describe_device_sign_in(p_user_code text) returns jsonb
language sql set search_path = '' as $$
  -- Returns which machine shows this code: {client_name, created_at, expires_at}. 22023 a wrong code, 429 after ten
  -- wrong ones in a minute.
  select private.describe_device_sign_in(p_user_code)
$$;

create function private.decide_device_sign_in(p_user_code text, p_studio_id uuid, p_is_approved boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
-- See public.decide_device_sign_in. Definer: the table is private.
declare
  v_code private.device_codes := private.find_device_sign_in(p_user_code);
begin
  if coalesce(p_is_approved, false) and private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  update private.device_codes d set decided_by = auth.uid(), studio_id = case when p_is_approved then p_studio_id end,
    is_approved = coalesce(p_is_approved, false)
  where d.id = v_code.id;
  return true;
end $$;

create function public.decide_device_sign_in(p_user_code text, p_studio_id uuid, p_is_approved boolean) returns boolean
language sql set search_path = '' as $$
  -- Lets the machine with this code act as the caller in one studio, or denies it. A code is decided once. P0002
  -- unknown studio, 22023 a wrong code, 42501 called with a token, 429 after ten wrong codes in a minute.
  select private.decide_device_sign_in(p_user_code, p_studio_id, p_is_approved)
$$;

grant execute on function
  private.start_device_sign_in(text, text), public.start_device_sign_in(text, text),
  private.poll_device_sign_in(text), public.poll_device_sign_in(text)
to service_role;
grant execute on function
  private.describe_device_sign_in(text), public.describe_device_sign_in(text),
  private.decide_device_sign_in(text, uuid, boolean), public.decide_device_sign_in(text, uuid, boolean)
to authenticated, service_role;
