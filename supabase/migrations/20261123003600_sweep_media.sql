-- Sweeping bytes that nothing shows any more.

create table private.unused_media (
  media_id uuid primary key references public.media (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table private.unused_media is
  'Files that no revision, comment, board, picture or other file shows, and since when.';

create table private.discarded_objects (
  r2_key text primary key,
  removable_at timestamptz not null
);
comment on table private.discarded_objects is
  'Bytes whose last row was deleted, and when they may be removed. Until then the deletion can be undone.';
create index discarded_objects_removable_at_idx on private.discarded_objects (removable_at);

create function private.tg_discard_objects() returns trigger
language plpgsql security definer set search_path = '' as $$
-- After rows of files were deleted: their bytes are removed once nobody can restore the rows. Rows removed by the sweep
-- itself cannot be restored; an hour lets every transaction end that has just found them to share. Definer: the table
-- is private.
begin
  insert into private.discarded_objects as d (r2_key, removable_at)
  select distinct o.r2_key, now()
    + case current_setting('xsheet.sweeping', true) when 'on' then interval '1 hour' else interval '30 days' end
  from old_rows o
  on conflict (r2_key) do update set removable_at = greatest(d.removable_at, excluded.removable_at);
  return null;
end $$;

create trigger media_after_delete_discard after delete on public.media
  referencing old table as old_rows for each statement execute function private.tg_discard_objects();

create function private.list_unused_media(p_studio_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  -- A studio's files that nothing shows. Definer: looks past row rules.
  select m.id from public.media m where m.studio_id = p_studio_id
    and not exists (select from public.version_media u where u.media_id = m.id)
    and not exists (select from public.comment_attachments u where u.media_id = m.id)
    and not exists (select from public.canvas_items u where u.media_id = m.id)
    and not exists (select from public.items u where u.thumbnail_media_id = m.id)
    and not exists (select from public.items u where u.poster_media_id = m.id)
    and not exists (select from public.items u where u.poster_wanted_media_id = m.id)
    and not exists (select from public.projects u where u.thumbnail_media_id = m.id)
    and not exists (select from public.spaces u where u.thumbnail = m.id)
    and not exists (select from public.media u where u.studio_id = p_studio_id and u.poster_media_id = m.id)
    and not exists (select from public.media u where u.studio_id = p_studio_id and u.filmstrip_media_id = m.id)
    and not exists (select from public.media u where u.studio_id = p_studio_id and u.proxy_media_id = m.id)
    and not exists (select from public.media u where u.studio_id = p_studio_id and u.large_proxy_media_id = m.id)
    and not exists (select from public.media u where u.studio_id = p_studio_id and u.thumbnail_media_id = m.id)
$$;

create function private.prune_history(p_studio_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- Deletes a studio's tombstones of more than 90 days ago, and everyone's operation results that old. A client that has
-- seen less than the clock's oldest revision pulls everything anew. Definer: the tables are private.
declare
  v_rev bigint := (select max(t.rev) from private.tombstones t
    where t.studio_id = p_studio_id and t.deleted_at < now() - interval '90 days');
begin
  if v_rev is not null then
    update private.studio_clocks c set oldest_rev = greatest(c.oldest_rev, v_rev) where c.studio_id = p_studio_id;
    delete from private.tombstones t where t.studio_id = p_studio_id and t.rev <= v_rev;
  end if;
  delete from private.operations o where o.created_at < now() - interval '90 days';
end $$;

create function private.sweep_media(p_after_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.sweep_media. Definer: works in every studio.
declare
  v_studio uuid := (select c.studio_id from private.studio_clocks c
    where p_after_id is null or c.studio_id > p_after_id order by c.studio_id limit 1);
  v_files integer := 0;
begin
  perform private.prune_history(v_studio); -- lock the clock first, as every writer does
  delete from private.unused_media w using public.media m
  where m.id = w.media_id and m.studio_id = v_studio and w.media_id not in (select private.list_unused_media(v_studio));
  insert into private.unused_media (media_id) select private.list_unused_media(v_studio) on conflict do nothing;
  if exists (select from private.unused_media w join public.media m on m.id = w.media_id
    where m.studio_id = v_studio and w.since < now() - interval '90 days') then
    perform private.next_rev(v_studio); -- from here on nobody can start using one of them
    perform set_config('xsheet.sweeping', 'on', true);
    delete from public.media m using private.unused_media w
    where w.media_id = m.id and m.studio_id = v_studio and w.since < now() - interval '90 days'
      and m.id in (select private.list_unused_media(v_studio));
    get diagnostics v_files = row_count;
    perform set_config('xsheet.sweeping', '', true);
    -- Cannot be restored: its bytes are about to go.
    update private.tombstones t set content = null
    where t.studio_id = v_studio and t.rev = private.next_rev(v_studio) and t.table_name = 'media'
      and t.content is not null;
  end if;
  update private.tombstones t set content = null
  where t.studio_id = v_studio and t.content is not null and t.deleted_at < now() - interval '30 days';
  return jsonb_build_object('studio_id', v_studio, 'files', v_files);
end $$;

create function public.sweep_media(p_after_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- For the schedule: sweeps the studio that comes after another one, the first after null, and returns {studio_id,
  -- files}; studio_id is null after the last. Its history of deletions is pruned too. Files that nothing has shown for
  -- 90 days lose their rows: a device that was away for that long may still post what it sent before.
  select private.sweep_media(p_after_id)
$$;

create function private.list_discarded_objects(p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.list_discarded_objects. Definer: the table is private.
declare
  v_limit integer := private.check_page(p_limit, 100);
begin
  delete from private.discarded_objects d where exists (select from public.media m where m.r2_key = d.r2_key);
  return (select coalesce(jsonb_agg(d.r2_key), '[]') from (
    select o.r2_key from private.discarded_objects o
    where o.removable_at <= now() order by o.removable_at, o.r2_key limit v_limit) as d);
end $$;

create function public.list_discarded_objects(p_limit integer default 100) returns jsonb
language sql set search_path = '' as $$
  -- For the schedule: lists paths of bytes to remove from storage, at most 100. No file uses them: shared bytes are
  -- listed after the last of their files went, an hour later if the sweep removed it, else after the 30 days in which a
  -- deletion can be undone. 22023 an invalid limit.
  select private.list_discarded_objects(p_limit)
$$;

create function private.forget_discarded_objects(p_keys text[]) returns integer
language plpgsql security definer set search_path = '' as $$
-- See public.forget_discarded_objects. Definer: the table is private.
declare
  v_count integer;
begin
  delete from private.discarded_objects d where d.r2_key = any(p_keys);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function public.forget_discarded_objects(p_keys text[]) returns integer
language sql set search_path = '' as $$
  -- For the schedule: records that these bytes are gone from storage. Returns how many of them were on the list; bytes
  -- that are never reported are listed again.
  select private.forget_discarded_objects(p_keys)
$$;

grant execute on function
  private.sweep_media(uuid), public.sweep_media(uuid), private.list_discarded_objects(integer),
  public.list_discarded_objects(integer), private.forget_discarded_objects(text[]),
  public.forget_discarded_objects(text[])
to service_role;
