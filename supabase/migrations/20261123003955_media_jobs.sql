-- The queue of media workers: posters, filmstrips and proxies of files that came without, first come, first served.

create table private.media_jobs (
  media_id uuid primary key references public.media (id) on delete cascade,
  created_at timestamptz not null default now(),
  tries integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  last_problem text,
  has_failed boolean not null default false,
  version_id uuid references public.task_versions (id) on delete cascade,
  is_rest boolean not null default false
);
comment on table private.media_jobs is
  'Files that a media worker is to process. The holder of the lease works on one; when the lease expires another '
  'worker may take it. A job has failed after three tries, or at once if trying again is no use, until somebody asks '
  'for another try.';
comment on column private.media_jobs.version_id is
  'The revision whose numbered pictures become one film, attached to the first of them. Null for a single file.';
comment on column private.media_jobs.is_rest is
  'Only the larger proxy is left to make: it waits until no other job does, and neither its progress nor its failure '
  'is shown.';
create index media_jobs_version_id_idx on private.media_jobs (version_id);
create index media_jobs_is_rest_created_at_idx on private.media_jobs (is_rest, created_at) where not has_failed;

create table private.media_workers (
  name text primary key,
  seen_at timestamptz not null default now()
);
comment on table private.media_workers is 'Media workers, and when each last asked for work.';

create function private.plays_everywhere(p_media public.media) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether every browser plays a film as it is, judging by its container and codec. H.264 in more than 8 bits or with
  -- more chroma than 4:2:0 (profiles 110, 122, 244) is played by few.
  select p_media.content_type in ('video/mp4', 'video/quicktime', 'video/webm')
    and coalesce(p_media.codec ~* '^(avc[13]\.(42|4d|58|64)|vp8|vp09\.00|av01\.0)', false)
$$;

create function private.wants_preview(p_media public.media) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a file lacks anything a media worker can make of it.
  select p_media.is_stored and p_media.made_from is null and p_media.size_bytes > 0 and case
    when p_media.content_type like 'video/%' or p_media.content_type = 'application/mxf' then
      p_media.poster_media_id is null or p_media.filmstrip_media_id is null or p_media.waveform is null
      or p_media.proxy_media_id is null and not private.plays_everywhere(p_media)
    when p_media.content_type like 'audio/%' then p_media.waveform is null
    -- Whether it is animated is known once its frames are counted.
    when p_media.content_type = 'image/gif' then p_media.frame_count is null
    else p_media.content_type in ('image/x-exr', 'image/tiff', 'image/x-tga', 'image/x-dpx',
        'image/vnd.adobe.photoshop')
      and (p_media.poster_media_id is null or p_media.proxy_media_id is null) end
$$;

create function private.wants_large_proxy(p_media public.media) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether a film that has its proxy was large enough for one in 1080p.
  select p_media.proxy_media_id is not null and p_media.large_proxy_media_id is null and p_media.frame_count > 1
    and p_media.width >= 1080 and p_media.height >= 1080
$$;

create function private.list_frames(p_version_id uuid) returns table (media_id uuid, sequence text, number integer)
language sql stable security definer set search_path = '' as $$
  -- The numbered pictures of a revision, sh010.1001.exr and on, five or more of one name and kind with numbers close
  -- together: the sequence of each, and its number. Definer: used for what the caller posts, and by media workers.
  select f.id, f.sequence, f.number
  from (
    select m.id, lower(n.part[1] || '#.' || n.part[3]) as sequence, n.part[2]::integer as number,
      count(*) over w as frames,
      max(n.part[2]::integer) over w - min(n.part[2]::integer) over w as reach
    from public.version_media v join public.media m on m.id = v.media_id
    cross join lateral (
      select regexp_match(m.filename, '^(.*[^0-9]|)([0-9]{3,8})\.(exr|dpx|tiff?|tga|png|jpe?g)$', 'i') as part) as n
    where v.version_id = p_version_id and m.content_type like 'image/%'
      -- sh010.exr is a shot, frame.010.exr and frame0010.exr are frames.
      and (length(n.part[2]) > 3 or n.part[1] ~ '[._-]$')
    window w as (partition by lower(n.part[1] || '#.' || n.part[3]))) as f
  where f.frames >= 5 and f.reach < 2 * f.frames
