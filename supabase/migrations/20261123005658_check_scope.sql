-- Comparing what a device keeps with what is here.

create function public.check_scope(p_scope_kind text, p_scope_id uuid, p_from date default null) returns json
language plpgsql stable set search_path = '' as $$
-- The sums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at its present
-- revision, by which a device finds that it keeps something else: {rev, tables: {items: {columns, count, sum}, …}}.
-- Of a timeline from a day on where p_from says one. 22023 for a kind there is not; P0002 as the pull.
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
