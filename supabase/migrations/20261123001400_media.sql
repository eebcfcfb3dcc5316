-- Uploaded files.

create table public.media (
  id uuid primary key default gen_random_uuid(),
  studio_id uuid not null references public.studios (id) on delete cascade,
  project_id uuid,
  filename text not null constraint media_filename_check check (length(filename) between 1 and 255),
  content_type text not null constraint media_content_type_check check (length(content_type) between 3 and 200),
  size_bytes bigint not null constraint media_size_bytes_check check (size_bytes >= 0),
  r2_key text not null constraint media_r2_key_limit_check check (length(r2_key) <= 5000),
  sha256 text constraint media_sha256_limit_check check (length(sha256) <= 64),
  width integer,
  height integer,
  frame_rate text constraint media_frame_rate_limit_check check (length(frame_rate) <= 40),
  frame_count integer,
  duration_ms integer,
  codec text constraint media_codec_limit_check check (length(codec) <= 60),
  start_timecode text constraint media_start_timecode_limit_check check (length(start_timecode) <= 20),
  first_frame integer constraint media_first_frame_check check (first_frame between 0 and 10000000),
  waveform text
    constraint media_waveform_check check (waveform ~ '^[0-9a-z]+$')
    constraint media_waveform_limit_check check (length(waveform) <= 800),
  poster_media_id uuid,
  thumbnail_media_id uuid,
  filmstrip_media_id uuid,
  proxy_media_id uuid,
  large_proxy_media_id uuid,
  preview_percent integer constraint media_preview_percent_check check (preview_percent between 0 and 100),
  preview_problem text constraint media_preview_problem_limit_check check (length(preview_problem) <= 300),
  preview_waits boolean not null default false,
  preview_note text constraint media_preview_note_limit_check check (length(preview_note) <= 300),
  made_from uuid,
  is_stored boolean not null default false,
  created_by uuid not null default auth.uid() references public.user_profiles (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0
);
comment on table public.media is
  'An uploaded file. r2_key is its path in the private bucket: <studio_id>/<media_id>/<file name>. project_id is null '
  'for files of the studio itself.';
comment on column public.media.frame_rate is 'Frames per second as a rational, such as 24000/1001.';
comment on column public.media.codec is
  'Its video codec in the notation of RFC 6381, such as avc1.640028; else the container''s own name, such as apch.';
comment on column public.media.start_timecode is
  'The timecode of the first frame, such as 01:00:00:00; 00:59:58;12 for drop-frame timecode.';
comment on column public.media.first_frame is
  'The number of its first frame, such as 1001 for numbered pictures. Null if frames count as its item''s do.';
comment on column public.media.waveform is
  'The peak level of each of its parts of equal length, one character each: 0 silent to z full.';
comment on column public.media.r2_key is
  'The path of its bytes in the private bucket; files with the same content may share one.';
comment on column public.media.thumbnail_media_id is
  'A picture of it whose longer side is 256 pixels, for lists and grids.';
comment on column public.media.filmstrip_media_id is
  'A picture of evenly spaced frames side by side, all of one width, shown while scrubbing. Null if there is none.';
comment on column public.media.proxy_media_id is
  'What browsers show in its place, made by a media worker: a film with the same frames, or a picture.';
comment on column public.media.large_proxy_media_id is
  'The same frames as its proxy in 1080p, if they were at least that large; made after everything else.';
comment on column public.media.preview_percent is
  'Progress of a media worker on its proxy and pictures. Null while none is working on it.';
comment on column public.media.preview_problem is
  'Why no media worker could make its proxy and pictures, in a sentence. Null if none has failed.';
comment on column public.media.preview_waits is 'Whether it is queued for a media worker.';
comment on column public.media.preview_note is
  'What people looking at its proxy need to know, in a sentence: missing frames, changed light.';
comment on column public.media.made_from is
  'The file that a media worker made this one from; null for files that people sent.';
create index media_studio_id_created_at_idx on public.media (studio_id, created_at);
create index media_created_by_idx on public.media (created_by);
create index media_project_id_idx on public.media (project_id);
create index media_sha256_idx on public.media (studio_id, sha256) where sha256 is not null;
create index media_r2_key_idx on public.media (r2_key);
alter table public.media enable row level security;
grant select, insert, update, delete on public.media to authenticated;
grant all on public.media to service_role;
create policy "media: members who may open its project can read" on public.media
  for select to authenticated
  using (studio_id = any((select private.my_studio_ids())::uuid[])
    and (project_id is null or project_id = any((select private.my_project_ids())::uuid[])));
create policy "media: its uploader with comment can add" on public.media
  for insert to authenticated
  with check (studio_id = any((select private.my_studio_ids_with('comment'))::uuid[])
    and created_by = (select auth.uid()) and num_nonnulls(preview_problem, preview_note) = 0 and not preview_waits
    and num_nonnulls(proxy_media_id, large_proxy_media_id, made_from, preview_percent) = 0
    and (project_id is null or project_id = any((select private.my_project_ids())::uuid[])));
create policy "media: its uploader can change" on public.media
  for update to authenticated
  using (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]))
  with check (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[]));
