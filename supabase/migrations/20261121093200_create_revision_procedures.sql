-- Purpose: finishing uploads, posting revisions and comments in one transaction, telling the people concerned.
-- Reversal: drop the functions and triggers below.

create function private.mark_stored(p_media_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
-- Marks files whose object has arrived as stored; P0002 'Failed to upload {file name}' for one that has not. Where files live in an S3 bucket of the
-- deployment (setting media_backend = "s3") the database cannot look and believes the uploader. Definer: reads storage.objects past its row rules.
declare
  v_missing text;
  v_elsewhere boolean := exists (select from private.deployment_settings s where s.key = 'media_backend' and s.value #>> '{}' = 's3');
begin
  update public.media m set is_stored = true
  where m.id = any(p_media_ids) and not m.is_stored
    and (v_elsewhere or exists (select from storage.objects o where o.bucket_id = 'media' and o.name = m.r2_key));
  select coalesce(m.filename, w.id::text) into v_missing from unnest(p_media_ids) as w (id) left join public.media m on m.id = w.id where m.is_stored is not true limit 1;
  if v_missing is not null then
    perform private.refuse_missing('Failed to upload ' || v_missing);
  end if;
end $$;

create function private.complete_upload(p_media_id uuid, p_details jsonb) returns public.media
language plpgsql security definer set search_path = '' as $$
-- See public.complete_upload. Definer: is_stored is not the uploader's to set.
declare
  v_media public.media;
begin
  select m.* into v_media from public.media m where m.id = p_media_id and m.created_by = auth.uid() and m.studio_id = any(private.my_studio_ids());
  if v_media.id is null then
    perform private.refuse_missing('Media not found');
  end if;
  perform private.next_rev(v_media.studio_id); -- the clock locks before any row does
  perform private.mark_stored(array[p_media_id]);
  update public.media m set
    sha256 = coalesce(p_details ->> 'sha256', m.sha256), width = coalesce((p_details ->> 'width')::integer, m.width), height = coalesce((p_details ->> 'height')::integer, m.height),
    frame_rate = coalesce(p_details ->> 'frame_rate', m.frame_rate), frame_count = coalesce((p_details ->> 'frame_count')::integer, m.frame_count),
    duration_ms = coalesce((p_details ->> 'duration_ms')::integer, m.duration_ms), poster_media_id = coalesce((p_details ->> 'poster_media_id')::uuid, m.poster_media_id)
  where m.id = p_media_id
  returning m.* into v_media;
  return v_media;
exception
  when invalid_text_representation or numeric_value_out_of_range then
    raise exception 'The details of the file cannot be read' using errcode = '22023';
end $$;

create function public.complete_upload(p_media_id uuid, p_details jsonb default '{}') returns public.media
language sql set search_path = '' as $$
  -- Says that a file's bytes are in storage, with what is known of it: {sha256, width, height, frame_rate, frame_count, duration_ms, poster_media_id}.
  -- Repeatable. P0002 'Failed to upload {file name}' where the object is not there, 22023 unreadable details.
  select private.complete_upload(p_media_id, coalesce(p_details, '{}'))
$$;

create function private.open_task(p_task_id uuid, p_permission text) returns public.item_tasks
language plpgsql stable security definer set search_path = '' as $$
-- The task, if the caller may open its project and has a permission there: P0002 'Task not found', 42501 otherwise. Definer: used before writes on their behalf.
declare
  v_task public.item_tasks;
begin
  select t.* into v_task from public.item_tasks t where t.id = p_task_id and t.project_id = any(private.my_project_ids());
  if v_task.id is null then
    perform private.refuse_missing('Task not found');
  end if;
  if not v_task.project_id = any(private.my_project_ids_with(p_permission)) then
    raise exception '%', case p_permission when 'revisions' then 'Your role may not post revisions' when 'comment' then 'Your role may not comment' else 'Your role may not change tasks' end
      using errcode = '42501';
  end if;
  return v_task;
end $$;

create function private.post_comment(
  p_task public.item_tasks, p_comment_id uuid, p_content text, p_media_ids uuid[], p_status_id uuid, p_mentions uuid[], p_metadata jsonb) returns void
language plpgsql security definer set search_path = '' as $$
-- Inserts a comment with its attachments and mentions and, where a status comes with it, sets that status without a second comment.
-- Definer: permission was checked by the caller of this function.
declare
  v_metadata jsonb := coalesce(p_metadata, '{}') || jsonb_build_object('authorName', private.author_name(auth.uid()));
  v_status public.task_statuses;
  v_was public.task_statuses;
begin
  if jsonb_typeof(coalesce(p_metadata, '{}')) <> 'object' or length(coalesce(p_content, '')) > 20000 then
    raise exception 'A comment has at most 20000 characters, its metadata is an object' using errcode = '22023';
  end if;
  if exists (select from public.comments c where c.id = p_comment_id) then
    raise exception 'A comment with this id is there already' using errcode = '23505';
  end if;
  if cardinality(coalesce(p_media_ids, '{}')) > 0 then
    if exists (select from unnest(p_media_ids) as w (id) left join public.media m on m.id = w.id and m.studio_id = p_task.studio_id
        and (m.project_id is null or m.project_id = p_task.project_id) where m.id is null) then
      perform private.refuse_missing('Media not found');
    end if;
    perform private.mark_stored(p_media_ids);
  end if;
  if p_status_id is not null and p_status_id <> p_task.status_id then
    perform private.open_task(p_task.id, 'create');
    if p_task.is_disabled then
      raise exception 'A disabled task takes no status' using errcode = '22023';
    end if;
    select s.* into v_status from public.task_statuses s where s.id = p_status_id and s.studio_id = p_task.studio_id;
    select s.* into v_was from public.task_statuses s where s.id = p_task.status_id;
    if v_status.id is null then
      perform private.refuse_missing('Status not found');
    end if;
    v_metadata := v_metadata || jsonb_build_object('statusInfo', jsonb_build_object('status', v_status.name, 'statusId', v_status.id, 'changedStatus', true,
      'fromStatus', v_was.name, 'fromStatusId', v_was.id));
    perform set_config('xsheet.status_comment', 'off', true);
    update public.item_tasks set status_id = p_status_id where id = p_task.id;
    perform set_config('xsheet.status_comment', 'on', true);
  end if;
  insert into public.comments (id, task_id, space_id, studio_id, project_id, content, metadata, created_by)
  values (p_comment_id, p_task.id, p_task.space_id, p_task.studio_id, p_task.project_id, coalesce(p_content, ''), v_metadata, auth.uid());
  insert into public.comment_attachments (comment_id, media_id, space_id, studio_id, project_id, display_order)
  select p_comment_id, w.id, p_task.space_id, p_task.studio_id, p_task.project_id, min(w.n)
  from unnest(coalesce(p_media_ids, '{}')) with ordinality as w (id, n) group by w.id;
  insert into public.mentions (comment_id, mentioned_user_id, space_id, studio_id, project_id)
  select distinct p_comment_id, m.user_id, p_task.space_id, p_task.studio_id, p_task.project_id
  from public.studio_members m where m.studio_id = p_task.studio_id and m.user_id = any(coalesce(p_mentions, '{}'));
end $$;

create function private.add_comment(
  p_task_id uuid, p_comment_id uuid, p_content text, p_media_ids uuid[], p_status_id uuid, p_mentions uuid[], p_metadata jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.add_comment. Definer: permission is checked once.
declare
  v_operation uuid := coalesce(p_operation_id, p_comment_id);
  v_known jsonb := private.begin_operation(v_operation, 'add_comment',
    concat_ws('|', p_task_id, p_comment_id, p_content, p_media_ids::text, p_status_id, p_mentions::text, p_metadata::text));
  v_task public.item_tasks;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_task := private.open_task(p_task_id, 'comment');
  perform private.next_rev(v_task.studio_id); -- the clock locks before any row does
  if coalesce(trim(p_content), '') = '' and cardinality(coalesce(p_media_ids, '{}')) = 0 and (p_status_id is null or p_status_id = v_task.status_id)
    and coalesce(p_metadata, '{}') - 'authorName' = '{}' then
    raise exception 'Write something, attach a file or change the status' using errcode = '22023';
  end if;
  perform private.post_comment(v_task, p_comment_id, p_content, p_media_ids, p_status_id, p_mentions, p_metadata);
  return private.end_operation(v_operation, jsonb_build_object('rev', private.next_rev(v_task.studio_id), 'comment_id', p_comment_id));
end $$;

create function public.add_comment(p_task_id uuid, p_comment_id uuid, p_content text, p_media_ids uuid[] default '{}', p_status_id uuid default null,
  p_mentions uuid[] default '{}', p_metadata jsonb default '{}', p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Posts a comment with attachments, mentions and, where given, a new status in one transaction. Answers {rev, comment_id}; a repeat answers the same.
  -- 22023 nothing to post or bad metadata, 42501 not allowed, P0002 unknown task, status or file.
  select private.add_comment(p_task_id, coalesce(p_comment_id, gen_random_uuid()), p_content, p_media_ids, p_status_id, p_mentions, p_metadata, p_operation_id)
$$;

create function public.edit_comment(p_comment_id uuid, p_content text, p_mentions uuid[] default null, p_metadata jsonb default null) returns jsonb
language plpgsql set search_path = '' as $$
-- Changes the caller's own comment: its text and, where given, mentions and metadata. Answers {rev, comment_id}; P0002 where it is not theirs.
declare
  v_comment public.comments;
begin
  update public.comments c set content = coalesce(p_content, ''), metadata = coalesce(p_metadata, c.metadata)
  where c.id = p_comment_id and c.created_by = (select auth.uid()) returning c.* into v_comment;
  if v_comment.id is null then
    perform private.refuse_missing('Comment not found');
  end if;
  if p_mentions is not null then
    delete from public.mentions m where m.comment_id = p_comment_id and m.mentioned_user_id <> all(p_mentions);
    insert into public.mentions (comment_id, mentioned_user_id)
    select distinct p_comment_id, m.user_id from public.studio_members m where m.studio_id = v_comment.studio_id and m.user_id = any(p_mentions)
    on conflict do nothing;
  end if;
  return jsonb_build_object('rev', v_comment.rev, 'comment_id', p_comment_id);
end $$;

create function private.create_revision(p_task_id uuid, p_version_id uuid, p_comment_id uuid, p_comment text, p_time_spent text, p_media_ids uuid[],
  p_status_id uuid, p_mentions uuid[], p_metadata jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_revision. Definer: permission is checked once.
declare
  v_operation uuid := coalesce(p_operation_id, p_version_id);
  v_known jsonb := private.begin_operation(v_operation, 'create_revision',
    concat_ws('|', p_task_id, p_version_id, p_comment_id, p_comment, p_time_spent, p_media_ids::text, p_status_id, p_mentions::text, p_metadata::text));
  v_task public.item_tasks;
  v_minutes integer := private.time_spent_minutes(p_time_spent);
  v_number integer;
  v_rev bigint;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_task := private.open_task(p_task_id, 'revisions');
  if v_minutes is null then
    raise exception 'Time spent is written like 2h 30m' using errcode = '22023';
  end if;
  if v_minutes = 0 then
    raise exception 'Please select the time spent on this task' using errcode = '22023';
  end if;
  if exists (select from public.task_versions v where v.id = p_version_id) then
    raise exception 'A revision with this id is there already' using errcode = '23505';
  end if;
  v_rev := private.next_rev(v_task.studio_id);
  v_number := coalesce((select max(v.version_number) from public.task_versions v where v.task_id = p_task_id), 0) + 1;
  insert into public.task_versions (id, task_id, space_id, studio_id, project_id, version_number, created_by, comment, time_spent, rev)
  values (p_version_id, p_task_id, v_task.space_id, v_task.studio_id, v_task.project_id, v_number, auth.uid(), coalesce(p_comment, ''), trim(p_time_spent), v_rev);
  perform private.post_comment(v_task, p_comment_id, p_comment, p_media_ids, p_status_id, p_mentions, coalesce(p_metadata, '{}') || jsonb_build_object('revision',
    jsonb_build_object('versionId', p_version_id, 'versionNumber', v_number, 'taskId', p_task_id, 'taskName', v_task.title, 'stageId', v_task.stage_id,
      'comment', coalesce(p_comment, ''), 'timeSpent', trim(p_time_spent))));
  insert into public.version_media (version_id, media_id, space_id, studio_id, project_id, display_order, rev)
  select p_version_id, w.id, v_task.space_id, v_task.studio_id, v_task.project_id, min(w.n), v_rev
  from unnest(coalesce(p_media_ids, '{}')) with ordinality as w (id, n) group by w.id;
  return private.end_operation(v_operation, jsonb_build_object('rev', v_rev, 'version_id', p_version_id, 'version_number', v_number, 'comment_id', p_comment_id));
end $$;

create function public.create_revision(p_task_id uuid, p_version_id uuid, p_comment_id uuid, p_comment text, p_time_spent text, p_media_ids uuid[] default '{}',
  p_status_id uuid default null, p_mentions uuid[] default '{}', p_metadata jsonb default '{}', p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Posts a revision in one transaction: the next version with its files and time spent, the status where one is given, and its comment.
  -- Answers {rev, version_id, version_number, comment_id}; a repeat answers the same. 22023 no or malformed time, 42501 not allowed,
  -- P0002 unknown task, status or file, 'Failed to upload {file name}' for one whose bytes have not arrived.
  select private.create_revision(p_task_id, coalesce(p_version_id, gen_random_uuid()), coalesce(p_comment_id, gen_random_uuid()), p_comment, p_time_spent, p_media_ids,
    p_status_id, p_mentions, p_metadata, p_operation_id)
$$;

create function private.tg_comment_tells() returns trigger
language plpgsql security definer set search_path = '' as $$
-- At the end of the transaction that posts a comment: mentioned people hear of the mention, the task's followers and assignees of the comment or
-- revision, nobody twice. Definer: writes notifications for others.
declare
  v_mentioned uuid[] := array(select m.mentioned_user_id from public.mentions m where m.comment_id = new.id);
  v_data jsonb;
begin
  if not exists (select from public.comments c where c.id = new.id) then
    return null;
  end if;
  v_data := jsonb_build_object('taskId', new.task_id, 'commentId', new.id, 'excerpt', left(new.content, 200), 'revision', new.metadata -> 'revision');
  perform private.notify('mention', new.studio_id, new.project_id, 'comment', new.id, v_data, v_mentioned);
  perform private.notify(case when new.metadata ? 'revision' then 'revision' else 'comment' end, new.studio_id, new.project_id, 'comment', new.id, v_data, array(
    select f.user_id from public.task_followers f where f.task_id = new.task_id
    union select b.assignee_id from public.task_blocks b where b.task_id = new.task_id and b.assignee_id is not null
    union select t.assignee_id from public.item_tasks t where t.id = new.task_id and t.assignee_id is not null
    except select unnest(v_mentioned)));
  return null;
end $$;
create constraint trigger comments_after_insert_tells after insert on public.comments
  deferrable initially deferred for each row when (not new.is_automatic and current_setting('xsheet.restoring', true) is distinct from 'on') execute function private.tg_comment_tells();

create function private.tg_mention_added() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A mention added to a comment that is there already tells the mentioned person. Definer: writes notifications for others.
declare
  v_comment public.comments;
begin
  select c.* into v_comment from public.comments c where c.id = new.comment_id;
  if v_comment.id is not null and not exists (
    select from public.notifications n join public.notification_recipients r on r.notification_id = n.id and r.user_id = new.mentioned_user_id
    where n.target_type = 'comment' and n.target_id = new.comment_id and n.notification_type_id = '00000000-0000-4000-9000-000000000001') then
    perform private.notify('mention', v_comment.studio_id, v_comment.project_id, 'comment', v_comment.id,
      jsonb_build_object('taskId', v_comment.task_id, 'commentId', v_comment.id, 'excerpt', left(v_comment.content, 200)), array[new.mentioned_user_id]);
  end if;
  return null;
end $$;
create constraint trigger mentions_after_insert_tells after insert on public.mentions
  deferrable initially deferred for each row when (current_setting('xsheet.restoring', true) is distinct from 'on') execute function private.tg_mention_added();
create index notifications_target_id_idx on public.notifications (target_id);

create function public.list_media_ids_for_items(p_item_ids uuid[]) returns table (item_id uuid, media_id uuid)
language sql stable set search_path = '' as $$
  -- The files to show for items: each item's thumbnail, else the files of the newest revisions of its tasks. Row rules apply.
  select i.id, coalesce(i.thumbnail_media_id, l.media_id)
  from public.items i
  left join lateral (
    select m.media_id from public.item_tasks t
    join public.task_versions v on v.task_id = t.id and v.is_current
    join public.version_media m on m.version_id = v.id
    where t.item_id = i.id and i.thumbnail_media_id is null
    order by v.created_at desc, m.display_order
  ) as l on true
  where i.id = any(p_item_ids) and coalesce(i.thumbnail_media_id, l.media_id) is not null
$$;

revoke execute on function public.complete_upload(uuid, jsonb), public.add_comment(uuid, uuid, text, uuid[], uuid, uuid[], jsonb, uuid),
  public.edit_comment(uuid, text, uuid[], jsonb), public.create_revision(uuid, uuid, uuid, text, text, uuid[], uuid, uuid[], jsonb, uuid),
  public.list_media_ids_for_items(uuid[]) from public, anon;
grant execute on function public.complete_upload(uuid, jsonb), public.add_comment(uuid, uuid, text, uuid[], uuid, uuid[], jsonb, uuid),
  public.edit_comment(uuid, text, uuid[], jsonb), public.create_revision(uuid, uuid, uuid, text, text, uuid[], uuid, uuid[], jsonb, uuid),
  public.list_media_ids_for_items(uuid[]), private.complete_upload(uuid, jsonb), private.add_comment(uuid, uuid, text, uuid[], uuid, uuid[], jsonb, uuid),
  private.create_revision(uuid, uuid, uuid, text, text, uuid[], uuid, uuid[], jsonb, uuid) to authenticated, service_role;
