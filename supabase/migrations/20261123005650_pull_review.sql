-- Pulling a review session's entries.

insert into private.pulls (name, source) values ('pull_review', $pull$
create or replace function private.pull_review(p_session_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_review. Definer: checks project access once instead of row by row.
declare
  v_session public.review_sessions;
  v_since bigint;
begin
  select s.* into v_session from public.review_sessions s
  where s.id = p_session_id and s.project_id = any(private.my_project_ids());
  if v_session.id is null then
    perform private.refuse_missing('Review session not found');
  end if;
  v_since := private.since_or_zero(v_session.studio_id, p_since);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_session.studio_id),
    'full', v_since = 0,
    'tables', json_build_object(
      'review_entries', (select {review_entries}
        from public.review_entries x where x.session_id = p_session_id and x.rev > v_since)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.studio_id = v_session.studio_id and t.project_id = v_session.project_id and t.rev > v_since
          and t.table_name = 'review_entries'
        group by t.table_name) as d) end);
end $$
$pull$);

create function public.pull_review(p_session_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Pulls the entries of a review session as columns: everything for p_since 0, else what changed after that revision
  -- and the keys of deleted rows. P0002 the caller may not open the project.
  select private.pull_review(p_session_id, p_since)
$$;

grant execute on function private.pull_review(uuid, bigint), public.pull_review(uuid, bigint)
to authenticated, service_role;
