-- Comparing what a device keeps with what is here.

create function public.check_scope(p_scope_kind text, p_scope_id uuid) returns json
language plpgsql stable set search_path = '' as $$
-- The sums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at its present
-- revision, by which a device finds that it keeps something else: {rev, tables: {items: {columns, count, sum}, …}}.
-- 22023 for a kind there is not; P0002 as the pull.
declare
  v_sums json;
begin
  if not exists (select from pg_catalog.pg_proc f
    where f.pronamespace = 'private'::regnamespace and f.proname = 'check_' || p_scope_kind
      and pg_catalog.oidvectortypes(f.proargtypes) = 'uuid, bigint') then
    raise exception 'There is no such kind of scope' using errcode = '22023';
  end if;
  execute format('select private.%I($1, 0)', 'check_' || p_scope_kind) into v_sums using p_scope_id;
  return json_build_object('rev', v_sums -> 'rev', 'tables', v_sums -> 'tables');
end $$;

grant execute on function public.check_scope(text, uuid) to authenticated, service_role;
