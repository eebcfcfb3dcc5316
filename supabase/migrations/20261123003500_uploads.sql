-- Uploads: announced, arrived, or sharing bytes that are stored already.

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
  if p_name is null or p_name not in ('upload-attachment', 'upload-parts', 'get-attachment-url', 'get-attachment-urls',
    'notifications', 'studio-feed', 'events') then
    raise exception 'Unknown function' using errcode = '22023';
  end if;
  insert into private.function_calls as c (user_id, name, minute, calls)
    values (private.require_user(), p_name, v_minute, 1)
  on conflict (user_id, name) do update set minute = v_minute,
    calls = case c.minute when v_minute then least(c.calls + 1, 1000000) else 1 end
  returning c.calls into v_calls;
  return jsonb_build_object('calls', v_calls,
    'reset_seconds', 60 - floor(extract(epoch from clock_timestamp()))::bigint % 60);
end $$;

create function public.count_function_call(p_name text) returns jsonb
language sql set search_path = '' as $$
  -- Counts a call of an edge function by the caller. Returns {calls, reset_seconds}: the calls of this one in the
  -- current minute, and the seconds until the next minute.
  select private.count_function_call(p_name)
$$;

create function private.share_stored(p_media_id uuid, p_source_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Makes a file of the caller share the bytes of another file of the same studio, which must be in storage; copies what
-- is known of them. Both are the caller's own; the caller of this function has checked that the other one may still be
-- seen. Definer: the uploader may not set paths and is_stored.
declare
  v_source public.media;
  v_own public.media;
  v_elsewhere boolean := exists (select from private.deployment_settings s
    where s.key = 'media_backend' and s.value #>> '{}' = 's3');
begin
  select s.* into v_source from public.media s where s.id = p_source_id and s.created_by = auth.uid() and s.is_stored
    and s.studio_id = any(private.my_studio_ids())
    and (v_elsewhere or exists (select from storage.objects o where o.bucket_id = 'media' and o.name = s.r2_key));
  if v_source.id is null then
    return;
  end if;
  perform private.next_rev(v_source.studio_id); -- lock the clock before any row
  v_own := v_source;
  -- A film made of numbered pictures belongs to that revision, at its rate: a copy of its first picture does not take
  -- it along.
  if v_source.frame_count > 1 and v_source.content_type !~ '^(video/|image/gif|application/mxf)' then
    v_own := jsonb_populate_record(v_source, '{"frame_rate": null, "frame_count": null, "duration_ms": null,
      "first_frame": null, "filmstrip_media_id": null, "proxy_media_id": null, "large_proxy_media_id": null,
      "preview_note": null}');
  end if;
  update public.media m set
    r2_key = v_source.r2_key, is_stored = true, sha256 = v_source.sha256,
    width = v_own.width, height = v_own.height, frame_rate = v_own.frame_rate, frame_count = v_own.frame_count,
    duration_ms = v_own.duration_ms, codec = v_own.codec, start_timecode = v_own.start_timecode,
    first_frame = v_own.first_frame, waveform = v_own.waveform, poster_media_id = v_own.poster_media_id,
    filmstrip_media_id = v_own.filmstrip_media_id, thumbnail_media_id = v_own.thumbnail_media_id,
    proxy_media_id = v_own.proxy_media_id, large_proxy_media_id = v_own.large_proxy_media_id,
    preview_note = v_own.preview_note
  where m.id = p_media_id and m.created_by = auth.uid() and m.studio_id = v_source.studio_id and not m.is_stored;
end $$;

create function public.register_uploads(
  p_files jsonb, p_studio_id uuid default null, p_project_id uuid default null, p_comment_id uuid default null,
  p_task_id uuid default null, p_version_id uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Creates the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type, size_bytes,
-- sha256?}], at most 100. They belong to the project of the task, comment or revision named, which also takes them as
-- its files; with none of these and no project, to the studio. Returns [{id, filename, content_type, size_bytes,
-- r2_key, is_stored}]; a repeat with the same ids returns the same. A file with the sha256 of one that the caller has
-- sent to the studio, and may still see, is stored at once: its bytes need not be sent again. 22023 bad files, P0002
-- unknown target, 42501 not allowed, 23505 an id of somebody else's file.
declare
  v_files jsonb;
  v_project uuid := p_project_id;
  v_target record;
  v_twin record;
begin
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and 100
    or exists (select from jsonb_array_elements(p_files) as f where jsonb_typeof(f) <> 'object') then
    raise exception 'files must be a list of 1 to 100 files' using errcode = '22023';
  end if;
  if exists (select from jsonb_to_recordset(p_files) as f (filename text, content_type text, size_bytes numeric)
    where coalesce(length(f.filename), 0) not between 1 and 255 or f.filename ~ '[/\\[:cntrl:]]'
      or f.filename in ('.', '..')
      or coalesce(f.content_type, '') !~ '^[[:alnum:]][[:alnum:]!#$&^_.+-]*/[[:alnum:]][[:alnum:]!#$&^_.+-]*(;.*)?$'
      or length(f.content_type) > 200
      or f.size_bytes is null or f.size_bytes not between 0 and 5497558138880
      or f.size_bytes <> trunc(f.size_bytes)) then
    raise exception 'A file needs a filename of 1 to 255 characters without slashes, a content_type and size_bytes'
      using errcode = '22023';
  end if;

  if exists (select from jsonb_to_recordset(p_files) as f (sha256 text) where f.sha256 !~ '^[0-9a-f]{64}$') then
    raise exception 'sha256 is 64 hexadecimal digits in lower case' using errcode = '22023';
  end if;

  for v_target in
    select 'Task' as kind, p_task_id as id,
      (select t.project_id from public.item_tasks t where t.id = p_task_id) as project_id
    where p_task_id is not null
    union all
    select 'Comment', p_comment_id, (select c.project_id from public.comments c where c.id = p_comment_id)
    where p_comment_id is not null
    union all
    select 'Revision', p_version_id, (select v.project_id from public.task_versions v where v.id = p_version_id)
    where p_version_id is not null
    union all
    select 'Project', p_project_id, (select p.id from public.projects p where p.id = p_project_id)
    where p_project_id is not null
  loop
    if v_target.project_id is null then
      perform private.refuse_missing(v_target.kind || ' not found');
    elsif v_project is distinct from v_target.project_id and v_project is not null then
      raise exception 'The files cannot belong to two projects' using errcode = '22023';
    end if;
    v_project := v_target.project_id;
  end loop;
  if v_project is null and (p_studio_id is null or private.my_role_level(p_studio_id) is null)
    or v_project is not null and p_studio_id is not null and not exists (select from public.projects p
      where p.id = v_project and p.studio_id = p_studio_id) then
    perform private.refuse_missing('Studio not found');
  end if;

  v_files := (
    select jsonb_agg(f || jsonb_build_object('id', coalesce(f ->> 'id', gen_random_uuid()::text), 'n', n) order by n)
    from jsonb_array_elements(p_files) with ordinality as e (f, n));
  if private.has_duplicates(array(select f.id from jsonb_to_recordset(v_files) as f (id uuid))) then
    raise exception 'Two files have the same id' using errcode = '22023';
  end if;
  insert into public.media (id, studio_id, project_id, filename, content_type, size_bytes)
  select f.id, p_studio_id, v_project, f.filename, f.content_type, f.size_bytes
  from jsonb_to_recordset(v_files) as f (id uuid, filename text, content_type text, size_bytes bigint)
  on conflict (id) do nothing;
  if exists (select from jsonb_to_recordset(v_files) as f (id uuid, filename text)
    where not exists (select from public.media m
      where m.id = f.id and m.filename = f.filename and m.created_by = (select auth.uid())
      and m.project_id is not distinct from v_project)) then
    raise exception 'A file with this id already exists' using errcode = '23505';
  end if;
  -- A hash is only its sender's claim: it counts among that person's own files alone, or a wrong one would put other
  -- bytes under somebody's name. Row rules decide which of them the caller still sees.
  for v_twin in
    select m.id, (select s.id from public.media s
      where s.studio_id = m.studio_id and s.created_by = m.created_by and s.sha256 = f.sha256
        and s.size_bytes = m.size_bytes and s.content_type = m.content_type and s.is_stored and s.id <> m.id
      order by s.created_at, s.id limit 1) as source_id
    from jsonb_to_recordset(v_files) as f (id uuid, sha256 text) join public.media m on m.id = f.id
    where f.sha256 is not null and not m.is_stored
  loop
    if v_twin.source_id is not null then
      perform private.share_stored(v_twin.id, v_twin.source_id);
    end if;
  end loop;
  if p_comment_id is not null then
    insert into public.comment_attachments (comment_id, media_id, display_order)
    select p_comment_id, f.id, coalesce((
      select max(a.display_order) from public.comment_attachments a where a.comment_id = p_comment_id), 0) + f.n
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) on conflict do nothing;
  end if;
  if p_version_id is not null then
    insert into public.version_media (version_id, media_id, display_order)
    select p_version_id, f.id, coalesce((
      select max(l.display_order) from public.version_media l where l.version_id = p_version_id), 0) + f.n
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) on conflict do nothing;
  end if;
  return (
    select jsonb_agg(jsonb_build_object('id', m.id, 'filename', m.filename, 'content_type', m.content_type,
      'size_bytes', m.size_bytes, 'r2_key', m.r2_key, 'is_stored', m.is_stored) order by f.n)
    from jsonb_to_recordset(v_files) as f (id uuid, n integer) join public.media m on m.id = f.id);
