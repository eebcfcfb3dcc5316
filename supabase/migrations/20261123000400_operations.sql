-- Writes that may arrive twice: each is answered once, under the id its sender gave it.

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
  'Writes that were carried out, by the id their sender gave them: a repeat answers the first result and changes '
  'nothing. Kept for 90 days.';
create index operations_created_at_idx on private.operations (created_at);

create function private.begin_operation(p_operation_id uuid, p_kind text, p_payload text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Remembers a write by the id its sender gave it. Answers null the first time, the first answer
-- on a repeat; 23505 where the id was used for something else. Two at once: the second waits for
-- the first. Definer: operations are private.
declare
  v_known private.operations;
begin
  if auth.uid() is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if p_operation_id is null then
    return null;
  end if;
  perform set_config('xsheet.operation', p_operation_id::text, true); -- what its events belong to
  insert into private.operations (user_id, id, kind, payload_hash)
    values (auth.uid(), p_operation_id, p_kind, md5(coalesce(p_payload, '')))
  on conflict (user_id, id) do nothing;
  if found then
    return null;
  end if;
  select * into v_known from private.operations o where o.user_id = auth.uid() and o.id = p_operation_id;
  if v_known.kind <> p_kind or v_known.payload_hash <> md5(coalesce(p_payload, '')) then
    raise exception 'This operation id was used for something else' using errcode = '23505';
  end if;
  return coalesce(v_known.result, '{}');
end $$;

create function private.end_operation(p_operation_id uuid, p_result jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Keeps the answer of an operation for repeats, and returns it. Definer: operations are private.
begin
  if p_operation_id is not null then
    update private.operations set result = p_result where user_id = auth.uid() and id = p_operation_id;
  end if;
  return p_result;
end $$;

grant execute on function
  private.begin_operation(uuid, text, text), private.end_operation(uuid, jsonb)
to authenticated, service_role;
