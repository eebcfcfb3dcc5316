-- Pulling an item: the revisions, comments and files of its tasks.

insert into private.pulls (name, source) values ('pull_item', $pull$
create or replace function private.pull_item(p_item_id uuid, p_since bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
-- See public.pull_item. Definer: checks project access once instead of row by row.
declare
  v_studio uuid;
  v_space uuid;
  v_since bigint;
  v_tasks uuid[];
begin
  select i.studio_id, i.space_id into v_studio, v_space from public.items i
  where i.id = p_item_id and i.project_id = any(private.my_project_ids());
  if v_studio is null then
    perform private.refuse_missing('Item not found');
  end if;
  v_since := private.since_or_zero(v_studio, p_since);
  v_tasks := array(select t.id from public.item_tasks t where t.item_id = p_item_id);
  return json_build_object(
    'rev', (select c.rev from private.studio_clocks c where c.studio_id = v_studio),
    'full', v_since = 0,
    'tables', json_build_object(
      'task_versions', (select {task_versions}
        from public.task_versions x where x.task_id = any(v_tasks) and x.rev > v_since),
      'version_media', (select {version_media}
        from public.version_media x join public.task_versions v on v.id = x.version_id
        where v.task_id = any(v_tasks) and x.rev > v_since),
      'comments', (select {comments} from public.comments x where x.task_id = any(v_tasks) and x.rev > v_since),
      'comment_attachments', (select {comment_attachments}
        from public.comment_attachments x join public.comments c on c.id = x.comment_id
        where c.task_id = any(v_tasks) and x.rev > v_since),
      'media', (select {media}
        from (
          select distinct x.* from public.media x
          join (
            select l.media_id, l.rev from public.version_media l join public.task_versions v on v.id = l.version_id
            where v.task_id = any(v_tasks)
            union all
            select a.media_id, a.rev from public.comment_attachments a join public.comments c on c.id = a.comment_id
            where c.task_id = any(v_tasks)
            union all
            select i.thumbnail_media_id, i.rev from public.items i where i.id = p_item_id
          ) as used on used.media_id = x.id
          where x.studio_id = v_studio and greatest(x.rev, used.rev) > v_since) as x)),
    'deleted', case when v_since = 0 then '{}' else (
      select coalesce(json_object_agg(d.table_name, d.keys), '{}') from (
        select t.table_name, json_agg(t.row_key) as keys
        from private.tombstones t
        where t.space_id = v_space and t.rev > v_since
          and t.table_name in ('task_versions', 'version_media', 'comments', 'comment_attachments')
        group by t.table_name) as d) end);
end $$
$pull$);

create function public.pull_item(p_item_id uuid, p_since bigint default 0) returns json
language sql stable set search_path = '' as $$
  -- Pulls the revisions, comments and files of an item's tasks as columns: everything for p_since 0, else what changed
  -- after that revision. P0002 'Item not found'.
  select private.pull_item(p_item_id, p_since)
$$;

grant execute on function private.pull_item(uuid, bigint), public.pull_item(uuid, bigint)
to authenticated, service_role;
