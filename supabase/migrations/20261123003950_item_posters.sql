-- The picture of an item: that of its newest revision, however the revision was posted, and filled in later if the
-- sender could not make one.

create function private.is_shown_picture(p_content_type text) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether every browser can display pictures of a type.
  select p_content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp')
$$;

create function private.poster_of(p_media public.media) returns uuid
language sql immutable set search_path = '' as $$
  -- What represents a file in lists and grids: its smallest picture, else the file itself if it is a small picture.
  select coalesce(p_media.thumbnail_media_id, p_media.poster_media_id, case when p_media.is_stored
    and p_media.size_bytes <= 350000 and private.is_shown_picture(p_media.content_type) then p_media.id end)
$$;

create function private.refresh_posters(p_item_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
-- Gives items the pictures of their newest revisions. Definer: a picture follows the revision, whoever posts or deletes
-- it. A cascade calls it for every deleted row: nothing is looked up for items that are deleted themselves.
begin
  if cardinality(p_item_ids) = 0 then
    return;
  end if;
  update public.items i set poster_media_id = s.poster_id, poster_wanted_media_id = s.wanted_id
  from (
    select w.id, p.id as poster_id, n.id as wanted_id
    from (select o.id from public.items o where o.id = any(p_item_ids)) as w
    left join lateral (
      select private.poster_of(m) as id, v.created_at, v.version_number, v.id as version_id
      from public.item_tasks t
      join public.task_versions v on v.task_id = t.id
      join public.version_media l on l.version_id = v.id
      join public.media m on m.id = l.media_id
      where t.item_id = w.id and private.poster_of(m) is not null
      order by v.created_at desc, v.version_number desc, v.id desc, l.display_order, m.id limit 1
    ) as p on true
    left join lateral (
      select m.id
      from public.item_tasks t
      join public.task_versions v on v.task_id = t.id
      join public.version_media l on l.version_id = v.id
      join public.media m on m.id = l.media_id
      where t.item_id = w.id and m.is_stored and private.poster_of(m) is null
        and (m.content_type like 'video/%' or private.is_shown_picture(m.content_type))
        and (p.id is null or (v.created_at, v.version_number, v.id) > (p.created_at, p.version_number, p.version_id))
      order by v.created_at desc, v.version_number desc, v.id desc, l.display_order, m.id limit 1
    ) as n on true
  ) as s
  where i.id = s.id
    and (i.poster_media_id, i.poster_wanted_media_id) is distinct from (s.poster_id, s.wanted_id);
end $$;

create function private.tg_files_refresh_posters() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After files of revisions were added, moved or deleted. Definer: see refresh_posters.
begin
  perform private.refresh_posters(array(
    select t.item_id from changed c join public.task_versions v on v.id = c.version_id
    join public.item_tasks t on t.id = v.task_id));
  return null;
end $$;

create function private.tg_revisions_refresh_posters() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After revisions were deleted. Definer: see refresh_posters.
begin
  perform private.refresh_posters(array(
    select t.item_id from changed c join public.item_tasks t on t.id = c.task_id));
  return null;
end $$;

create function private.tg_tasks_refresh_posters() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After tasks were deleted with their revisions. Definer: see refresh_posters.
begin
  perform private.refresh_posters(array(select c.item_id from changed c));
  return null;
end $$;

create function private.tg_media_refresh_posters() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After files got pictures, or arrived later than their revision. Definer: see refresh_posters.
begin
  perform private.refresh_posters(array(
    select t.item_id from changed c join before_rows b on b.id = c.id
    join public.version_media l on l.media_id = c.id
    join public.task_versions v on v.id = l.version_id
    join public.item_tasks t on t.id = v.task_id
    where (c.poster_media_id, c.thumbnail_media_id, c.is_stored)
      is distinct from (b.poster_media_id, b.thumbnail_media_id, b.is_stored)));
  return null;
end $$;

create trigger version_media_after_insert_posters after insert on public.version_media
  referencing new table as changed for each statement execute function private.tg_files_refresh_posters();
create trigger version_media_after_update_posters after update on public.version_media
  referencing new table as changed for each statement execute function private.tg_files_refresh_posters();
create trigger version_media_after_delete_posters after delete on public.version_media
  referencing old table as changed for each statement execute function private.tg_files_refresh_posters();
create trigger task_versions_after_delete_posters after delete on public.task_versions
  referencing old table as changed for each statement execute function private.tg_revisions_refresh_posters();
create trigger item_tasks_after_delete_posters after delete on public.item_tasks
  referencing old table as changed for each statement execute function private.tg_tasks_refresh_posters();
create trigger media_after_update_posters after update on public.media
  referencing old table as before_rows new table as changed for each statement
  execute function private.tg_media_refresh_posters();

create function private.assert_poster(p_picture_id uuid, p_media public.media) returns void
language plpgsql stable security definer set search_path = '' as $$
-- Refuses (22023) anything but a small picture that the caller has sent to a file's place. Definer: reads
-- storage.objects past its row rules.
begin
  if p_picture_id is not null and not exists (
    select from public.media m
    left join storage.objects o on o.bucket_id = 'media' and o.name = m.r2_key
    where m.id = p_picture_id and m.created_by = auth.uid() and m.studio_id = p_media.studio_id and m.is_stored
      and m.project_id is not distinct from p_media.project_id and m.id <> p_media.id
      and m.content_type in ('image/webp', 'image/jpeg', 'image/png')
      and coalesce(o.metadata ->> 'mimetype', m.content_type) = m.content_type
      and coalesce((o.metadata ->> 'size')::bigint, m.size_bytes) between 1 and 350000) then
    raise exception 'A poster is a stored picture of at most 350 kB' using errcode = '22023';
  end if;
end $$;

create function private.fill_proxy(p_media_id uuid, p_proxy_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Adds the proxy that a revision's film came without: for those who could have posted the revision, because everyone
-- will look at it. Definer: the film may be somebody else's.
declare
  v_media public.media;
begin
  select m.* into v_media from public.media m where m.id = p_media_id;
  if not exists (select from public.version_media l where l.media_id = p_media_id
    and l.project_id = any(private.my_project_ids_with('revisions'))) then
    raise exception 'Your role may not post revisions' using errcode = '42501';
  elsif v_media.proxy_media_id is not null then
    raise exception 'This film has its proxy already' using errcode = '23505';
  elsif private.plays_everywhere(v_media) then
    raise exception 'This film plays everywhere: it needs no proxy' using errcode = '22023';
  end if;
  perform private.take_proxy(p_proxy_id, v_media);
end $$;

create function private.fill_poster(p_media_id uuid, p_details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.fill_poster. Definer: the file may be somebody else's.
declare
  v_media public.media;
begin
  select m.* into v_media from public.media m
    where m.id = p_media_id and m.studio_id = any(private.my_studio_ids()) and m.is_stored
      and exists (select from public.version_media l
        where l.media_id = m.id and l.project_id = any(private.my_project_ids()));
  if v_media.id is null then
    perform private.refuse_missing('Media not found');
  end if;
  perform private.next_rev(v_media.studio_id); -- one writer per studio: of two posters the second is refused
  if p_details ->> 'proxy_media_id' is not null then
    perform private.fill_proxy(v_media.id, (p_details ->> 'proxy_media_id')::uuid);
    if p_details ->> 'poster_media_id' is null then
      return;
    end if;
  end if;
  if exists (select from public.media m
    where m.id = p_media_id and coalesce(m.poster_media_id, m.thumbnail_media_id) is not null) then
    raise exception 'This file has its poster already' using errcode = '23505';
  end if;
  if p_details ->> 'poster_media_id' is null then
    raise exception 'Name the poster' using errcode = '22023';
  end if;
  perform private.assert_poster((p_details ->> 'poster_media_id')::uuid, v_media);
  perform private.assert_poster((p_details ->> 'thumbnail_media_id')::uuid, v_media);
  perform private.assert_poster((p_details ->> 'filmstrip_media_id')::uuid, v_media);
  update public.media m set
    poster_media_id = (p_details ->> 'poster_media_id')::uuid,
    thumbnail_media_id = (p_details ->> 'thumbnail_media_id')::uuid,
    filmstrip_media_id = coalesce(m.filmstrip_media_id, (p_details ->> 'filmstrip_media_id')::uuid),
    width = coalesce(m.width, (p_details ->> 'width')::integer),
    height = coalesce(m.height, (p_details ->> 'height')::integer),
    frame_rate = coalesce(m.frame_rate, p_details ->> 'frame_rate'),
    frame_count = coalesce(m.frame_count, (p_details ->> 'frame_count')::integer),
    duration_ms = coalesce(m.duration_ms, (p_details ->> 'duration_ms')::integer),
    codec = coalesce(m.codec, p_details ->> 'codec'),
    start_timecode = coalesce(m.start_timecode, p_details ->> 'start_timecode'),
    waveform = coalesce(m.waveform, p_details ->> 'waveform')
  where m.id = p_media_id;
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise exception 'The details of the file cannot be read' using errcode = '22023';
end $$;

create function public.fill_poster(p_media_id uuid, p_details jsonb) returns void
language sql set search_path = '' as $$
  -- Adds the poster that a revision's file came without, and any missing facts: {poster_media_id, and what else
  -- complete_upload takes}, or the proxy of a film that few browsers play: {proxy_media_id}. Possible once, for anyone
  -- who may see the revision; a proxy only for those who may post one. What is added must be the caller's own upload.
  -- P0002 unknown file, 23505 it has one already, 42501 may not post revisions, 22023 not a small stored picture, or
  -- not a proxy.
  select private.fill_poster(p_media_id, coalesce(p_details, '{}'))
$$;

grant execute on function private.is_shown_picture(text), private.poster_of(public.media),
  private.fill_poster(uuid, jsonb), public.fill_poster(uuid, jsonb)
to authenticated, service_role;
