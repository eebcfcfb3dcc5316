-- Bringing back decisions made on a review session away from the studio, each decision once, and taking them back.

create table private.brought_decisions (
  id uuid primary key,
  n bigint generated always as identity,
  session_id uuid not null,
  studio_id uuid not null references public.studios (id) on delete cascade,
  task_id uuid not null,
  entry_id uuid not null,
  is_judged boolean not null,
  status_id uuid,
  judged_before_id uuid,
  from_status_id uuid,
  has_note boolean not null,
  brought_by uuid not null,
  brought_at timestamptz not null default now()
);
comment on table private.brought_decisions is
  'Decisions of packets that were brought back, by their own ids, with what they changed. A note has the id of its '
  'decision. Taking a decision back deletes its row, so that it can be brought again.';
comment on column private.brought_decisions.from_status_id is 'The task''s status before; null if it did not change.';
create index brought_decisions_session_id_idx on private.brought_decisions (session_id);
create index brought_decisions_studio_id_idx on private.brought_decisions (studio_id);

create function private.said_by(p_by jsonb, p_at numeric) returns text
language sql stable set search_path = '' as $$
  -- Who decided and when, if somebody else brings it; null for the caller's own. Markup is stripped from names.
  select case when lower(p_by ->> 'userId') is distinct from auth.uid()::text then
    'Decided by ' || coalesce(nullif(trim(left(w.name, 100)), ''), 'somebody') || ', '
      || to_char(to_timestamp(p_at / 1000.0) at time zone 'UTC', 'FMDD Mon YYYY, HH24:MI') || ' UTC.' end
  from regexp_replace(p_by ->> 'name', '[[:space:][:cntrl:]@*\[\]]+', ' ', 'g') as w (name)
$$;

