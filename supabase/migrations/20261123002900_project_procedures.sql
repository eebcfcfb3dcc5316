-- Deleting a project, and counting the work in its spaces.

create function private.delete_project_cascade(p_project_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.delete_project_cascade. Definer: the files may be of other uploaders.
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

-- A large project takes longer than a hosted project's 8 s limit; PostgREST gives a procedure the timeout it declares.
create function public.delete_project_cascade(p_project_id uuid, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$
  -- Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Returns {deleted, rev};
  -- deleted is false if there is no such project that the caller may open. A repeat changes nothing, even if the
  -- project was restored since, and returns the same. 42501 the role may not delete.
  select coalesce(
    private.begin_operation(p_operation_id, 'delete_project_cascade', p_project_id::text),
    private.end_operation(p_operation_id, private.delete_project_cascade(p_project_id)))
$$;

create function public.get_space_counts(p_studio_id uuid) returns table (
  space_id uuid, item_count integer, task_counts jsonb
)
language sql stable set search_path = '' as $$
  -- Counts the items and tasks of each space of a studio that the caller may open: the number of items, and {status_id:
  -- how many tasks have it}. Disabled tasks and omitted items do not count. Empty for non-members.
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

create function public.get_project_tree(p_project_id uuid) returns table (
  space_id uuid, collection_id uuid, name text, episode text, item_count integer, shot_count integer,
  task_counts jsonb, heads jsonb
)
language sql stable set search_path = '' as $$
  -- Lists the collections of a project that the caller may open, in their order: the episode of each, how many items it
  -- has and how many of them are shots, {status_id: how many of their tasks have it}, and the items in it that stand
  -- for sequences and episodes, [{id, slug, title, type}], which are not counted. Disabled tasks and omitted items do
  -- not count. Empty if the caller may not open the project.
  select c.space_id, c.id, c.name, c.episode, coalesce(i.n, 0)::integer, coalesce(i.shots, 0)::integer,
    coalesce(t.counts, '{}'), coalesce(i.heads, '[]')
  from public.collections c
  join public.spaces s on s.id = c.space_id
  left join (
    select x.collection_id,
      count(*) filter (where not x.is_omitted and x.item_type_id not in ('sequence', 'episode')) as n,
      count(*) filter (where not x.is_omitted and x.item_type_id = 'shot') as shots,
      jsonb_agg(jsonb_build_object('id', x.id, 'slug', x.custom_slug, 'title', x.title, 'type', x.item_type_id)
        order by x.order_rank, x.id) filter (where x.item_type_id in ('sequence', 'episode')) as heads
    from public.items x where x.project_id = p_project_id group by x.collection_id
  ) as i on i.collection_id = c.id
  left join (
    select g.collection_id, jsonb_object_agg(g.status_id, g.n) as counts from (
      select x.collection_id, k.status_id, count(*) as n
      from public.item_tasks k join public.items x on x.id = k.item_id
      where k.project_id = p_project_id and not k.is_disabled and not x.is_omitted
        and x.item_type_id not in ('sequence', 'episode')
      group by x.collection_id, k.status_id
    ) as g group by g.collection_id
  ) as t on t.collection_id = c.id
  where c.project_id = p_project_id and not c.is_default
  order by s.position, s.id, c.order_rank, c.id
$$;

grant execute on function
  private.delete_project_cascade(uuid), public.delete_project_cascade(uuid, uuid), public.get_space_counts(uuid),
  public.get_project_tree(uuid)
to authenticated, service_role;