$$;

create function private.is_later_frame(p_media_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Whether a file that has just arrived belongs to the numbered pictures of an existing revision: they wait as one
  -- film. Definer: used for what the caller sends.
  select exists (select from public.version_media v cross join lateral private.list_frames(v.version_id) f
    where v.media_id = p_media_id and f.media_id = p_media_id)
$$;

create function private.tg_media_waits() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Sets whether a file is queued, as tg_media_jobs adds it to the queue and removes it. Definer: the queue is private.
begin
  if tg_op = 'INSERT' or not old.is_stored then
    new.preview_waits := new.preview_waits or private.wants_preview(new) and not private.is_later_frame(new.id);
  elsif new.preview_waits and old.preview_waits and not private.wants_preview(new) then
    new.preview_waits := exists (select from private.media_jobs j
      where j.media_id = new.id and j.version_id is not null);
  end if;
  return new;
end $$;
create trigger media_before_insert_d_waits before insert on public.media
  for each row when (new.is_stored) execute function private.tg_media_waits();
create trigger media_before_update_d_waits before update on public.media
  for each row when (new.is_stored) execute function private.tg_media_waits();

create function private.tg_media_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Queues a file that arrives without its pictures, and removes it when a browser has made them before a worker began.
-- Definer: the queue is private.
begin
  if tg_op = 'UPDATE' and old.is_stored and new.is_stored then
    if not private.wants_preview(new) then
      delete from private.media_jobs j
      where j.media_id = new.id and j.lease is null and j.version_id is null and not j.is_rest;
    end if;
  -- Of pictures that arrive after their revision only the first waits, for the film of all.
  elsif private.wants_preview(new) and not private.is_later_frame(new.id) then
    insert into private.media_jobs (media_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger media_after_insert_jobs after insert on public.media
  for each row when (new.is_stored) execute function private.tg_media_jobs();
create trigger media_after_update_jobs after update on public.media
  for each row when (new.is_stored) execute function private.tg_media_jobs();

create function private.tg_queue_sequences() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Queues the numbered pictures of a revision as one film, without previews of each; and ZIP files to be searched for
-- such pictures. Definer: the queue is private.
declare
  v_version uuid;
  v_ids uuid[] := array(select n.media_id from new_rows n);
begin
  for v_version in select n.version_id from new_rows n group by n.version_id having count(*) >= 5 loop
    insert into private.media_jobs (media_id, version_id)
    select distinct on (f.sequence) f.media_id, v_version from private.list_frames(v_version) f
    order by f.sequence, f.number
    -- A worker already on the picture alone works in vain.
    on conflict (media_id) do update set version_id = excluded.version_id, lease = null, leased_until = null, tries = 0,
      has_failed = false, last_problem = null;
    delete from private.media_jobs j using private.list_frames(v_version) f
    where j.media_id = f.media_id and j.version_id is null and j.lease is null;
  end loop;
  insert into private.media_jobs (media_id, version_id)
  select n.media_id, n.version_id from new_rows n join public.media m on m.id = n.media_id
  where m.content_type = 'application/zip' and m.size_bytes > 0 and m.proxy_media_id is null
  on conflict do nothing;
  update public.media m set preview_waits = not m.preview_waits, preview_percent = null
  where m.id = any(v_ids) and m.preview_waits is distinct from exists (select from private.media_jobs j
    where j.media_id = m.id and j.lease is null and not j.has_failed and not j.is_rest);
  return null;
end $$;
create trigger version_media_after_insert_sequences after insert on public.version_media
  referencing new table as new_rows for each statement execute function private.tg_queue_sequences();

insert into private.media_jobs (media_id, created_at)
select m.id, m.created_at from public.media m where private.wants_preview(m);
update public.media m set preview_waits = true where private.wants_preview(m);

create function private.end_media_job(p_media_id uuid, p_problem text) returns void
language plpgsql security definer set search_path = '' as $$
-- Gives a job up and records why on its file, unless that has a proxy already and only the larger one is missing; the
-- caller holds the studio's clock. Definer: the queue is private.
begin
  update private.media_jobs j set has_failed = true, lease = null, leased_until = null, last_problem = p_problem
  where j.media_id = p_media_id;
  update public.media m set preview_percent = null, preview_waits = false, preview_problem = left(p_problem, 300)
  where m.id = p_media_id and not exists (select from private.media_jobs j where j.media_id = m.id and j.is_rest);
end $$;

create function private.lock_media_job(p_media_id uuid, p_lease uuid) returns public.media
language plpgsql security definer set search_path = '' as $$
-- The file of a job for the holder of its lease, with the studio's clock, which is locked before any row; P0002 if the
-- lease is another's, or the file is gone. Definer: the queue is private.
declare
  v_media public.media;
begin
  perform private.next_rev(m.studio_id) from public.media m join private.media_jobs j on j.media_id = m.id
  where m.id = p_media_id and j.lease = p_lease;
  select m.* into v_media from private.media_jobs j join public.media m on m.id = j.media_id
  where j.media_id = p_media_id and j.lease = p_lease for update of j;
  if v_media.id is null then
    perform private.refuse_missing('This job is not yours any more');
  end if;
  return v_media;
end $$;

create function private.frames_of(p_media_id uuid, p_version_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The frames of the film that a picture is the first of, in order: [{r2_key, number}]; null if there is no such film.
  -- Definer: for media workers.
  select jsonb_agg(jsonb_build_object('r2_key', m.r2_key, 'number', f.number) order by f.number, m.id)
  from private.list_frames(p_version_id) o
  join private.list_frames(p_version_id) f on f.sequence = o.sequence
  join public.media m on m.id = f.media_id
  where o.media_id = p_media_id and m.is_stored
$$;

create function private.claim_media_job(p_worker text, p_lease_seconds integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.claim_media_job. Definer: the queue is private, and covers all studios. Rows of files are not locked while
-- a job is: whoever writes to a file locks its studio's clock first.
declare
  v_over record;
  v_job private.media_jobs;
  v_seconds integer := greatest(1, least(coalesce(p_lease_seconds, 60), 3600));
begin
  if coalesce(length(p_worker), 0) not between 1 and 100 then
    raise exception 'A worker has a name of at most 100 characters' using errcode = '22023';
  end if;
  insert into private.media_workers (name) values (p_worker) on conflict (name) do update set seen_at = now();
  delete from private.media_workers w where w.seen_at < now() - interval '7 days';
  for v_over in
    select j.media_id, m.studio_id from private.media_jobs j join public.media m on m.id = j.media_id
    where not j.has_failed and j.tries >= 3 and (j.leased_until is null or j.leased_until < now())
    order by m.studio_id limit 20
  loop
    perform private.next_rev(v_over.studio_id);
    perform private.end_media_job(v_over.media_id, coalesce(j.last_problem,
      'The media worker stopped three times while it was at work on this file'))
    from private.media_jobs j where j.media_id = v_over.media_id and j.tries >= 3 and not j.has_failed
      and (j.leased_until is null or j.leased_until < now());
  end loop;
  select j.* into v_job from private.media_jobs j
  where not j.has_failed and j.tries < 3 and (j.leased_until is null or j.leased_until < now())
    and not exists (select from public.version_media v join public.media m on m.id = v.media_id
      where v.version_id = j.version_id and not m.is_stored)
  order by j.is_rest, j.created_at, j.media_id limit 1 for update skip locked;
  if v_job.media_id is null then
    return null;
  end if;
  update private.media_jobs j set lease = gen_random_uuid(), tries = j.tries + 1,
    leased_until = now() + make_interval(secs => v_seconds)
  where j.media_id = v_job.media_id returning j.* into v_job;
  return (select jsonb_build_object('media_id', m.id, 'lease', v_job.lease, 'tries', v_job.tries,
    'filename', m.filename, 'content_type', m.content_type, 'size_bytes', m.size_bytes, 'r2_key', m.r2_key,
    'codec', m.codec, 'has_poster', m.poster_media_id is not null, 'has_filmstrip', m.filmstrip_media_id is not null,
    -- A proxy of the picture alone is not the film's.
    'has_proxy', m.proxy_media_id is not null and (v_job.version_id is null or coalesce(m.frame_count, 1) > 1),
    'has_waveform', m.waveform is not null, 'is_rest', v_job.is_rest,
    'frames', private.frames_of(v_job.media_id, v_job.version_id), 'frame_rate', coalesce(m.frame_rate,
      (select i.frame_rate from public.task_versions w join public.item_tasks t on t.id = w.task_id
        join public.items i on i.id = t.item_id where w.id = v_job.version_id)))
    from public.media m where m.id = v_job.media_id);
end $$;

create function public.claim_media_job(p_worker text, p_lease_seconds integer default 60) returns jsonb
language sql set search_path = '' as $$
  -- For media workers: claims the next file to work on, for so many seconds (1 to 3600) from now and after each report:
  -- {media_id, lease, tries, filename, content_type, size_bytes, r2_key, codec, has_poster, has_filmstrip, has_proxy,
  -- has_waveform, is_rest if only its larger proxy is left, frame_rate (the one chosen, else that of its item), and
  -- for numbered pictures that become one film frames: [{r2_key, number}]}; null if none waits. Two workers never get
  -- the same one. 22023 an invalid name.
  select private.claim_media_job(p_worker, p_lease_seconds)
$$;

create function private.report_media_job(p_media_id uuid, p_lease uuid, p_percent integer, p_lease_seconds integer)
returns void language plpgsql security definer set search_path = '' as $$
-- See public.report_media_job. Definer: the queue is private. Progress is written in steps of ten, or every report
-- would wake the whole studio.
declare
  v_percent integer := greatest(0, least(coalesce(p_percent, 0), 100)) / 10 * 10;
  v_shown integer;
begin
  select m.preview_percent into v_shown from public.media m where m.id = p_media_id;
  if v_shown is distinct from v_percent
    and not exists (select from private.media_jobs j where j.media_id = p_media_id and j.is_rest) then
    perform private.lock_media_job(p_media_id, p_lease);
    update public.media m set preview_percent = v_percent, preview_waits = false, preview_problem = null
    where m.id = p_media_id;
  end if;
  update private.media_jobs j
    set leased_until = now() + make_interval(secs => greatest(1, least(coalesce(p_lease_seconds, 60), 3600)))
  where j.media_id = p_media_id and j.lease = p_lease;
  if not found then
    perform private.refuse_missing('This job is not yours any more');
  end if;
end $$;

create function public.report_media_job(
  p_media_id uuid, p_lease uuid, p_percent integer, p_lease_seconds integer default 60
) returns void
language sql set search_path = '' as $$
  -- For media workers: reports how far a job is, 0 to 100, which also renews its lease. P0002 the job has passed to
  -- another worker.
  select private.report_media_job(p_media_id, p_lease, p_percent, p_lease_seconds)
$$;

create function private.add_previews(p_media_id uuid, p_lease uuid, p_files jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.add_previews. Definer: the queue is private. The files count as sent by the sender of the original.
declare
  v_media public.media := private.lock_media_job(p_media_id, p_lease);
  v_ids uuid[];
begin
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and 4
    or exists (select from jsonb_to_recordset(p_files) as f (filename text, content_type text, size_bytes bigint)
      where f.content_type is null or f.content_type not in ('video/mp4', 'image/jpeg', 'image/png', 'image/webp')
        or coalesce(f.size_bytes, 0) < 1 or coalesce(length(f.filename), 0) not between 1 and 255) then
    raise exception 'A preview is a film in MP4 or a picture' using errcode = '22023';
  end if;
  with added as (
    insert into public.media (id, studio_id, project_id, filename, content_type, size_bytes, created_by,
      made_from)
    select f.id, v_media.studio_id, v_media.project_id, f.filename, f.content_type, f.size_bytes,
      v_media.created_by, p_media_id
    from jsonb_to_recordset(p_files) as f (id uuid, filename text, content_type text, size_bytes bigint)
    returning id)
  select array_agg(a.id) into v_ids from added a;
  return (select jsonb_agg(jsonb_build_object('id', m.id, 'r2_key', m.r2_key)) from public.media m
    where m.id = any(v_ids));
end $$;

create function public.add_previews(p_media_id uuid, p_lease uuid, p_files jsonb) returns jsonb
language sql set search_path = '' as $$
  -- For media workers: registers the files to upload that were made from a file, [{id, filename, content_type,
  -- size_bytes}], at most four; returns [{id, r2_key}]. P0002 the job has passed to another worker, 22023 not a
  -- preview.
  select private.add_previews(p_media_id, p_lease, p_files)
$$;

create function private.finish_media_job(p_media_id uuid, p_lease uuid, p_details jsonb, p_is_done boolean) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.finish_media_job. Definer: the queue is private.
declare
  v_media public.media := private.lock_media_job(p_media_id, p_lease);
  v_ids uuid[] := array(select d.value::uuid from jsonb_each_text(p_details) as d
    where d.key in ('poster_media_id', 'thumbnail_media_id', 'filmstrip_media_id', 'proxy_media_id',
      'large_proxy_media_id') and d.value is not null);
begin
  if exists (select from unnest(v_ids) as w (id) where not exists (select from public.media m
    where m.id = w.id and m.made_from = p_media_id)) then
    raise exception 'These were not made from this file' using errcode = '22023';
  end if;
  perform private.mark_stored(v_ids);
  update public.media m set
    poster_media_id = coalesce(m.poster_media_id, (p_details ->> 'poster_media_id')::uuid),
    thumbnail_media_id = coalesce(m.thumbnail_media_id, (p_details ->> 'thumbnail_media_id')::uuid),
    filmstrip_media_id = coalesce(m.filmstrip_media_id, (p_details ->> 'filmstrip_media_id')::uuid),
    proxy_media_id = coalesce((p_details ->> 'proxy_media_id')::uuid, m.proxy_media_id),
    large_proxy_media_id = coalesce((p_details ->> 'large_proxy_media_id')::uuid, m.large_proxy_media_id),
    first_frame = coalesce(m.first_frame, (p_details ->> 'first_frame')::integer),
    preview_note = coalesce(left(p_details ->> 'preview_note', 300), m.preview_note),
    width = coalesce(m.width, (p_details ->> 'width')::integer),
    height = coalesce(m.height, (p_details ->> 'height')::integer),
    frame_rate = coalesce(p_details ->> 'frame_rate', m.frame_rate),
    frame_count = coalesce((p_details ->> 'frame_count')::integer, m.frame_count),
    duration_ms = coalesce((p_details ->> 'duration_ms')::integer, m.duration_ms),
    start_timecode = coalesce(m.start_timecode, left(p_details ->> 'start_timecode', 20)),
    codec = coalesce(m.codec, p_details ->> 'codec'), waveform = coalesce(m.waveform, p_details ->> 'waveform'),
    preview_percent = case when p_is_done then null else m.preview_percent end, preview_problem = null,
    preview_waits = false
  where m.id = p_media_id;
  if p_is_done then
    update private.media_jobs j set is_rest = true, tries = 0, lease = null, leased_until = null
    from public.media m
    where j.media_id = p_media_id and m.id = j.media_id and not j.is_rest and private.wants_large_proxy(m);
    if not found then
      delete from private.media_jobs j where j.media_id = p_media_id;
    end if;
  end if;
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise exception 'The details of the file cannot be read' using errcode = '22023';
end $$;

create function public.finish_media_job(
  p_media_id uuid, p_lease uuid, p_details jsonb, p_is_done boolean default true
) returns void
language sql set search_path = '' as $$
  -- For media workers: reports that a job is done, or with p_is_done false a part of it: {poster_media_id,
  -- thumbnail_media_id, filmstrip_media_id, proxy_media_id, large_proxy_media_id} of the files that add_previews
  -- registered and whose bytes have arrived, and {width, height, frame_rate, frame_count, duration_ms, codec,
  -- start_timecode, first_frame, waveform, preview_note}. Frames that were counted take precedence over what was read
  -- from the file. A film in 1080p or more is queued again for its larger proxy alone. P0002 the job has passed to
  -- another worker or bytes are missing, 22023 invalid details.
  select private.finish_media_job(p_media_id, p_lease, coalesce(p_details, '{}'), coalesce(p_is_done, true))
$$;

create function private.fail_media_job(p_media_id uuid, p_lease uuid, p_problem text, p_is_final boolean) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.fail_media_job. Definer: the queue is private.
declare
  v_media public.media := private.lock_media_job(p_media_id, p_lease);
  v_problem text := left(coalesce(nullif(trim(p_problem), ''), 'The media worker could not say what went wrong'), 300);
begin
  if p_is_final or exists (select from private.media_jobs j where j.media_id = p_media_id and j.tries >= 3) then
    perform private.end_media_job(p_media_id, v_problem);
  else
    update private.media_jobs j set lease = null, leased_until = null, last_problem = v_problem
    where j.media_id = p_media_id;
    update public.media m set preview_percent = null, preview_waits = true
    where m.id = p_media_id and not exists (select from private.media_jobs j where j.media_id = m.id and j.is_rest);
  end if;
end $$;

create function public.fail_media_job(
  p_media_id uuid, p_lease uuid, p_problem text, p_is_final boolean default false
) returns void
language sql set search_path = '' as $$
  -- For media workers: reports that a job could not be done, with a reason in a sentence that people are shown after
  -- the third try, at once if trying again is no use. P0002 the job has passed to another worker.
  select private.fail_media_job(p_media_id, p_lease, p_problem, coalesce(p_is_final, false))
$$;

create function private.retry_media_job(p_media_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.retry_media_job. Definer: the queue is private, and the file may be somebody else's.
declare
  v_media public.media;
begin
  select m.* into v_media from public.media m
  where m.id = p_media_id and m.studio_id = any(private.my_studio_ids_with('comment'))
    and (m.project_id is null or m.project_id = any(private.my_project_ids()));
  if v_media.id is null then
    perform private.refuse_missing('Media not found');
  end if;
  perform private.next_rev(v_media.studio_id);
  update private.media_jobs j set has_failed = false, tries = 0, last_problem = null
  where j.media_id = p_media_id and j.has_failed;
  if found then
    update public.media m set preview_problem = null, preview_waits = m.preview_problem is not null
    where m.id = p_media_id;
  end if;
end $$;

create function public.retry_media_job(p_media_id uuid) returns void
language sql set search_path = '' as $$
  -- Allows three more tries at a file that no media worker could make pictures and a proxy of; nothing happens if none
  -- has failed. For roles with Comment that may open its project: P0002 for others.
  select private.retry_media_job(p_media_id)
$$;

create function private.has_media_worker() returns boolean
language sql stable security definer set search_path = '' as $$
  -- See public.has_media_worker. Definer: the table is private.
  select exists (select from private.media_workers w where w.seen_at > now() - interval '2 minutes')
$$;

create function public.has_media_worker() returns boolean
language sql stable set search_path = '' as $$
  -- Returns whether a media worker asked for work in the last two minutes, so that what browsers cannot play will
  -- become playable.
  select private.has_media_worker()
$$;

grant execute on function
  private.claim_media_job(text, integer), public.claim_media_job(text, integer),
  private.report_media_job(uuid, uuid, integer, integer), public.report_media_job(uuid, uuid, integer, integer),
  private.add_previews(uuid, uuid, jsonb), public.add_previews(uuid, uuid, jsonb),
  private.finish_media_job(uuid, uuid, jsonb, boolean), public.finish_media_job(uuid, uuid, jsonb, boolean),
  private.fail_media_job(uuid, uuid, text, boolean), public.fail_media_job(uuid, uuid, text, boolean)
to service_role;
grant execute on function private.retry_media_job(uuid), public.retry_media_job(uuid), private.has_media_worker(),
  public.has_media_worker()
to authenticated, service_role;