end $$;

create function public.find_upload(p_media_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Returns where to send a file of the caller's: {r2_key, content_type, size_bytes, is_stored}. Row rules apply. P0002
-- an unknown file, or somebody else's.
declare
  v_file jsonb := (
    select jsonb_build_object('r2_key', m.r2_key, 'content_type', m.content_type, 'size_bytes', m.size_bytes,
      'is_stored', m.is_stored)
    from public.media m where m.id = p_media_id and m.created_by = (select auth.uid()));
begin
  if v_file is null then
    perform private.refuse_missing('Media not found');
  end if;
  return v_file;
end $$;

create function private.mark_stored(p_media_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
-- Marks files whose object has arrived as stored; P0002 'Failed to upload {file name}' for one whose object has not. If
-- files are in an S3 bucket of the deployment (setting media_backend = "s3") the database cannot look and trusts the
-- uploader. Definer: reads storage.objects past its row rules.
declare
  v_missing text;
  v_elsewhere boolean := exists (select from private.deployment_settings s
    where s.key = 'media_backend' and s.value #>> '{}' = 's3');
begin
  update public.media m set is_stored = true
  where m.id = any(p_media_ids) and not m.is_stored
    and (v_elsewhere or exists (select from storage.objects o where o.bucket_id = 'media' and o.name = m.r2_key));
  select coalesce(m.filename, w.id::text) into v_missing from unnest(p_media_ids) as w (id)
    left join public.media m on m.id = w.id where m.is_stored is not true limit 1;
  if v_missing is not null then
    perform private.refuse_missing('Failed to upload ' || v_missing);
  end if;
end $$;

create function private.take_proxy(p_proxy_id uuid, p_media public.media) returns void
language plpgsql security definer set search_path = '' as $$
-- Makes a film that the caller has sent the proxy of another film that few browsers play. 22023 if it belongs to
-- another place, or is used for something else. Definer: the uploader may not set made_from.
begin
  update public.media m set made_from = p_media.id
  where m.id = p_proxy_id and m.id <> p_media.id and m.created_by = auth.uid()
    and m.studio_id = p_media.studio_id and m.project_id is not distinct from p_media.project_id
    and m.content_type = 'video/mp4' and m.size_bytes > 0 and m.proxy_media_id is null
    and coalesce(m.made_from, p_media.id) = p_media.id and p_media.made_from is null
    and (p_media.content_type like 'video/%' or p_media.content_type = 'application/mxf')
    and not exists (select from public.version_media u where u.media_id = m.id)
    and not exists (select from public.comment_attachments u where u.media_id = m.id)
    and not exists (select from public.canvas_items u where u.media_id = m.id);
  if not found then
    raise exception 'A proxy is a film in MP4, sent to the place of its film and used for nothing else'
      using errcode = '22023';
  end if;
  perform private.mark_stored(array[p_proxy_id]);
  update public.media m set proxy_media_id = p_proxy_id where m.id = p_media.id;
end $$;

create function private.complete_upload(p_media_id uuid, p_details jsonb) returns public.media
language plpgsql security definer set search_path = '' as $$
-- See public.complete_upload. Definer: the uploader may not set is_stored.
declare
  v_media public.media;
begin
  select m.* into v_media from public.media m
    where m.id = p_media_id and m.created_by = auth.uid() and m.studio_id = any(private.my_studio_ids());
  if v_media.id is null then
    perform private.refuse_missing('Media not found');
  end if;
  perform private.next_rev(v_media.studio_id); -- lock the clock before any row
  perform private.mark_stored(array[p_media_id]);
  select m.* into v_media from public.media m where m.id = p_media_id;
  if p_details ->> 'proxy_media_id' is not null and v_media.proxy_media_id is null then
    perform private.take_proxy((p_details ->> 'proxy_media_id')::uuid, v_media);
  end if;
  update public.media m set
    sha256 = coalesce(p_details ->> 'sha256', m.sha256),
    width = coalesce((p_details ->> 'width')::integer, m.width),
    height = coalesce((p_details ->> 'height')::integer, m.height),
    frame_rate = coalesce(p_details ->> 'frame_rate', m.frame_rate),
    frame_count = coalesce((p_details ->> 'frame_count')::integer, m.frame_count),
    duration_ms = coalesce((p_details ->> 'duration_ms')::integer, m.duration_ms),
    codec = coalesce(p_details ->> 'codec', m.codec),
    start_timecode = coalesce(p_details ->> 'start_timecode', m.start_timecode),
    first_frame = coalesce((p_details ->> 'first_frame')::integer, m.first_frame),
    waveform = coalesce(p_details ->> 'waveform', m.waveform),
    poster_media_id = coalesce((p_details ->> 'poster_media_id')::uuid, m.poster_media_id),
    filmstrip_media_id = coalesce((p_details ->> 'filmstrip_media_id')::uuid, m.filmstrip_media_id),
    thumbnail_media_id = coalesce((p_details ->> 'thumbnail_media_id')::uuid, m.thumbnail_media_id)
  where m.id = p_media_id
  returning m.* into v_media;
  return v_media;
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise exception 'The details of the file cannot be read' using errcode = '22023';
end $$;

create function public.complete_upload(p_media_id uuid, p_details jsonb default '{}') returns public.media
language sql set search_path = '' as $$
  -- Records that a file's bytes are in storage, with what is known of it: {sha256, width, height, frame_rate,
  -- frame_count, duration_ms, codec, start_timecode, first_frame, waveform, poster_media_id, filmstrip_media_id,
  -- thumbnail_media_id, proxy_media_id}. For the first of numbered pictures, or a ZIP of them, frame_rate and
  -- first_frame are those of the film to be made from them. A proxy is an MP4 of the caller's whose bytes are also in
  -- storage: it plays where the film does not; the first one counts. Repeatable. P0002 'Failed to upload {file name}'
  -- where the object is not there, 22023 unreadable details, or not a proxy.
  select private.complete_upload(p_media_id, coalesce(p_details, '{}'))
$$;

create function private.settle_uploads(p_media_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
-- See public.settle_uploads. Definer: the uploader may not set is_stored.
declare
  v_studio uuid;
  v_ids uuid[] := array(
    select m.id from public.media m
    where m.id = any(p_media_ids) and m.created_by = auth.uid() and not m.is_stored
      and m.studio_id = any(private.my_studio_ids())
      and exists (select from storage.objects o where o.bucket_id = 'media' and o.name = m.r2_key));
begin
  for v_studio in select distinct m.studio_id from public.media m where m.id = any(v_ids) order by 1 loop
    perform private.next_rev(v_studio); -- lock the clock before any row
  end loop;
  update public.media m set is_stored = true where m.id = any(v_ids);
  return v_ids;
end $$;

create function public.settle_uploads(p_media_ids uuid[]) returns uuid[]
language sql set search_path = '' as $$
  -- Completes uploads of the caller whose bytes arrived without anyone reporting it, and returns their ids. Other ids
  -- are ignored.
  select private.settle_uploads(p_media_ids)
$$;

create function public.list_media_paths(p_media_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Lists where the files that the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in their order,
-- leaving out unknown ones. 22023 more than 500 ids.
begin
  if p_media_ids is null or cardinality(p_media_ids) > 500 then
    raise exception 'Ask for at most 500 files at once' using errcode = '22023';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'r2_key', m.r2_key) order by w.n), '[]')
    from (select id, min(n) as n from unnest(p_media_ids) with ordinality as u (id, n) group by id) as w
      join public.media m on m.id = w.id);
