-- Purpose: what the edge functions ask of the database: slots for uploads, paths of files, how often somebody called.
-- Reversal: drop the functions below and table private.function_calls.

create table private.function_calls (
  user_id uuid not null,
  name text not null,
  minute bigint not null,
  calls integer not null,
  primary key (user_id, name)
);
comment on table private.function_calls is 'How often a person called an edge function in the current minute.';

create function private.count_function_call(p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.count_function_call. Definer: the table is private.
declare
  v_minute bigint := floor(extract(epoch from clock_timestamp()) / 60);
  v_calls integer;
begin
  if p_name is null or p_name not in ('upload-attachment', 'get-attachment-url', 'get-attachment-urls', 'notifications', 'studio-feed') then
    raise exception 'Unknown function' using errcode = '22023';
  end if;
  insert into private.function_calls as c (user_id, name, minute, calls) values (private.require_user(), p_name, v_minute, 1)
  on conflict (user_id, name) do update set minute = v_minute, calls = case c.minute when v_minute then least(c.calls + 1, 1000000) else 1 end
  returning c.calls into v_calls;
  return jsonb_build_object('calls', v_calls, 'reset_seconds', 60 - floor(extract(epoch from clock_timestamp()))::bigint % 60);
end $$;

create function public.count_function_call(p_name text) returns jsonb
language sql set search_path = '' as $$
  -- Counts a call of an edge function by the caller. Answers {calls, reset_seconds}: calls in this minute with this one, seconds until the next minute.
  select private.count_function_call(p_name)
$$;

create function public.register_uploads(p_files jsonb, p_studio_id uuid default null, p_project_id uuid default null, p_comment_id uuid default null,
  p_task_id uuid default null, p_version_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
-- Makes the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type, size_bytes}], at most 100. They belong to the project of
-- the task, comment or revision named, which also takes them as its files; with none of these and no project, to the studio. Answers [{id, filename,
-- content_type, size_bytes, r2_key, is_stored}]; a repeat with the same ids answers the same. 22023 bad files, P0002 unknown target, 42501 not allowed,
-- 23505 an id of somebody else's file.
declare
  v_files jsonb;
  v_project uuid := p_project_id;
  v_target record;
begin
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and 100
    or exists (select from jsonb_array_elements(p_files) as f where jsonb_typeof(f) <> 'object') then
    raise exception 'files must be a list of 1 to 100 files' using errcode = '22023';
  end if;
  if exists (select from jsonb_to_recordset(p_files) as f (filename text, content_type text, size_bytes numeric)
    where coalesce(length(f.filename), 0) not between 1 and 255 or f.filename ~ '[/\\[:cntrl:]]' or f.filename in ('.', '..')
      or coalesce(f.content_type, '') !~ '^[[:alnum:]][[:alnum:]!#$&^_.+-]*/[[:alnum:]][[:alnum:]!#$&^_.+-]*(;.*)?$' or length(f.content_type) > 200
      or f.size_bytes is null or f.size_bytes not between 0 and 5497558138880 or f.size_bytes <> trunc(f.size_bytes)) then
    raise exception 'A file needs a filename of 1 to 255 characters without slashes, a content_type and size_bytes' using errcode = '22023';
  end if;

  for v_target in
    select 'Task' as kind, p_task_id as id, (select t.project_id from public.item_tasks t where t.id = p_task_id) as project_id where p_task_id is not null
    union all
    select 'Comment', p_comment_id, (select c.project_id from public.comments c where c.id = p_comment_id) where p_comment_id is not null
    union all
    select 'Revision', p_version_id, (select v.project_id from public.task_versions v where v.id = p_version_id) where p_version_id is not null
    union all
    select 'Project', p_project_id, (select p.id from public.projects p where p.id = p_project_id) where p_project_id is not null
  loop
    if v_target.project_id is null then
      perform private.refuse_missing(v_target.kind || ' not found');
    elsif v_project is distinct from v_target.project_id and v_project is not null then
      raise exception 'The files cannot belong to two projects' using errcode = '22023';
    end if;
    v_project := v_target.project_id;
  end loop;
  if v_project is null and (p_studio_id is null or private.my_role_level(p_studio_id) is null)
    or v_project is not null and p_studio_id is not null and not exists (select from public.projects p where p.id = v_project and p.studio_id = p_studio_id) then
    perform private.refuse_missing('Studio not found');
  end if;

  v_files := (select jsonb_agg(f || jsonb_build_object('id', coalesce(f ->> 'id', gen_random_uuid()::text), 'n', n) order by n)
    from jsonb_array_elements(p_files) with ordinality as e (f, n));
  if private.has_duplicates(array(select f.id from jsonb_to_recordset(v_files) as f (id uuid))) then
    raise exception 'Two files have the same id' using errcode = '22023';
  end if;
  insert into public.media (id, studio_id, project_id, filename, content_type, size_bytes)
  select f.id, p_studio_id, v_project, f.filename, f.content_type, f.size_bytes
  from jsonb_to_recordset(v_files) as f (id uuid, filename text, content_type text, size_bytes bigint)
  on conflict (id) do nothing;
  if exists (select from jsonb_to_recordset(v_files) as f (id uuid, filename text)
    where not exists (select from public.media m where m.id = f.id and m.filename = f.filename and m.created_by = (select auth.uid()) and m.project_id is not distinct from v_project)) then
    raise exception 'A file with this id is there already' using errcode = '23505';
  end if;
  if p_comment_id is not null then
    insert into public.comment_attachments (comment_id, media_id, display_order)
    select p_comment_id, f.id, coalesce((select max(a.display_order) from public.comment_attachments a where a.comment_id = p_comment_id), 0) + f.n
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) on conflict do nothing;
  end if;
  if p_version_id is not null then
    insert into public.version_media (version_id, media_id, display_order)
    select p_version_id, f.id, coalesce((select max(l.display_order) from public.version_media l where l.version_id = p_version_id), 0) + f.n
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) on conflict do nothing;
  end if;
  return (select jsonb_agg(jsonb_build_object('id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size_bytes', m.size_bytes, 'r2_key', m.r2_key,
      'is_stored', m.is_stored) order by f.n)
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) join public.media m on m.id = f.id);
end $$;

create function public.list_media_paths(p_media_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Where the files the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in their order, without those that are unknown. 22023 for more.
begin
  if p_media_ids is null or cardinality(p_media_ids) > 500 then
    raise exception 'Ask for at most 500 files at once' using errcode = '22023';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'r2_key', m.r2_key) order by w.n), '[]')
    from (select id, min(n) as n from unnest(p_media_ids) with ordinality as u (id, n) group by id) as w join public.media m on m.id = w.id);
end $$;

revoke execute on function public.count_function_call(text), private.count_function_call(text), public.register_uploads(jsonb, uuid, uuid, uuid, uuid, uuid),
  public.list_media_paths(uuid[]) from public, anon;
grant execute on function public.count_function_call(text), private.count_function_call(text), public.register_uploads(jsonb, uuid, uuid, uuid, uuid, uuid),
  public.list_media_paths(uuid[]) to authenticated, service_role;
