-- Posting many revisions at once, each at most once for its content. Plain revisions are written table by table; the
-- others one by one, so that each refusal has its own message.

create function private.find_revision_of_content(p_task_id uuid, p_sha256 text[]) returns public.task_versions
language sql stable security definer set search_path = '' as $$
  -- The newest revision of a task with exactly these files, by their SHA-256. Definer: used for tasks the caller was
  -- let into.
  select v.* from public.task_versions v
  where v.task_id = p_task_id and cardinality(p_sha256) > 0 and (
    select array_agg(m.sha256 order by m.sha256)
    from public.version_media l join public.media m on m.id = l.media_id
    where l.version_id = v.id
  ) = array(select s from unnest(p_sha256) as s order by s)
  order by v.version_number desc limit 1
$$;

create function public.find_revisions(p_revisions jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Finds which of [{task_id, sha256: [hash of each file]}] are posted already: [{n, task_id, version_id,
-- version_number}], n counted from 0 in the given order. Tasks the caller may not see have none. 22023 not a list of at
-- most 1000.
begin
  if jsonb_typeof(p_revisions) is distinct from 'array' or jsonb_array_length(p_revisions) > 1000
    or exists (select from jsonb_array_elements(p_revisions) as r
      where jsonb_typeof(r -> 'sha256') is distinct from 'array') then
    raise exception 'Ask for a list of at most 1000 revisions' using errcode = '22023';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('n', r.n - 1, 'task_id', t.id, 'version_id', v.id,
    'version_number', v.version_number) order by r.n), '[]')
    from jsonb_array_elements(p_revisions) with ordinality as r (value, n)
    join public.item_tasks t on t.id = (r.value ->> 'task_id')::uuid
    cross join lateral (
      select w.id, w.version_number from public.task_versions w
      where w.task_id = t.id and jsonb_array_length(r.value -> 'sha256') > 0 and (
        select array_agg(m.sha256 order by m.sha256)
        from public.version_media l join public.media m on m.id = l.media_id
        where l.version_id = w.id
      ) = array(select s from jsonb_array_elements_text(r.value -> 'sha256') as s order by s)
      order by w.version_number desc limit 1
    ) as v);
end $$;

