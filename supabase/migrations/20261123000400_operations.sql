-- Writes that may arrive twice: each is carried out once, under the id its sender gave it.

create table private.operations (
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  payload_hash text not null,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table private.operations is
  'Writes that were carried out, by the id their sender gave them: a repeat returns the first result and changes '
  'nothing. Kept for 90 days.';
create index operations_created_at_idx on private.operations (created_at);

create function private.asked_operation() returns uuid
language plpgsql stable set search_path = '' as $$
-- The id for the request's Idempotency-Key: the key itself if it is a UUID, else one derived from it; null without a
-- key, and inside another operation, whose id it is.
declare
  v_key text := nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key';
begin
  if coalesce(v_key, '') = '' or coalesce(current_setting('xsheet.operation', true), '') <> '' then
    return null;
  end if;
  if length(v_key) > 255 then
    raise exception 'An Idempotency-Key has at most 255 characters' using errcode = '22023';
  end if;
  return case when v_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v_key else md5(v_key) end::uuid;
end $$;

create function private.begin_operation(p_operation_id uuid, p_kind text, p_payload text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Remembers a write by the id its sender gave it, as an argument or as Idempotency-Key. Returns null the first time,
-- the first result on a repeat; 23505 if the id was used for something else. Of two at once, the second waits for the
-- first. Definer: operations are private.
declare
  v_known private.operations;
  v_id uuid := coalesce(p_operation_id, private.asked_operation());
begin
  if auth.uid() is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if v_id is null then
    return null;
  end if;
  perform set_config('xsheet.operation', v_id::text, true); -- everything done inside it is part of it, events included
  insert into private.operations (user_id, id, kind, payload_hash)
    values (auth.uid(), v_id, p_kind, md5(coalesce(p_payload, '')))
  on conflict (user_id, id) do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.operations o where o.user_id = auth.uid() and o.id = v_id;
  if v_known.kind <> p_kind or v_known.payload_hash <> md5(coalesce(p_payload, '')) then
    raise exception 'This operation id was used for something else' using errcode = '23505';
  end if;
  return coalesce(v_known.result, '{}');
end $$;

create function private.end_operation(p_operation_id uuid, p_result jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Stores the result of an operation for repeats, and returns it. Definer: operations are private.
declare
  -- Nested operations end first; the result of the outermost one is kept.
  v_id uuid := coalesce(p_operation_id, nullif(current_setting('xsheet.operation', true), '')::uuid);
begin
  if v_id is not null then
    update private.operations set result = p_result where user_id = auth.uid() and id = v_id;
  end if;
  return p_result;
end $$;

grant execute on function
  private.asked_operation(), private.begin_operation(uuid, text, text), private.end_operation(uuid, jsonb)
to authenticated, service_role;
