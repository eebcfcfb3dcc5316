-- The clock of a studio, which numbers its changes, and the tombstones of deleted rows.

create table private.studio_clocks (
  studio_id uuid primary key,
  rev bigint not null default 0,
  oldest_rev bigint not null default 0,
  event_seq bigint not null default 0
);
comment on table private.studio_clocks is
  'One counter per studio. A writing transaction holds its row until commit, so revisions become visible in order. '
  'Tombstones older than oldest_rev are pruned. event_seq is the number of the studio''s newest event.';

create table private.tombstones (
  studio_id uuid not null,
  rev bigint not null,
  table_name text not null,
  row_key text not null,
  project_id uuid,
  space_id uuid,
  content jsonb,
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  primary key (studio_id, rev, table_name, row_key)
);
comment on table private.tombstones is
  'Deleted rows, with the revision of their deletion. content is the row as it was, kept for 30 days so that the '
  'deletion can be undone. Tombstones are removed after 90 days.';
create index tombstones_studio_id_deleted_at_idx
  on private.tombstones (studio_id, deleted_at) where content is not null;
create index tombstones_space_id_rev_idx on private.tombstones (space_id, rev) where space_id is not null;

create function private.next_rev(p_studio_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
-- The revision of this transaction for a studio: taken at its first write, then remembered until it ends. Definer:
-- writers may not touch the clock itself. The remembered value is transaction-local.
declare
  v_mine text := current_setting('xsheet.rev', true);
  v_rev bigint;
begin
  if v_mine is not null and left(v_mine, 36) = p_studio_id::text then
    return substr(v_mine, 38)::bigint;
  end if;
  update private.studio_clocks set rev = rev + 1 where studio_id = p_studio_id returning rev into v_rev;
  if v_rev is null then
    return 0; -- the studio itself is being deleted
  end if;
  perform set_config('xsheet.rev', p_studio_id::text || ':' || v_rev, true);
  perform private.broadcast_rev(p_studio_id, v_rev);
  return v_rev;
end $$;

create function private.rev_taken() returns bigint
language sql stable set search_path = '' as $$
  -- The revision taken by this transaction; null if it has changed nothing.
  select nullif(substr(current_setting('xsheet.rev', true), 38), '')::bigint
$$;

create function private.broadcast_rev(p_studio_id uuid, p_rev bigint) returns void
language plpgsql set search_path = '' as $$
-- Tells the studio's clients to pull; delivered after commit. Does nothing if the database has no realtime.
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is not null then
    perform realtime.send(jsonb_build_object('rev', p_rev), 'rev', 'studio:' || p_studio_id, true);
  end if;
end $$;

create function private.next_rev_of(p_studio_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
-- The transaction's revision, for a member who may change the studio; its holder is the studio's only writer. Definer:
-- see next_rev.
begin
  perform private.require_studio_create(p_studio_id);
  return private.next_rev(p_studio_id);
end $$;

create function private.since_or_zero(p_studio_id uuid, p_since bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  -- The revision to pull from: 0, meaning everything, if tombstones that far back are gone or the clock was set back.
  -- Definer: the clock is private.
  select case when p_since is null or p_since < c.oldest_rev or p_since > c.rev then 0 else greatest(p_since, 0) end
  from private.studio_clocks c where c.studio_id = p_studio_id
$$;

create function private.hold_clocks() returns void
language plpgsql security definer set search_path = '' as $$
-- Locks the clocks of the caller's studios in one order: nobody else writes there until the transaction ends. Clocks
-- are locked before rows everywhere, so two writers wait for each other instead of deadlocking. Definer: the clocks are
-- private.
begin
  perform from private.studio_clocks c where c.studio_id = any(private.my_studio_ids()) order by c.studio_id for update;
end $$;

create function private.tg_take_clocks() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Runs before a person writes to a table directly. Definer: see hold_clocks.
begin
  perform private.hold_clocks();
  return null;
end $$;

create function private.tg_take_rev() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Stamps a row with the transaction's revision and the time. Definer: see next_rev.
begin
  new.rev := private.next_rev(new.studio_id);
  new.updated_at := now();
  return new;
end $$;

create function private.tg_bury() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Leaves a tombstone with the content of each deleted row, and clears the content of the studio's tombstones older than
-- 30 days; the arguments name the columns of the row's key. Definer: callers cannot write tombstones.
begin
  insert into private.tombstones (studio_id, rev, table_name, row_key, project_id, space_id, content, deleted_by)
  select studio_id, private.next_rev(studio_id), tg_table_name, row_key, project_id, space_id, content, auth.uid()
  from (
    select j as content, (j ->> 'studio_id')::uuid as studio_id,
      (select string_agg(j ->> k, ':' order by n) from unnest(tg_argv) with ordinality as a (k, n)) as row_key,
      (j ->> 'project_id')::uuid as project_id,
      case tg_table_name when 'spaces' then (j ->> 'id')::uuid else (j ->> 'space_id')::uuid end as space_id
    from old_rows o cross join lateral to_jsonb(o) as j
  ) as gone
  where exists (select from private.studio_clocks c where c.studio_id = gone.studio_id)
  on conflict do nothing;
  update private.tombstones t set content = null
  where t.content is not null and t.deleted_at < now() - interval '30 days' and t.studio_id in (select o.studio_id
    from old_rows o);
  return null;
end $$;

grant execute on function private.hold_clocks(), private.next_rev_of(uuid), private.rev_taken()
to authenticated, service_role;
