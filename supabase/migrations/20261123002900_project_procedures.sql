-- Deleting a project, and counting the work in its spaces.

create function private.delete_project_cascade(p_project_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.delete_project_cascade. Definer: the files below may be of other uploaders.
declare
  v_studio uuid;
begin
  select p.studio_id into v_studio from public.projects p
    where p.id = p_project_id and p.id = any(private.my_project_ids());
  if v_studio is null then
    return jsonb_build_object('deleted', false, 'rev', null);
  end if;
  if not v_studio = any(private.my_studio_ids_with('delete')) then
    raise exception 'Your role may not delete projects' using errcode = '42501';
  end if;
  delete from public.projects p where p.id = p_project_id;
  delete from public.media m where m.project_id = p_project_id;
  return jsonb_build_object('deleted', true, 'rev', private.next_rev(v_studio));
end $$;

-- What is large takes longer than a hosted project's 8 s, and PostgREST gives a procedure the time that it brings.
create function public.delete_project_cascade(p_project_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$
  -- Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows.
  -- Answers {deleted, rev}; deleted is false where there is none the caller may open, so also on a
  -- repeat. 42501 for a role that may not delete.
  select private.delete_project_cascade(p_project_id)
$$;

create function public.get_space_counts(p_studio_id uuid) returns table (
  space_id uuid, item_count integer, task_counts jsonb
)
language sql stable set search_path = '' as $$
  -- For each space of a studio that the caller may open: how many items it has, and {status_id: how many tasks have
  -- it}. Disabled tasks and omitted items do not count. Empty for anybody else.
  select s.id, coalesce(i.n, 0)::integer, coalesce(t.counts, '{}')
  from public.spaces s
  left join (
    select x.space_id, count(*) as n from public.items x
    where x.studio_id = p_studio_id and not x.is_omitted group by x.space_id
  ) as i on i.space_id = s.id
  left join (
    select g.space_id, jsonb_object_agg(g.status_id, g.n) as counts from (
      select x.space_id, x.status_id, count(*) as n from public.item_tasks x
      where x.studio_id = p_studio_id and not x.is_disabled
        and x.item_id not in (select o.id from public.items o where o.studio_id = p_studio_id and o.is_omitted)
      group by x.space_id, x.status_id
    ) as g group by g.space_id
  ) as t on t.space_id = s.id
  where s.studio_id = p_studio_id
$$;

grant execute on function
  private.delete_project_cascade(uuid), public.delete_project_cascade(uuid), public.get_space_counts(uuid)
to authenticated, service_role;