create policy "media: its uploader or roles with delete can delete" on public.media
  for delete to authenticated
  using (created_by = (select auth.uid()) and studio_id = any((select private.my_studio_ids())::uuid[])
    or studio_id = any((select private.my_studio_ids_with('delete'))::uuid[]));

create function private.tg_media_parents() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A file of a project belongs to the project's studio. Its path is built from its ids and its name, in characters that
-- any storage keeps unchanged: keys may hold more, but a film with a ? in its key is not found again, and two dots in a
-- row are refused because of their meaning in paths. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  new.studio_id := coalesce((select studio_id from public.projects where id = new.project_id), new.studio_id);
  new.r2_key := new.studio_id || '/' || new.id || '/'
    || regexp_replace(regexp_replace(normalize(new.filename, nfkd), '[^A-Za-z0-9_!.*''() -]', '_', 'g'),
      '\.(?=\.)|^\.$', '_', 'g');
  if new.filename ~ '[/\\[:cntrl:]]' or new.filename in ('.', '..') then
    raise exception 'File names cannot contain slashes or control characters' using errcode = '22023';
  end if;
  return new;
end $$;

create function private.tg_media_kind() returns trigger
language plpgsql set search_path = '' as $$
-- Refuses files that a browser or computer would run on opening, however they arrive.
begin
  if new.filename ~* '\.(html?|xhtml|mhtml?|hta|exe|msi|scr|com|dll|bat|cmd|vbs|lnk)$'
    or split_part(lower(new.content_type), ';', 1) in ('text/html', 'application/xhtml+xml', 'multipart/related',
      'application/x-msdownload', 'application/x-msdos-program', 'application/x-ms-installer',
      'application/x-dosexec', 'application/vnd.microsoft.portable-executable') then
    raise exception '% is not a file that can be attached. Images, films, sound, documents, archives and scene files '
      'can; web pages, programs and files that are not what their name says cannot.', new.filename
      using errcode = '22023';
  end if;
  return new;
end $$;

create trigger media_before_insert_a_kind before insert on public.media
  for each row execute function private.tg_media_kind();
create trigger media_before_insert_a_parents before insert on public.media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.r2_key is null)
  execute function private.tg_media_parents();
create trigger media_before_update_b_keep before update on public.media
  for each row when (current_user in ('authenticated', 'anon'))
  execute function private.tg_keep_columns(
    'id', 'studio_id', 'project_id', 'r2_key', 'filename', 'is_stored', 'created_by', 'created_at',
    'proxy_media_id', 'large_proxy_media_id', 'preview_percent', 'preview_problem', 'preview_note', 'preview_waits',
    'made_from');
create trigger media_before_insert_c_rev before insert on public.media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger media_before_update_c_rev before update on public.media
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger media_before_insert_stamp before insert on public.media
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger media_before_write_clock before insert or update or delete on public.media
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger media_after_delete_tombstone after delete on public.media
  referencing old table as old_rows for each statement execute function private.tg_bury('id');