end $$;

create function public.list_media_ids_for_items(p_item_ids uuid[]) returns table (item_id uuid, media_id uuid)
language sql stable set search_path = '' as $$
  -- Lists the files to show for items: each item's picture, else the files of the newest revisions of its tasks. Row
  -- rules apply.
  select i.id, coalesce(i.thumbnail_media_id, i.poster_media_id, l.media_id)
  from public.items i
  left join lateral (
    select m.media_id from public.item_tasks t
    join public.task_versions v on v.task_id = t.id and v.is_current
    join public.version_media m on m.version_id = v.id
    where t.item_id = i.id and coalesce(i.thumbnail_media_id, i.poster_media_id) is null
    order by v.created_at desc, m.display_order
  ) as l on true
  where i.id = any(p_item_ids) and coalesce(i.thumbnail_media_id, i.poster_media_id, l.media_id) is not null
$$;

create function public.list_filmstrips(p_media_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Lists the filmstrips of up to 500 films that the caller may see: [{id, filmstrip_media_id}], leaving out films
-- without one. 22023 more than 500 ids. Row rules apply.
begin
  if p_media_ids is null or cardinality(p_media_ids) > 500 then
    raise exception 'Ask for at most 500 files at once' using errcode = '22023';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'filmstrip_media_id', m.filmstrip_media_id)
    order by m.id), '[]')
    from public.media m where m.id = any(p_media_ids) and m.filmstrip_media_id is not null);
end $$;

grant execute on function
  private.count_function_call(text), public.count_function_call(text), private.share_stored(uuid, uuid),
  public.register_uploads(jsonb, uuid, uuid, uuid, uuid, uuid), public.find_upload(uuid),
  private.complete_upload(uuid, jsonb),
  public.complete_upload(uuid, jsonb), private.settle_uploads(uuid[]), public.settle_uploads(uuid[]),
  public.list_media_paths(uuid[]), public.list_media_ids_for_items(uuid[]), public.list_filmstrips(uuid[])
to authenticated, service_role;