create function private.bring_decision(p_session public.review_sessions, p_decision jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Brings back one decision; see public.bring_decisions. Definer: the caller's permissions are checked here.
declare
  v_id uuid := (p_decision ->> 'id')::uuid;
  v_status uuid := case when p_decision -> 'keep' is distinct from 'true' then (p_decision ->> 'statusId')::uuid end;
  v_content text := coalesce(trim(p_decision #>> '{note,content}'), '');
  v_metadata jsonb := jsonb_strip_nulls(jsonb_build_object('sessionId', p_session.id,
    'hereReferences', nullif(p_decision #> '{note,metadata,hereReferences}', '[]'),
    'drawings', nullif(p_decision #> '{note,metadata,drawings}', '[]')));
  v_said text := private.said_by(p_decision -> 'by', (p_decision ->> 'at')::numeric);
  v_is_note boolean := v_content <> '' or v_metadata ? 'drawings';
  v_known uuid;
  v_entry public.review_entries;
  v_task public.item_tasks;
begin
  select b.session_id into v_known from private.brought_decisions b where b.id = v_id;
  if v_known = p_session.id then
    return '{"result": "there already"}';
  elsif v_known is not null then
    return '{"result": "refused", "reason": "other_session"}';
  end if;
  select e.* into v_entry from public.review_entries e
    where e.session_id = p_session.id and e.task_id = (p_decision ->> 'taskId')::uuid;
  select t.* into v_task from public.item_tasks t where t.id = v_entry.task_id;
  if v_entry.id is null then
    return '{"result": "refused", "reason": "not_in_session"}';
  elsif v_task.id is null then
    return '{"result": "refused", "reason": "task_gone"}';
  elsif not p_decision ? 'statusId' and not v_is_note then
    return '{"result": "refused", "reason": "empty"}';
  elsif v_status is not null and not v_task.project_id = any(private.my_project_ids_with('create')) then
    return '{"result": "refused", "reason": "may_not_judge"}';
  elsif v_is_note and not v_task.project_id = any(private.my_project_ids_with('comment')) then
    return '{"result": "refused", "reason": "may_not_comment"}';
  elsif v_status is not null and not exists (
    select from public.task_statuses s where s.id = v_status and s.studio_id = p_session.studio_id) then
    return '{"result": "refused", "reason": "status_gone"}';
  elsif v_status is not null and v_task.is_disabled then
    return '{"result": "refused", "reason": "disabled"}';
  elsif v_status <> v_task.status_id and p_decision -> 'force' is distinct from 'true'
    and v_task.status_id is distinct from (p_decision ->> 'seenStatusId')::uuid then
    return jsonb_build_object('result', 'conflict', 'status_id', v_task.status_id);
  end if;
  -- A decision brought for somebody else gets a comment only if it changes the status or has a note.
  v_is_note := v_is_note or v_said is not null and v_status is not null and v_status <> v_task.status_id
    and v_task.project_id = any(private.my_project_ids_with('comment'));
  v_is_note := v_is_note and not exists (select from public.comments c where c.id = v_id and c.task_id = v_task.id);
  insert into private.brought_decisions (id, session_id, studio_id, task_id, entry_id, is_judged, status_id,
    judged_before_id, from_status_id, has_note, brought_by)
  values (v_id, p_session.id, p_session.studio_id, v_task.id, v_entry.id, v_status is not null,
    v_status, v_entry.judged_status_id, case when v_status <> v_task.status_id then v_task.status_id end, v_is_note,
    auth.uid());
  if v_status is not null then
    update public.review_entries e set judged_status_id = v_status, judged_by = auth.uid(), judged_at = now(),
      updated_at = now(), rev = private.next_rev(p_session.studio_id)
    where e.id = v_entry.id;
  end if;
  if v_is_note then
    perform private.post_comment(v_task, v_id, concat_ws(e'\n', v_said, nullif(v_content, '')), '{}', v_status,
      array(select jsonb_array_elements_text(coalesce(p_decision -> 'mentions', '[]'))::uuid), v_metadata, now());
  elsif v_status <> v_task.status_id then
    update public.item_tasks set status_id = v_status where id = v_task.id;
  end if;
  return jsonb_build_object('result', 'applied', 'task_id', v_task.id, 'is_judged', v_status is not null,
    'has_note', v_is_note);
end $$;

create function private.open_brought(p_session_id uuid) returns public.review_sessions
language plpgsql stable security definer set search_path = '' as $$
-- The session, for callers who may see it, unless it is locked: P0002, P0423. Definer: checks access by itself.
declare
  v_session public.review_sessions;
begin
  select s.* into v_session from public.review_sessions s
    where s.id = p_session_id and s.project_id = any(private.my_project_ids());
  if v_session.id is null then
    perform private.refuse_missing('Review session not found');
  elsif v_session.is_locked then
    perform private.refuse(423, 'P0423', 'This review session is locked: what was judged stays until it is unlocked.');
  end if;
  return v_session;
end $$;

create function private.bring_decisions(p_session_id uuid, p_decisions jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.bring_decisions. Definer: permissions are checked for each decision.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'bring_decisions',
    concat_ws('|', p_session_id, p_decisions::text));
  v_session public.review_sessions;
  v_decision jsonb;
  v_answer jsonb;
  v_answers jsonb[] := '{}';
  v_judged uuid[] := '{}';
begin
  if v_known is not null then
    return v_known;
  end if;
  v_session := private.open_brought(p_session_id);
  perform private.check_entries(p_decisions);
  perform private.next_rev(v_session.studio_id); -- somebody bringing the same at the same time waits here
  v_session := private.open_brought(p_session_id);
  for v_decision in select d.value from jsonb_array_elements(p_decisions) as d loop
    begin
      v_answer := private.bring_decision(v_session, v_decision);
      if v_answer -> 'is_judged' = 'true' then
        v_judged := v_judged || (v_answer ->> 'task_id')::uuid;
      end if;
    exception
      when check_violation or data_exception or not_null_violation or unique_violation or sqlstate 'PGRST' then
        v_answer := '{"result": "refused", "reason": "invalid"}';
    end;
    v_answers := v_answers
      || (jsonb_build_object('id', v_decision -> 'id') || v_answer - '{task_id, is_judged, has_note}'::text[]);
  end loop;
  perform private.tell_review(p_session_id, v_judged);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.next_rev(v_session.studio_id),
    'decisions', to_jsonb(v_answers)));
end $$;

create function public.bring_decisions(p_session_id uuid, p_decisions jsonb, p_operation_id uuid default null)
returns jsonb
language sql set search_path = '' as $$
  -- Applies decisions made on a review session away from the studio, each once, whoever brings it. At most 1000
  -- decisions as a packet has them; keep leaves the task's status and only posts the note, force sets the status even
  -- if the task no longer has the one that was seen, and mentions names people. Returns {rev, decisions: [{id, result:
  -- applied | there already | conflict | refused, reason, status_id if it is a conflict}]} in their order; a refused
  -- decision does not stop the others. 22023 bad argument, P0002 unknown session, P0423 it is locked.
  select private.bring_decisions(p_session_id, p_decisions, p_operation_id)
$$;

create function private.take_back_decisions(p_session_id uuid, p_decision_ids uuid[], p_operation_id uuid)
returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.take_back_decisions. Definer: permissions are checked for each decision.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'take_back_decisions',
    concat_ws('|', p_session_id, p_decision_ids::text));
  v_session public.review_sessions;
  v_brought private.brought_decisions;
  v_may uuid[] := private.my_project_ids_with('create');
  v_is_whole boolean;
  v_judged uuid[] := '{}';
  v_changed integer := 0;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_session := private.open_brought(p_session_id);
  perform private.next_rev(v_session.studio_id);
  v_session := private.open_brought(p_session_id);
  for v_brought in
    select b.* from private.brought_decisions b
    where b.session_id = p_session_id and b.id = any(p_decision_ids) and b.brought_by = auth.uid() order by b.n desc
  loop
    v_is_whole := true;
    if v_brought.is_judged then
      update public.review_entries e set judged_status_id = v_brought.judged_before_id, judged_by = auth.uid(),
        judged_at = now(), updated_at = now(), rev = private.next_rev(v_session.studio_id)
      where e.id = v_brought.entry_id and e.judged_status_id = v_brought.status_id
        and e.project_id = any(v_may);
      v_is_whole := found;
      v_judged := v_judged || v_brought.task_id;
    end if;
    if v_brought.from_status_id is not null then
      update public.item_tasks t set status_id = v_brought.from_status_id
      where t.id = v_brought.task_id and t.status_id = v_brought.status_id and not t.is_disabled
        and t.project_id = any(v_may)
        and exists (select from public.task_statuses s where s.id = v_brought.from_status_id);
      v_is_whole := v_is_whole and found;
    end if;
    delete from public.comments c
      where v_brought.has_note and c.id = v_brought.id and c.task_id = v_brought.task_id and c.created_by = auth.uid();
    delete from private.brought_decisions b where b.id = v_brought.id;
    v_changed := v_changed + v_is_whole::integer;
  end loop;
  perform private.tell_review(p_session_id, v_judged);
  return private.end_operation(p_operation_id, jsonb_build_object('rev', private.next_rev(v_session.studio_id),
    'changed', v_changed, 'skipped', cardinality(p_decision_ids) - v_changed));
end $$;

create function public.take_back_decisions(
  p_session_id uuid, p_decision_ids uuid[], p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Takes back decisions that the caller has brought, last first: statuses that are still as brought, and notes. They
  -- can be brought again. Returns {rev, changed, skipped}; those skipped have been changed by somebody since. P0002
  -- unknown session, P0423 it is locked.
  select private.take_back_decisions(p_session_id, p_decision_ids, p_operation_id)
$$;

create function private.get_brought_decisions(p_session_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  -- See public.get_brought_decisions. Definer: the table is private.
  select coalesce(array_agg(b.id order by b.n), '{}') from private.brought_decisions b
  join public.review_sessions s on s.id = b.session_id and s.project_id = any(private.my_project_ids())
  where b.session_id = p_session_id
$$;

create function public.get_brought_decisions(p_session_id uuid) returns uuid[]
language sql stable set search_path = '' as $$
  -- Lists the ids of decisions that were brought back to a review session; none if the caller may not see it.
  select private.get_brought_decisions(p_session_id)
$$;

grant execute on function
  private.bring_decisions(uuid, jsonb, uuid), public.bring_decisions(uuid, jsonb, uuid),
  private.take_back_decisions(uuid, uuid[], uuid), public.take_back_decisions(uuid, uuid[], uuid),
  private.get_brought_decisions(uuid), public.get_brought_decisions(uuid)
to authenticated, service_role;
