-- Running any procedure that writes exactly once, and only if the rows it is based on are unchanged.

create function private.shows_secret(p_procedure text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a procedure's result is shown once and stored nowhere.
  select p_procedure in ('create_access_token', 'create_calendar_feed', 'generate_studio_invite',
    'poll_device_sign_in', 'renew_report_secret', 'renew_webhook_secret', 'save_webhook', 'start_device_sign_in',
    'start_token_session')
$$;

create function private.text_of_call(p_procedure text, p_args jsonb) returns text
language plpgsql stable set search_path = '' as $$
-- The statement that calls a public procedure with the arguments in $1. 22023 if the procedure only reads, is unknown
-- to the caller, or does not take an argument.
declare
  v_called pg_catalog.pg_proc;
  v_columns text;
  v_call text;
  v_unknown text;
begin
  select p.* into v_called from pg_catalog.pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname = p_procedure and p.prokind = 'f'
    and p.provolatile = 'v' and p.proname <> 'run_once' and has_function_privilege(p.oid, 'execute');
  if v_called.oid is null then
    raise exception 'Name a procedure that writes' using errcode = '22023';
  end if;
  select string_agg(format('%I %s', a.name, format_type(a.type, null)), ', '),
    string_agg(format('%1$I => a.%1$I', a.name), ', ')
  into v_columns, v_call
  from unnest(v_called.proargnames[1:v_called.pronargs], v_called.proargtypes::oid[]) as a (name, type)
  where p_args ? a.name;
  select k into v_unknown from jsonb_object_keys(p_args) as k
  where k <> all(coalesce(v_called.proargnames[1:v_called.pronargs], '{}')) limit 1;
  if v_unknown is not null then
    raise exception '% takes no %', p_procedure, v_unknown using errcode = '22023';
  end if;
  v_call := format('public.%I(%s)', p_procedure, v_call);
  return 'select ' || case
    when v_called.proretset then 'coalesce(jsonb_agg(to_jsonb(r)), ''[]'')'
    when v_called.prorettype = 'void'::regtype then format('nullif(%s::text, '''')::jsonb', v_call)
    else format('to_jsonb(%s)', v_call) end
    || case when v_columns is null then '' else format(' from jsonb_to_record($1) as a(%s)', v_columns) end
    || case when not v_called.proretset then ''
      when v_columns is null then format(' from %s as r', v_call) else format(', lateral %s as r', v_call) end;
end $$;

create function private.made_webhook(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- What save_webhook returned to its maker, including the secret, for ten minutes: the response may have been lost.
  -- Else null. Definer: secrets are private.
  select to_jsonb(w) || jsonb_build_object('secret', 'whsec_' || encode(s.key, 'base64'))
  from public.webhooks w join private.webhook_secrets s on s.webhook_id = w.id
  where w.id = p_id and w.created_by = auth.uid() and w.created_at > now() - interval '10 minutes'
    and w.studio_id = any(private.my_studio_ids_with('admin_users'))
$$;

create function private.has_operation(p_operation_id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  -- Whether the caller has carried out an operation. Definer: operations are private.
  select exists (select from private.operations o where o.user_id = auth.uid() and o.id = p_operation_id)
$$;

create function private.hold_unchanged(p_unchanged jsonb, p_operation_id uuid) returns void
language plpgsql set search_path = '' as $$
-- P0409 if a row of {since, rows: {table: [id]}} is gone for the caller or newer than that revision of its studio; the
-- others are locked until the transaction ends. Does nothing if the operation was carried out already.
declare
  v_table text;
  v_ids uuid[];
  v_same bigint;
begin
  perform private.hold_clocks();
  if private.has_operation(p_operation_id) then
    return;
  end if;
  for v_table, v_ids in
    select key, array(select distinct jsonb_array_elements_text(value)::uuid) from jsonb_each(p_unchanged -> 'rows')
  loop
    if v_table not in ('collections', 'item_tasks', 'items', 'review_sessions', 'task_blocks') then
      raise exception 'No condition on %', v_table using errcode = '22023';
    end if;
    execute format('select count(*) from public.%I where id = any($1) and rev <= $2', v_table)
    into v_same using v_ids, (p_unchanged ->> 'since')::bigint;
    if v_same is distinct from cardinality(v_ids) then
      perform private.refuse(409, 'P0409', 'Someone else changed this in the meantime. Your change was not applied.');
    end if;
  end loop;
end $$;

create function private.answer_under(p_answer jsonb, p_unchanged jsonb) returns jsonb
language sql stable set search_path = '' as $$
  -- The result of run_once; with a condition also the revision up to which its rows are as this write left them: its
  -- own, which a repeat reads from the stored result, or the condition's if it changed nothing.
  select jsonb_build_object('answer', p_answer) || case when p_unchanged is null then '{}' else jsonb_build_object(
    'since', coalesce(private.rev_taken(), (p_answer ->> 'rev')::bigint, (p_unchanged ->> 'since')::bigint)) end
$$;

create function public.run_once(
  p_procedure text, p_args jsonb, p_operation_id uuid default null, p_unchanged jsonb default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Calls a procedure that writes under an operation id, with the caller's rights; with p_unchanged, {since, rows:
-- {table: [id]}}, only if these rows are unchanged since that revision. Returns {answer}: what the procedure returns;
-- with p_unchanged also since, which the next write of the same rows names. A repeat changes nothing, even if somebody
-- has changed it since, and returns the same; P0409 if that holds a secret, which is shown once, a webhook's for ten
-- minutes, or if a row has changed. 22023 no such procedure or argument; otherwise as the procedure.
declare
  v_args jsonb := coalesce(p_args, '{}');
  v_known jsonb;
  v_answer jsonb;
begin
  if jsonb_typeof(v_args) <> 'object' then
    raise exception 'Arguments are an object' using errcode = '22023';
  end if;
  if exists (select from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname = p_procedure and p_procedure <> 'run_once' and 'p_operation_id' = any(p.proargnames)) then
    if p_unchanged is not null then
      perform private.hold_unchanged(p_unchanged, p_operation_id);
    end if;
    v_args := v_args || jsonb_build_object('p_operation_id', p_operation_id); -- it stores its result itself
    execute private.text_of_call(p_procedure, v_args) into v_answer using v_args;
    return private.answer_under(v_answer, p_unchanged);
  end if;
  v_known := private.begin_operation(p_operation_id, coalesce(p_procedure, ''), v_args::text);
  if v_known ? 'is_secret' and p_procedure = 'save_webhook'
    and private.made_webhook((v_args ->> 'p_id')::uuid) is not null then
    return jsonb_build_object('answer', private.made_webhook((v_args ->> 'p_id')::uuid));
  elsif v_known ? 'is_secret' then
    perform private.refuse(409, 'P0409', 'This was done already. What it answered is shown once.');
  elsif v_known is not null then
    return v_known;
  end if;
  if p_unchanged is not null then
    perform private.hold_unchanged(p_unchanged, null);
  end if;
  execute private.text_of_call(p_procedure, v_args) into v_answer using v_args;
  v_known := private.answer_under(v_answer, p_unchanged);
  perform private.end_operation(p_operation_id, case when private.shows_secret(p_procedure)
    then '{"is_secret": true}' else v_known end);
  return v_known;
end $$;

create function public.save_preference(
  p_key text, p_value jsonb, p_operation_id uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Saves a value for the caller alone under a key, replacing the previous one. Returns {rev: null}. A repeat changes
-- nothing, even if it was saved again since. 22023 no key or no value, 23514 too large.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'save_preference', concat_ws('|', p_key, p_value::text));
begin
  if v_known is not null then
    return v_known;
  end if;
  if coalesce(p_key, '') = '' or p_value is null then
    raise exception 'Give a key and a value' using errcode = '22023';
  end if;
  insert into public.user_preferences as u (user_id, key, value) values (private.require_user(), p_key, p_value)
  on conflict (user_id, key) do update set value = excluded.value;
  return private.end_operation(p_operation_id, '{"rev": null}');
end $$;

grant execute on function
  private.answer_under(jsonb, jsonb), private.has_operation(uuid), private.hold_unchanged(jsonb, uuid),
  private.made_webhook(uuid), private.shows_secret(text), private.text_of_call(text, jsonb),
  public.run_once(text, jsonb, uuid, jsonb), public.save_preference(text, jsonb, uuid)
to authenticated, service_role;
