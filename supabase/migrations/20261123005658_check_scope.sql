-- Comparing a device's copy with the database.

create function public.check_scope(p_scope_kind text, p_scope_id uuid, p_from date default null) returns json
language plpgsql stable set search_path = '' as $$
-- Returns the checksums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at its
-- current revision, so that a device can tell whether its copy differs: {rev, tables: {items: {columns, count, sum},
-- …}}. For a timeline, from a day on if p_from gives one. 22023 an unknown kind; P0002 like the pull.
declare
  v_sums json;
begin
  if not exists (select from pg_catalog.pg_proc f
    where f.pronamespace = 'private'::regnamespace and f.proname = 'check_' || p_scope_kind
      and pg_catalog.oidvectortypes(f.proargtypes) in ('uuid, bigint', 'uuid, bigint, date')) then
    raise exception 'There is no such kind of scope' using errcode = '22023';
  end if;
  if p_scope_kind = 'timeline' then
    v_sums := private.check_timeline(p_scope_id, 0, p_from);
  else
    execute format('select private.%I($1, 0)', 'check_' || p_scope_kind) into v_sums using p_scope_id;
  end if;
  return json_build_object('rev', v_sums -> 'rev', 'tables', v_sums -> 'tables');
end $$;

grant execute on function public.check_scope(text, uuid, date) to authenticated, service_role;
