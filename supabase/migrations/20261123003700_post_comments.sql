-- Posting and editing comments, and notifying the people concerned.

create function private.open_task(p_task_id uuid, p_permission text) returns public.item_tasks
language plpgsql stable security definer set search_path = '' as $$
-- The task, if the caller may open its project and has a permission there: P0002 'Task not found', 42501 otherwise.
-- Definer: used before writing on the caller's behalf.
declare
  v_task public.item_tasks;
begin
  select t.* into v_task from public.item_tasks t
    where t.id = p_task_id and t.project_id = any(private.my_project_ids());
  if v_task.id is null then
    perform private.refuse_missing('Task not found');
  end if;
  if not v_task.project_id = any(private.my_project_ids_with(p_permission)) then
    raise exception '%', case p_permission
      when 'revisions' then 'Your role may not post revisions'
      when 'comment' then 'Your role may not comment'
      else 'Your role may not change tasks' end using errcode = '42501';
  end if;
  return v_task;
end $$;

create function private.made_at(p_studio_id uuid, p_waited_ms bigint) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- When something that waited so long on its device was made: by the studio's clock, at most 30 days ago, and now if
  -- time in that week is locked. Definer: a lock may be hidden from the caller.
  select case when exists (select from public.time_locks l
      where l.studio_id = p_studio_id and m.made_at >= l.starts_at and m.made_at < l.ends_at)
    then now() else m.made_at end
  from (select now() - make_interval(
    secs => least(greatest(coalesce(p_waited_ms, 0), 0), 30 * 86400000::bigint) / 1000.0) as made_at) as m
$$;