create function private.note_facts(p_studio_id uuid, p_files jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Records what the sender of files has found out about them. Definer: as complete_upload; only the caller's own files.
begin
  update public.media m set
    sha256 = coalesce(f.sha256, m.sha256), width = coalesce(f.width, m.width), height = coalesce(f.height, m.height),
    frame_rate = coalesce(f.frame_rate, m.frame_rate), frame_count = coalesce(f.frame_count, m.frame_count),
    duration_ms = coalesce(f.duration_ms, m.duration_ms), codec = coalesce(f.codec, m.codec),
    start_timecode = coalesce(f.start_timecode, m.start_timecode), waveform = coalesce(f.waveform, m.waveform),
    first_frame = coalesce(f.first_frame, m.first_frame)
  from jsonb_to_recordset(p_files) as f (id uuid, sha256 text, width integer, height integer, frame_rate text,
    frame_count integer, duration_ms integer, codec text, start_timecode text, waveform text, first_frame integer)
  where m.id = f.id and m.created_by = auth.uid() and m.studio_id = p_studio_id;
end $$;

create function private.create_one_revision(p_revision jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Posts one revision of public.create_revisions. Definer: permission is checked by what it calls.
declare
  v_task public.item_tasks := private.open_task((p_revision ->> 'task_id')::uuid, 'revisions');
  v_files jsonb := private.json_list(p_revision -> 'files');
  v_ids uuid[] := array(
    select (f ->> 'id')::uuid from jsonb_array_elements(v_files) with ordinality as e (f, n) order by n);
  v_version uuid := coalesce((p_revision ->> 'version_id')::uuid, gen_random_uuid());
  v_comment uuid := coalesce((p_revision ->> 'comment_id')::uuid, gen_random_uuid());
  v_present public.task_versions;
begin
  perform private.next_rev(v_task.studio_id); -- one writer per studio: two runs cannot both find nothing
  select v.* into v_present from public.task_versions v where v.id = v_version and v.task_id = v_task.id;
  if v_present.id is null and not p_is_new then
    v_present := private.find_revision_of_content(v_task.id,
      array(select f ->> 'sha256' from jsonb_array_elements(v_files) as f where f ? 'sha256'));
  end if;
  if v_present.id is not null then
    return jsonb_build_object('state', 'present', 'version_id', v_present.id,
      'version_number', v_present.version_number);
  end if;
  -- Ids that were deleted since stay reserved for what may be restored.
  if exists (select from private.tombstones t
    where t.studio_id = v_task.studio_id and t.table_name = 'task_versions' and t.row_key = v_version::text) then
    v_version := gen_random_uuid();
    v_comment := gen_random_uuid();
  end if;
  perform private.note_facts(v_task.studio_id, v_files);
  return jsonb_build_object('state', 'posted') || private.create_revision(
    v_task.id, v_version, v_comment, p_revision ->> 'comment', p_revision ->> 'time_spent', v_ids,
    (p_revision ->> 'status_id')::uuid,
    array(select m::uuid from jsonb_array_elements_text(private.json_list(p_revision -> 'mentions')) as m),
    case jsonb_typeof(p_revision -> 'metadata') when 'object' then p_revision -> 'metadata' else '{}' end,
    gen_random_uuid(), 0, (p_revision ->> 'version_number')::integer,
    coalesce((p_revision ->> 'may_be_lower')::boolean, false));
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise exception 'A revision has a value that cannot be read' using errcode = '22023';
end $$;

create function private.list_asked_revisions(p_revisions jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- The requested revisions, each with its task and any revision that already exists: [{n, task_id, space_id, …,
-- present_id, present_number}], without tasks on which the caller may not post revisions. Definer: reads past row rules
-- for projects that the caller was let into.
declare
  v_open uuid[] := private.my_project_ids_with('revisions');
begin
  return (
    with asked as materialized (
      select (r.n - 1)::integer as n, r.value, t.id as task_id, t.space_id, t.studio_id, t.project_id, t.title,
        t.stage_id, t.status_id as was, t.is_disabled,
        coalesce((r.value ->> 'version_id')::uuid, gen_random_uuid()) as version_id,
        coalesce((r.value ->> 'comment_id')::uuid, gen_random_uuid()) as comment_id,
        nullif((r.value ->> 'status_id')::uuid, t.status_id) as becomes,
        private.json_list(r.value -> 'files') as files,
        private.json_list(r.value -> 'mentions') as mentions,
        case jsonb_typeof(r.value -> 'metadata') when 'object' then r.value -> 'metadata' else '{}' end as metadata
      from jsonb_array_elements(p_revisions) with ordinality as r (value, n)
      join public.item_tasks t on t.id = (r.value ->> 'task_id')::uuid and t.project_id = any(v_open)
    ), known as materialized (
      select v.id, v.task_id, v.version_number, l.sums
      from public.task_versions v
      left join lateral (
        select array_agg(m.sha256 order by m.sha256) as sums
        from public.version_media w join public.media m on m.id = w.media_id
        where w.version_id = v.id
      ) as l on true
      where v.task_id = any(array(select a.task_id from asked a))
    )
    select jsonb_agg(to_jsonb(a) - 'value' || jsonb_build_object(
      'comment', coalesce(a.value ->> 'comment', ''), 'time_spent', trim(a.value ->> 'time_spent'),
      'newest', a.newest, 'number', coalesce((a.value ->> 'version_number')::integer,
        private.version_of_files(a.task_id, array(select (f ->> 'id')::uuid from jsonb_array_elements(a.files) as f)),
        a.newest + 1),
      'present_id', p.id, 'present_number', p.version_number))
    from (select q.*, coalesce((select max(k.version_number) from known k where k.task_id = q.task_id), 0) as newest
      from asked q) as a
    left join lateral (
      select k.id, k.version_number from known k
      where k.task_id = a.task_id and (k.id = a.version_id or not p_is_new
        and k.sums = array(select f ->> 'sha256' from jsonb_array_elements(a.files) as f where f ? 'sha256' order by 1))
      order by k.id = a.version_id desc, k.version_number desc limit 1
    ) as p on true);
end $$;

create function private.create_revisions_together(p_revisions jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Posts revisions of different tasks together, with one statement per table. Returns as public.create_revisions does,
-- or null if they have to be posted one by one; it also fails if one of them would. Definer: permission is checked here
-- for all.
declare
  v_asked jsonb;
  v_new jsonb;
  v_files jsonb;
  v_studio uuid;
  v_rev bigint;
  v_name text := private.author_name(auth.uid());
begin
  select min(t.studio_id::text)::uuid into v_studio
  from jsonb_array_elements(p_revisions) as r join public.item_tasks t on t.id = (r ->> 'task_id')::uuid
  having count(distinct t.studio_id) = 1;
  if v_studio is null or not v_studio = any(private.my_studio_ids()) then
    return null;
  end if;
  v_rev := private.next_rev(v_studio); -- one writer per studio: two runs cannot both find nothing
  v_asked := private.list_asked_revisions(p_revisions, p_is_new);
  select coalesce(jsonb_agg(a), '[]') into v_new
  from jsonb_array_elements(v_asked) as a where a -> 'present_id' = 'null';
  select coalesce(jsonb_agg(f.value || jsonb_build_object(
    'version_id', a -> 'version_id', 'comment_id', a -> 'comment_id',
    'space_id', a -> 'space_id', 'project_id', a -> 'project_id', 'place', f.n)), '[]') into v_files
  from jsonb_array_elements(v_new) as a cross join jsonb_array_elements(a -> 'files') with ordinality as f (value, n);

  -- Anything unusual is left to the path that gives each refusal its message.
  if jsonb_array_length(v_asked) is distinct from jsonb_array_length(p_revisions)
    or exists (select from jsonb_to_recordset(v_new) as a (task_id uuid) group by a.task_id having count(*) > 1)
    or exists (
      select from jsonb_to_recordset(v_new) as a (version_id uuid, time_spent text, was uuid, becomes uuid,
        is_disabled boolean, project_id uuid, number integer, newest integer)
      where a.number <= a.newest or coalesce(private.time_spent_minutes(a.time_spent), 0) = 0
        or exists (select from private.tombstones t
          where t.studio_id = v_studio and t.table_name = 'task_versions' and t.row_key = a.version_id::text)
        or a.becomes is not null and (a.is_disabled or not a.project_id = any(private.my_project_ids_with('create'))
          or not exists (select from public.task_statuses s where s.id = a.becomes and s.studio_id = v_studio)))
    or exists (
      select from jsonb_to_recordset(v_files) as f (id uuid, version_id uuid, project_id uuid)
      left join public.media m on m.id = f.id and m.studio_id = v_studio
        and (m.project_id is null or m.project_id = f.project_id)
      group by f.version_id, f.id having count(*) > 1 or count(m.id) = 0) then
    return null;
  end if;

  if v_new <> '[]' then
    perform private.note_facts(v_studio, v_files);
    perform private.mark_stored(array(select f.id from jsonb_to_recordset(v_files) as f (id uuid)));
    insert into public.task_versions (
      id, task_id, space_id, studio_id, project_id, version_number, created_by, comment, time_spent, rev)
    select a.version_id, a.task_id, a.space_id, v_studio, a.project_id, a.number, auth.uid(), a.comment,
      a.time_spent, v_rev
    from jsonb_to_recordset(v_new) as a (version_id uuid, task_id uuid, space_id uuid, project_id uuid, number integer,
      comment text, time_spent text);
    if exists (select from jsonb_to_recordset(v_new) as a (becomes uuid) where a.becomes is not null) then
      perform set_config('xsheet.status_comment', 'off', true);
      update public.item_tasks t set status_id = a.becomes
      from jsonb_to_recordset(v_new) as a (task_id uuid, becomes uuid)
      where t.id = a.task_id and a.becomes is not null;
      perform set_config('xsheet.status_comment', 'on', true);
    end if;
    insert into public.comments (id, task_id, space_id, studio_id, project_id, content, metadata, created_by, rev)
    select a.comment_id, a.task_id, a.space_id, v_studio, a.project_id, a.comment,
      a.metadata
        || jsonb_build_object('revision', jsonb_build_object(
          'versionId', a.version_id, 'versionNumber', a.number,
          'taskId', a.task_id, 'taskName', a.title, 'stageId', a.stage_id,
          'comment', a.comment, 'timeSpent', a.time_spent), 'authorName', v_name)
        || case when a.becomes is null then '{}' else jsonb_build_object('statusInfo', jsonb_build_object(
          'status', b.name, 'statusId', b.id, 'changedStatus', true,
          'fromStatus', w.name, 'fromStatusId', w.id)) end,
      auth.uid(), v_rev
    from jsonb_to_recordset(v_new) as a (version_id uuid, comment_id uuid, task_id uuid, space_id uuid, project_id uuid,
      number integer, comment text, time_spent text, title text, stage_id uuid, metadata jsonb, was uuid, becomes uuid)
    left join public.task_statuses b on b.id = a.becomes
    left join public.task_statuses w on w.id = a.was;
    insert into public.comment_attachments (comment_id, media_id, space_id, studio_id, project_id, display_order, rev)
    select f.comment_id, f.id, f.space_id, v_studio, f.project_id, f.place, v_rev
    from jsonb_to_recordset(v_files) as f (comment_id uuid, id uuid, space_id uuid, project_id uuid, place integer);
    insert into public.version_media (version_id, media_id, space_id, studio_id, project_id, display_order, rev)
    select f.version_id, f.id, f.space_id, v_studio, f.project_id, f.place, v_rev
    from jsonb_to_recordset(v_files) as f (version_id uuid, id uuid, space_id uuid, project_id uuid, place integer);
    insert into public.mentions (comment_id, mentioned_user_id, space_id, studio_id, project_id, rev)
    select distinct a.comment_id, m.user_id, a.space_id, v_studio, a.project_id, v_rev
    from jsonb_to_recordset(v_new) as a (comment_id uuid, space_id uuid, project_id uuid, mentions jsonb)
    cross join jsonb_array_elements_text(a.mentions) as named (id)
    join public.studio_members m on m.studio_id = v_studio and m.user_id = named.id::uuid;
  end if;
  return (select jsonb_agg(case when a -> 'present_id' = 'null'
      then jsonb_build_object('state', 'posted', 'rev', v_rev, 'version_id', a -> 'version_id',
        'version_number', a -> 'number', 'comment_id', a -> 'comment_id')
      else jsonb_build_object('state', 'present', 'version_id', a -> 'present_id',
        'version_number', a -> 'present_number') end order by (a ->> 'n')::integer)
    from jsonb_array_elements(v_asked) as a);
end $$;

create function private.create_revisions_apart(p_revisions jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- Posts revisions one by one, so that a refused one does not stop the others. Definer: permission is checked revision
-- by revision.
declare
  v_revision jsonb;
  v_answers jsonb[] := '{}';
  v_code text;
  v_message text;
begin
  for v_revision in select r from jsonb_array_elements(p_revisions) as r loop
    begin
      v_answers := v_answers || private.create_one_revision(v_revision, p_is_new);
    exception
      when others then
        -- Only a failure of the database itself ends the call.
        get stacked diagnostics v_code = returned_sqlstate, v_message = message_text;
        if left(v_code, 2) in ('40', '53', '54', '55', '57', '58', 'XX') then
          raise;
        end if;
        v_answers := v_answers || case v_code
          when 'PGRST' then jsonb_build_object('state', 'failed', 'code', v_message::jsonb ->> 'code',
            'message', v_message::jsonb ->> 'message')
          else jsonb_build_object('state', 'failed', 'code', v_code, 'message', v_message) end;
    end;
  end loop;
  return to_jsonb(v_answers);
end $$;

create function private.create_revisions(p_revisions jsonb, p_is_new boolean, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_revisions. Definer: permission is checked by what it calls.
declare
  v_is_new boolean := coalesce(p_is_new, false);
  v_operation uuid := coalesce(p_operation_id, private.asked_operation());
  v_known jsonb := private.begin_operation(v_operation, 'create_revisions',
    concat_ws('|', p_revisions::text, v_is_new));
  v_answers jsonb;
begin
  if v_known is not null then
    return v_known;
  end if;
  if jsonb_typeof(p_revisions) is distinct from 'array' or jsonb_array_length(p_revisions) not between 1 and 100
    or exists (select from jsonb_array_elements(p_revisions) as r where jsonb_typeof(r) <> 'object') then
    raise exception 'Post a list of 1 to 100 revisions' using errcode = '22023';
  end if;
  begin
    if v_operation is null then -- files identify a repeat; the log undoes by this id
      perform set_config('xsheet.operation', gen_random_uuid()::text, true);
    end if;
    v_answers := private.create_revisions_together(p_revisions, v_is_new);
  exception
    when others then
      if left(sqlstate, 2) in ('40', '53', '54', '55', '57', '58', 'XX') then
        raise;
      end if;
  end;
  v_answers := coalesce(v_answers, private.create_revisions_apart(p_revisions, v_is_new));
  v_known := jsonb_build_object('revisions', v_answers);
  -- Revisions posted one by one have operations of their own, which keep their results.
  return case when v_operation is null then v_known else private.end_operation(v_operation, v_known) end;
end $$;

create function public.create_revisions(
  p_revisions jsonb, p_is_new boolean default false, p_operation_id uuid default null
) returns jsonb
language sql set search_path = '' as $$
  -- Posts up to 100 revisions [{task_id, version_id, comment_id, comment, time_spent, status_id?, mentions?, metadata?,
  -- version_number?, may_be_lower?, files: [{id, sha256, and what complete_upload takes but pictures}]}], each by
  -- itself and numbered as create_revision does. A revision whose id, or whose exact files, the task already has is not
  -- posted again, unless p_is_new. Returns {revisions: [{state: posted | present | failed, version_id, version_number,
  -- code, message}]} in their order; 22023 not such a list.
  select private.create_revisions(p_revisions, p_is_new, p_operation_id)
$$;

grant execute on function
  public.find_revisions(jsonb), private.create_revisions(jsonb, boolean, uuid),
  public.create_revisions(jsonb, boolean, uuid)
to authenticated, service_role;