create function private.post_comment(
  p_task public.item_tasks, p_comment_id uuid, p_content text, p_media_ids uuid[], p_status_id uuid, p_mentions uuid[],
  p_metadata jsonb, p_made_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
-- Inserts a comment with its attachments and mentions and, if a status comes with it, sets that status without a second
-- comment. Definer: the caller of this function has checked permission.
declare
  v_metadata jsonb := coalesce(p_metadata, '{}') || jsonb_build_object('authorName', private.author_name(auth.uid()));
  v_status public.task_statuses;
  v_was public.task_statuses;
begin
  if jsonb_typeof(coalesce(p_metadata, '{}')) <> 'object' or length(coalesce(p_content, '')) > 20000 then
    raise exception 'A comment has at most 20000 characters, its metadata is an object' using errcode = '22023';
  end if;
  if exists (select from public.comments c where c.id = p_comment_id) then
    raise exception 'A comment with this id already exists' using errcode = '23505';
  end if;
  if cardinality(coalesce(p_media_ids, '{}')) > 0 then
    if exists (select from unnest(p_media_ids) as w (id)
      left join public.media m on m.id = w.id and m.studio_id = p_task.studio_id
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
    v_metadata := v_metadata || jsonb_build_object('statusInfo', jsonb_build_object(
      'status', v_status.name, 'statusId', v_status.id, 'changedStatus', true,
      'fromStatus', v_was.name, 'fromStatusId', v_was.id));
    perform set_config('xsheet.status_comment', 'off', true);
    update public.item_tasks set status_id = p_status_id where id = p_task.id;
    perform set_config('xsheet.status_comment', 'on', true);
  end if;
  insert into public.comments (id, task_id, space_id, studio_id, project_id, content, metadata, created_by,
    created_at)
  values (p_comment_id, p_task.id, p_task.space_id, p_task.studio_id, p_task.project_id, coalesce(p_content, ''),
    v_metadata, auth.uid(), p_made_at);
  insert into public.comment_attachments (comment_id, media_id, space_id, studio_id, project_id, display_order)
  select p_comment_id, w.id, p_task.space_id, p_task.studio_id, p_task.project_id, min(w.n)
  from unnest(coalesce(p_media_ids, '{}')) with ordinality as w (id, n) group by w.id;
  insert into public.mentions (comment_id, mentioned_user_id, space_id, studio_id, project_id)
  select distinct p_comment_id, m.user_id, p_task.space_id, p_task.studio_id, p_task.project_id
  from public.studio_members m where m.studio_id = p_task.studio_id and m.user_id = any(coalesce(p_mentions, '{}'));
end $$;

create function private.add_comment(
  p_task_id uuid, p_comment_id uuid, p_content text, p_media_ids uuid[], p_status_id uuid, p_mentions uuid[],
  p_metadata jsonb, p_operation_id uuid, p_waited_ms bigint
) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.add_comment. Definer: permission is checked once.
declare
  v_comment_id uuid := coalesce(p_comment_id, gen_random_uuid());
  v_operation uuid := coalesce(p_operation_id, private.asked_operation(), v_comment_id);
  v_known jsonb := private.begin_operation(v_operation, 'add_comment',
    concat_ws('|', p_task_id, p_comment_id, p_content, p_media_ids::text, p_status_id, p_mentions::text,
      p_metadata::text));
  v_task public.item_tasks;
begin
  if v_known is not null then
    return v_known;
  end if;
  v_task := private.open_task(p_task_id, 'comment');
  perform private.next_rev(v_task.studio_id); -- lock the clock before any row
  if coalesce(trim(p_content), '') = '' and cardinality(coalesce(p_media_ids, '{}')) = 0
    and (p_status_id is null or p_status_id = v_task.status_id)
    and coalesce(p_metadata, '{}') - 'authorName' = '{}' then
    raise exception 'Write something, attach a file or change the status' using errcode = '22023';
  end if;
  perform private.post_comment(v_task, v_comment_id, p_content, p_media_ids, p_status_id, p_mentions, p_metadata,
    private.made_at(v_task.studio_id, p_waited_ms));
  return private.end_operation(v_operation,
    jsonb_build_object('rev', private.next_rev(v_task.studio_id), 'comment_id', v_comment_id));
end $$;

create function public.add_comment(
  p_task_id uuid, p_content text, p_comment_id uuid default null, p_media_ids uuid[] default '{}',
  p_status_id uuid default null, p_mentions uuid[] default '{}', p_metadata jsonb default '{}',
  p_operation_id uuid default null, p_waited_ms bigint default 0
) returns jsonb
language sql set search_path = '' as $$
  -- Posts a comment with attachments, mentions and, if given, a new status in one transaction. Returns {rev,
  -- comment_id}; a repeat returns the same. A comment that waited on a device keeps the time it was made (see
  -- private.made_at). 22023 nothing to post or bad metadata, 42501 not allowed, P0002 unknown task, status or file.
  select private.add_comment(p_task_id, p_comment_id, p_content, p_media_ids, p_status_id, p_mentions, p_metadata,
    p_operation_id, p_waited_ms)
$$;

create function public.edit_comment(
  p_comment_id uuid, p_content text, p_mentions uuid[] default null, p_metadata jsonb default null,
  p_operation_id uuid default null
) returns jsonb
language plpgsql set search_path = '' as $$
-- Changes the caller's own comment: its text and, if given, mentions and metadata. Returns {rev, comment_id}; a repeat
-- returns the same. P0002 not the caller's own.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'edit_comment',
    concat_ws('|', p_comment_id, p_content, p_mentions::text, p_metadata::text));
  v_comment public.comments;
begin
  if v_known is not null then
    return v_known;
  end if;
  update public.comments c set content = coalesce(p_content, ''), metadata = coalesce(p_metadata, c.metadata)
  where c.id = p_comment_id and c.created_by = (select auth.uid()) returning c.* into v_comment;
  if v_comment.id is null then
    perform private.refuse_missing('Comment not found');
  end if;
  if p_mentions is not null then
    delete from public.mentions m where m.comment_id = p_comment_id and m.mentioned_user_id <> all(p_mentions);
    insert into public.mentions (comment_id, mentioned_user_id)
    select distinct p_comment_id, m.user_id from public.studio_members m
      where m.studio_id = v_comment.studio_id and m.user_id = any(p_mentions)
    on conflict do nothing;
  end if;
  return private.end_operation(p_operation_id,
    jsonb_build_object('rev', v_comment.rev, 'comment_id', p_comment_id));
end $$;

create function private.concerned_with(p_task_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  -- Followers and assignees of these tasks, including those of their blocks. Definer: looks up for others.
  select f.user_id from public.task_followers f where f.task_id = any(p_task_ids)
  union select b.assignee_id from public.task_blocks b where b.task_id = any(p_task_ids) and b.assignee_id is not null
  union select t.assignee_id from public.item_tasks t where t.id = any(p_task_ids) and t.assignee_id is not null
$$;

create function private.session_of(p_comment public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  -- The review session a comment was written in; null if there was none, or it is deleted. Definer: looks up for
  -- others.
  select s.id from public.review_sessions s
  where p_comment.metadata ? 'sessionId' and s.id = (p_comment.metadata ->> 'sessionId')::uuid
    and s.project_id = p_comment.project_id
$$;

create function private.tg_comment_tells() returns trigger
language plpgsql security definer set search_path = '' as $$
-- At the end of the transaction that posts a comment: mentioned people are told of the mention, the task's followers
-- and assignees of the comment or revision, nobody twice. Those whose task it is are told of a review session's note by
-- the session's digest. Definer: writes notifications for others.
declare
  v_mentioned uuid[] := array(select m.mentioned_user_id from public.mentions m where m.comment_id = new.id);
  v_session uuid := private.session_of(new);
  v_data jsonb;
begin
  if not exists (select from public.comments c where c.id = new.id) then
    return null;
  end if;
  v_data := jsonb_build_object('taskId', new.task_id, 'commentId', new.id, 'excerpt', left(new.content, 200),
    'changedStatus', private.changed_status(new.id), 'revision', new.metadata -> 'revision');
  if v_session is not null then
    perform private.tell_review(v_session, array[new.task_id]);
    v_mentioned := array(
      select u from unnest(v_mentioned) as u where not private.is_in_digest(v_session, u, new.task_id));
  end if;
  perform private.notify('mention', new.studio_id, new.project_id, 'comment', new.id, v_data, v_mentioned);
  if v_session is null then
    perform private.notify(case when new.metadata ? 'revision' then 'revision' else 'comment' end, new.studio_id,
      new.project_id, 'comment', new.id, v_data, array(
      select private.concerned_with(array[new.task_id]) except select unnest(v_mentioned)));
  end if;
  return null;
end $$;

create constraint trigger comments_after_insert_tells after insert on public.comments
  deferrable initially deferred for each row
  when (not new.is_automatic and not new.metadata ? 'imported'
    and current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_comment_tells();

create function private.tg_note_in_session() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A locked session takes no notes, and a note names its session by id. Definer: the session may be hidden from the
-- caller.
begin
  if coalesce(new.metadata ->> 'sessionId', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception 'A note names its review session by its id' using errcode = '22023';
  elsif (select s.is_locked from public.review_sessions s where s.id = private.session_of(new)) then
    perform private.refuse(423, 'P0423', 'This review session is locked: it takes notes again once it is unlocked.');
  end if;
  return new;
end $$;

-- Named to run after the triggers that fill in a comment's project.
create trigger comments_before_insert_z_locked before insert on public.comments
  for each row when (new.metadata ? 'sessionId' and current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_note_in_session();

create function private.tg_note_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A note of a review session that was deleted leaves everyone's digest. Definer: writes notifications for others.
declare
  v_session uuid := private.session_of(old);
begin
  if v_session is not null then
    perform private.tell_review(v_session, array[old.task_id]);
  end if;
  return null;
end $$;

create trigger comments_after_delete_note after delete on public.comments
  for each row when (old.metadata ? 'sessionId') execute function private.tg_note_deleted();

create function private.tg_mention_added() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A mention added to an existing comment notifies the mentioned person. Definer: writes notifications for others.
declare
  v_comment public.comments;
begin
  select c.* into v_comment from public.comments c where c.id = new.comment_id;
  if v_comment.id is not null
    and not private.is_in_digest(private.session_of(v_comment), new.mentioned_user_id, v_comment.task_id)
    and not exists (
    select from public.notifications n
    join public.notification_recipients r on r.notification_id = n.id and r.user_id = new.mentioned_user_id
    where n.target_type = 'comment' and n.target_id = new.comment_id
      and n.notification_type_id = '00000000-0000-4000-9000-000000000001') then
    perform private.notify('mention', v_comment.studio_id, v_comment.project_id, 'comment', v_comment.id,
      jsonb_build_object('taskId', v_comment.task_id, 'commentId', v_comment.id,
        'excerpt', left(v_comment.content, 200)), array[new.mentioned_user_id]);
  end if;
  return null;
end $$;

create constraint trigger mentions_after_insert_tells after insert on public.mentions
  deferrable initially deferred for each row when (current_setting('xsheet.restoring', true) is distinct from 'on')
  execute function private.tg_mention_added();

grant execute on function
  private.add_comment(uuid, uuid, text, uuid[], uuid, uuid[], jsonb, uuid, bigint),
  public.add_comment(uuid, text, uuid, uuid[], uuid, uuid[], jsonb, uuid, bigint),
  public.edit_comment(uuid, text, uuid[], jsonb, uuid)
to authenticated, service_role;
